/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Configurations: ours is written and read back, stock top's of each version are read, and of
 * both every mistake is found and named by its line.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/run.h"
#include "top/config/config_file.h"
#include "top/config/settings.h"

static struct config config;
static struct config_error error;

static void setup(void)
{
    config_init(&config);
    error = (struct config_error){0};
}

static void teardown(void)
{
    config_fini(&config);
    buf_fini(&error.why);
}

static bool parse_ours(const char *text)
{
    buf_clear(&error.why);
    config_fini(&config);
    return config_parse(&config, text, strlen(text), &error);
}

static bool parse_stock(const char *text)
{
    buf_clear(&error.why);
    config_fini(&config);
    return stock_config_parse(&config, text, strlen(text), &error);
}

static void write_again(struct buf *text)
{
    buf_clear(text);
    config_put(&config, text);
    ck_assert(!text->failed);
}

START_TEST(defaults_come_back)
{
    struct buf first = {0}, second = {0};

    write_again(&first);
    ck_assert_msg(parse_ours(buf_text(&first)), "%zu: %s", error.line, buf_text(&error.why));
    write_again(&second);
    ck_assert_str_eq(buf_text(&first), buf_text(&second));
    buf_fini(&first);
    buf_fini(&second);
}
END_TEST

/* Every setting, with a value that it does not have at first. */
static const char changed[] = "format = 1\n"
                              "delay = 0.25\n"
                              "alternate = yes\n"
                              "window = 3\n"
                              "solaris = yes\n"
                              "summary-unit = EiB\n"
                              "task-unit = GiB\n"
                              "task-time = weeks\n"
                              "zeros-hidden = yes\n"
                              "extra-width = -1\n"
                              "[window 2]\n"
                              "name = a#b\n"
                              "tasks-hidden = yes\n"
                              "fields = COMMAND PID S\n"
                              "other-fields = USER PPID\n"
                              "sort = USER\n"
                              "ascending = yes\n"
                              "forest = yes\n"
                              "pools = yes\n"
                              "command-lines = yes\n"
                              "idle-hidden = yes\n"
                              "cumulative = yes\n"
                              "max-tasks = 7\n"
                              "filter = !COMMAND=  a = b \n"
                              "filter-any-case = PID>5\n"
                              "mark-sort = yes\n"
                              "mark-running = no\n"
                              "mark-reverse = yes\n"
                              "bold-off = yes\n"
                              "numbers-left = yes\n"
                              "text-right = yes\n"
                              "coordinates = yes\n"
                              "colours = yes\n"
                              "summary-colour = default\n"
                              "message-colour = 255\n"
                              "header-colour = 0\n"
                              "task-colour = 16\n"
                              "mark-colour = 1\n"
                              "load = no\n"
                              "scan = yes\n"
                              "processors = blocks\n"
                              "memory = off\n"
                              "processor-lines = one-node\n"
                              "node = 1\n"
                              "combined = 4\n"
                              "cores = yes\n"
                              "core-kind = performance\n"
                              "adjoining = 8\n"
                              "pipe\tOpen Files\tlsof -p %d\n"
                              "file\tNUMA\t/proc/%d/numa_maps\n";

static bool has_line(const struct buf *text, const char *line, size_t len)
{
    const char *at = buf_text(text);

    for (; at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strncmp(at, line, len) == 0 && at[len] == '\n')
            return true;
    }
    return false;
}

START_TEST(all_that_is_set_comes_back)
{
    const struct window *window = &config.windows[1];
    struct buf first = {0}, second = {0};

    ck_assert_msg(parse_ours(changed), "%zu: %s", error.line, buf_text(&error.why));
    ck_assert_uint_eq(config.delay_ns, 250000000);
    ck_assert_str_eq(window->name, "a#b");
    ck_assert_uint_eq(window->field_count, 3);
    ck_assert_int_eq(window->fields[0], FIELD_COMMAND);
    ck_assert_int_eq(window->slots[3].id, FIELD_USER);
    ck_assert_int_eq(window->slots[4].id, FIELD_PPID);
    ck_assert_str_eq(window->filters.list[0].value, "  a = b ");
    ck_assert(window->filters.list[1].ignore_case);
    ck_assert_uint_eq(config.entry_count, 2);
    ck_assert_str_eq(config.entries[1].name, "NUMA");

    write_again(&first);
    for (const char *line = changed; *line; line += strcspn(line, "\n") + 1)
        if (strncmp(line, "other-fields", 12) != 0)
            ck_assert_msg(has_line(&first, line, strcspn(line, "\n")), "lost: %s", line);
    ck_assert_msg(parse_ours(buf_text(&first)), "%zu: %s", error.line, buf_text(&error.why));
    write_again(&second);
    ck_assert_str_eq(buf_text(&first), buf_text(&second));
    buf_fini(&first);
    buf_fini(&second);
}
END_TEST

/* All settings are in the text above: one that is new has to be tried there too. */
START_TEST(all_settings_are_tried)
{
    const struct setting *setting;

    for (size_t i = 0; (setting = setting_at(i)); i++)
        ck_assert_msg(strstr(changed, setting->name) != NULL, "%s", setting->name);
    for (size_t i = 0; (setting = window_setting_at(i)); i++)
        ck_assert_msg(strstr(changed, setting->name) != NULL, "%s", setting->name);
}
END_TEST

static const struct {
    const char *text;
    size_t line;
    const char *why; /* what it says, among other things */
} mistakes[] = {
    {"", 0, "empty"},
    {"# nothing\n\n", 2, "empty"},
    {"delay = 1\n", 1, "not a configuration"},
    {"format = 2\n", 1, "not a configuration"},
    {"format = 1\nnonsense\n", 2, "no setting: 'nonsense'"},
    {"format = 1\nnonsense = 1\n", 2, "no setting 'nonsense'"},
    {"format = 1\n= 1\n", 2, "no setting ''"},
    {"format = 1\n[window 0]\n", 2, "no section '[window 0]'"},
    {"format = 1\n[window 5]\n", 2, "no section"},
    {"format = 1\n[window 1\n", 2, "no section"},
    {"format = 1\n\n# x\ndelay = -1\n", 4, "'-1' is no value for 'delay'"},
    {"format = 1\ndelay = x\n", 2, "'x'"},
    {"format = 1\nwindow = 0\n", 2, "'0'"},
    {"format = 1\nwindow = 5\n", 2, "'5'"},
    {"format = 1\nalternate = maybe\n", 2, "'maybe'"},
    {"format = 1\nextra-width = -2\n", 2, "'-2'"},
    {"format = 1\nextra-width = 512\n", 2, "'512'"},
    {"format = 1\ntask-unit = EiB\n", 2, "'EiB'"},
    {"format = 1\ntask-time = never\n", 2, "'never'"},
    {"format = 1\nsort = PID\n", 2, "no setting 'sort'"},
    {"format = 1\n[window 1]\ndelay = 1\n", 3, "no setting 'delay'"},
    {"format = 1\n[window 1]\nname = four\n", 3, "'four'"},
    {"format = 1\n[window 1]\nname =\n", 3, "''"},
    {"format = 1\n[window 1]\nname = \033[m\n", 3, "value for 'name'"},
    {"format = 1\n[window 1]\nfields = PID NONE\n", 3, "'PID NONE'"},
    {"format = 1\n[window 1]\nfields = PID S PID\n", 3, "'PID S PID'"},
    {"format = 1\n[window 1]\nfields = PID\nother-fields = PID\n", 4, "'PID'"},
    {"format = 1\n[window 1]\nsort = pid\n", 3, "'pid'"},
    {"format = 1\n[window 1]\nmax-tasks = -1\n", 3, "'-1'"},
    {"format = 1\n[window 1]\nmax-tasks = 99999999999999999999\n", 3, "'99999"},
    {"format = 1\n[window 1]\nfilter = PID\n", 3, "needs ="},
    {"format = 1\n[window 1]\nfilter = NONE=1\n", 3, "'NONE'"},
    {"format = 1\n[window 1]\ntask-colour = 256\n", 3, "'256'"},
    {"format = 1\n[window 1]\ntask-colour = -1\n", 3, "'-1'"},
    {"format = 1\n[window 1]\nadjoining = 9\n", 3, "'9'"},
    {"format = 1\n[window 1]\nprocessors = lines\n", 3, "'lines'"},
    {"format = 1\npipe\tname\n", 2, "with tabs between"},
    {"format = 1\npipe\t\tformat\n", 2, "with tabs between"},
    {"format = 1\nwhat\tname\tformat\n", 2, "'what'"},
};

START_TEST(mistakes_are_named)
{
    ck_assert_msg(!parse_ours(mistakes[_i].text), "taken: %s", mistakes[_i].text);
    ck_assert_msg(error.line == mistakes[_i].line, "%s: line %zu", mistakes[_i].text, error.line);
    ck_assert_msg(strstr(buf_text(&error.why), mistakes[_i].why) != NULL, "%s: %s",
                  mistakes[_i].text, buf_text(&error.why));
    ck_assert_uint_eq(config.delay_ns, 3000000000); /* and nothing of it holds */
    ck_assert_uint_eq(config.entry_count, 0);
}
END_TEST

START_TEST(what_is_no_text_is_refused)
{
    static const char with_nul[] = "format = 1\ndelay = \0 1\n";
    char long_line[2000];

    ck_assert(!config_parse(&config, with_nul, sizeof with_nul - 1, &error));
    ck_assert_uint_eq(error.line, 2);
    memset(long_line, '#', sizeof long_line);
    buf_clear(&error.why);
    ck_assert(!config_parse(&config, long_line, sizeof long_line, &error));
    ck_assert_uint_eq(error.line, 1);
}
END_TEST

/* The parts of stock top's files, as its versions write them. */
#define TITLE "top's Config File (Linux processes with windows)\n"

/* Id j: a byte for each field, with the highest bit where it is shown. */
#define BYTES_DEF \
    "\xa5\xa8\xb3\xb4\xbb\xbd\xc0\xc4\xb7\xba\xb9\xc5&')*+,-./012568<>?ABCFGHIJKLMNOPQRSTUVWXYZ["
#define BYTES_MORE "\\]^_`abcdefghijklmnopqrstuvwxyz"
#define BYTES_JOB \
    "\xa5\xa6\xb9\xb7\xba(\xb3\xb4\xc4\xbb\xbd@<\xa7\xc5)*+,-./012568>?ABCFGHIJKLMNOPQRSTUVWXYZ["
#define PAIRS_J "sortindx=18, maxtasks=0, graph_cpus=1, graph_mems=2, double_up=0, combine_cpus=0\n"
#define COLOURS "\tsummclr=1, msgsclr=2, headclr=3, taskclr=208\n"
#define WINDOW_J(name, fields) \
    name "\tfieldscur=" fields BYTES_MORE "\n\twinflags=193844, " PAIRS_J COLOURS
#define FILE_J                                                                         \
    TITLE "Id:j, Mode_altscr=1, Mode_irixps=0, Delay_time=1.500, Curwin=1\n" WINDOW_J( \
        "Def", BYTES_DEF) WINDOW_J("Mine", BYTES_JOB) WINDOW_J("Mem", BYTES_DEF)       \
        WINDOW_J("Usr",                                                                \
                 BYTES_DEF) "Fixed_widest=5, Summ_mscale=2, Task_mscale=1, Zero_suppress=1\n"

/* Ids k and later: twice the number and one more where it is shown, 20 in a line. */
#define FIELDS_A                                                                                 \
    "  75   77   81  103  105  119  123  129  137  111  117  115  139   78   82   84   86   88"  \
    "   90   92 \n"                                                                              \
    "\t\t    94   96   98  100  106  108  112  120  124  126  130  132  134  140  142  144  146" \
    "  148  150  152 \n"                                                                         \
    "\t\t   154  156  158  160  162  164  166  168  170  172  174  176  178  180  182  184  186" \
    "  188  190  192 \n"
#define FIELDS_B                                                                                 \
    "\t\t   194  196  198  200  202  204  206  208  210  212  214  216  218  220  222  224  226" \
    "  228  230  232 \n"                                                                         \
    "\t\t   234  236  238  240  242  244  246  248  250  252  254  256  258  260  262  264  266" \
    "  268  270  272 \n"
#define FIELDS FIELDS_A FIELDS_B
#define PAIRS_K                                                                          \
    "sortindx=20, maxtasks=9, graph_cpus=0, graph_mems=0, double_up=1, combine_cpus=1, " \
    "core_types=2\n"
#define WINDOW_K(name, flags) name "\tfieldscur=" FIELDS "\twinflags=" flags ", " PAIRS_K COLOURS
#define LAST_K                "Fixed_widest=-1, Summ_mscale=1, Task_mscale=0, Zero_suppress=0, Tics_scaled=6\n"
#define FILE_K                                                                                  \
    TITLE "Id:k, Mode_altscr=0, Mode_irixps=1, Delay_time=0.250, Curwin=0\n" WINDOW_K("Def",    \
                                                                                      "193844") \
        WINDOW_K("Job", "0") WINDOW_K("Mem", "5172223") WINDOW_K("Usr", "193844") LAST_K

/* Id m: the colour of marks, and filters; id n: more, and entries to inspect. */
#define WINDOW_M(name)                                       \
    name "\tfieldscur=" FIELDS "\twinflags=193844, " PAIRS_K \
         "\tsummclr=1, msgsclr=1, headclr=3, taskclr=-1, task_xy=14\n"
#define FILE_M                                                                                \
    TITLE "Id:m, Mode_altscr=0, Mode_irixps=1, Delay_time=3.0, Curwin=3\n" WINDOW_M("Def")    \
        WINDOW_M("Job") WINDOW_M("Mem") WINDOW_M("Usr") LAST_K                                \
        "\n"                                                                                  \
        "begin: saved other filter data -------------------\n"                                \
        "window #0, osel_tot=1\n\ttype=111,\tfilter=PID>5\n"                                  \
        "window #1, osel_tot=2\n\ttype=79,\tfilter=!COMMAND=foo\n\ttype=79,\tfilter=USER=r\n" \
        "end  : saved other filter data -------------------\n"
#define WINDOW_N(name)                                                                      \
    name "\tfieldscur=" FIELDS "\twinflags=193844, sortindx=78, maxtasks=0, graph_cpus=0, " \
         "graph_mems=0, double_up=7, combine_cpus=0\n"                                      \
         "\tsummclr=1, msgsclr=1, headclr=3, taskclr=1, task_xy=-1, core_types=1, "         \
         "cores_vs_cpus=1\n"
#define FILE_N                                                                             \
    TITLE "Id:n, Mode_altscr=0, Mode_irixps=1, Delay_time=3.0, Curwin=0\n" WINDOW_N("Def") \
        WINDOW_N("Job") WINDOW_N("Mem") WINDOW_N("Usr") LAST_K                             \
        "\n"                                                                               \
        "# a comment\npipe\tOpen Files\tlsof -P -p %d 2>&1\nfile\tNUMA Info\t/proc/%d/numa_maps\n"

static void must_parse_stock(const char *text)
{
    ck_assert_msg(parse_stock(text), "%zu: %s", error.line, buf_text(&error.why));
}

START_TEST(stock_j_is_read)
{
    const struct window *job = &config.windows[1];

    must_parse_stock(FILE_J);
    ck_assert(config.alternate && config.solaris && config.zeros_hidden);
    ck_assert_uint_eq(config.current, 2);
    ck_assert_uint_eq(config.delay_ns, 1500000000);
    ck_assert_int_eq(config.extra_width, 5);
    ck_assert_int_eq(config.summary_unit, UNIT_OF_GIB);
    ck_assert_int_eq(config.task_unit, UNIT_OF_MIB);
    ck_assert_str_eq(job->name, "Mine");
    ck_assert_uint_eq(job->field_count, 12);
    ck_assert_int_eq(job->fields[1], FIELD_PPID);
    ck_assert_int_eq(job->fields[11], FIELD_COMMAND);
    ck_assert_int_eq(job->slots[5].id, FIELD_USER); /* not shown, between others */
    ck_assert(!job->slots[5].shown);
    ck_assert_int_eq(job->slots[FIELD_COUNT - 1].id, FIELD_NFD); /* of a newer version */
    ck_assert_int_eq(job->cpus, SUMMARY_BARS);
    ck_assert_int_eq(job->memory, SUMMARY_BLOCKS);
    ck_assert_int_eq(job->palette.colours[PART_TASKS], 208);
}
END_TEST

START_TEST(stock_k_is_read)
{
    const struct window *def = &config.windows[0], *none = &config.windows[1];
    const struct window *all = &config.windows[2];

    must_parse_stock(FILE_K);
    ck_assert_uint_eq(config.delay_ns, 250000000);
    ck_assert_int_eq(config.extra_width, EXTRA_WIDTH_AUTO);
    ck_assert_int_eq(config.task_time, TIME_WHOLE_WEEKS);
    ck_assert_uint_eq(def->field_count, 13);
    ck_assert_int_eq(def->fields[1], FIELD_PPID);
    ck_assert_int_eq(def->sort, FIELD_TIME_PLUS);
    ck_assert_uint_eq(def->max_tasks, 9);
    ck_assert_uint_eq(def->adjoining, 2);
    ck_assert_uint_eq(def->cpu_choice.combined, 2);
    ck_assert_int_eq(def->cpu_choice.kind, CORE_EFFICIENT);

    /* Flags as first start has them, none, and all. */
    ck_assert(!def->ascending && !def->tasks_hidden && !def->idle_hidden && def->mark_running);
    ck_assert(!def->mark_sort && !def->mark_reverse && !def->palette.on && def->show_load);
    ck_assert(!def->numbers_left && !def->text_right && !def->forest && !def->bold_off);
    ck_assert_int_eq(def->cpu_choice.mode, CPUS_TOGETHER);
    ck_assert(none->ascending && none->tasks_hidden && none->idle_hidden && !none->mark_running);
    ck_assert(none->mark_reverse && !none->show_load && none->numbers_left);
    ck_assert_int_eq(none->cpus, SUMMARY_OFF);
    ck_assert_int_eq(none->memory, SUMMARY_OFF);
    ck_assert_int_eq(none->cpu_choice.mode, CPUS_EACH);
    ck_assert(all->forest && all->bold_off && all->cumulative && all->command_lines);
    ck_assert(all->mark_sort && all->palette.on && all->text_right && all->show_coordinates);
    ck_assert_int_eq(all->cpu_choice.mode, CPUS_BY_NODE);
}
END_TEST

START_TEST(stock_m_is_read)
{
    const struct filters *filters = &config.windows[1].filters;

    must_parse_stock(FILE_M);
    ck_assert_uint_eq(config.current, 4);
    ck_assert_int_eq(config.windows[0].palette.colours[PART_TASKS], COLOUR_DEFAULT);
    ck_assert_int_eq(config.windows[0].palette.colours[PART_MARKS], 14);
    ck_assert_uint_eq(config.windows[0].filters.count, 1);
    ck_assert(config.windows[0].filters.list[0].ignore_case);
    ck_assert_uint_eq(filters->count, 2);
    ck_assert(filters->list[0].exclude && !filters->list[0].ignore_case);
    ck_assert_str_eq(filters->list[1].value, "r");
}
END_TEST

START_TEST(stock_n_is_read)
{
    must_parse_stock(FILE_N);
    ck_assert_int_eq(config.windows[0].sort, FIELD_CLS);
    ck_assert_uint_eq(config.windows[0].adjoining, 8);
    ck_assert(config.windows[0].cpu_choice.cores);
    ck_assert_int_eq(config.windows[0].cpu_choice.kind, CORE_PERFORMANCE);
    ck_assert_uint_eq(config.entry_count, 2);
    ck_assert_int_eq(config.entries[0].kind, INSPECT_PIPE);
    ck_assert_str_eq(config.entries[0].format, "lsof -P -p %d 2>&1");
    ck_assert_int_eq(config.entries[1].kind, INSPECT_FILE);
}
END_TEST

/* What was read from stock's file is what W then saves. */
START_TEST(stock_becomes_ours)
{
    static const char *const files[] = {FILE_J, FILE_K, FILE_M, FILE_N};
    struct buf first = {0}, second = {0};

    must_parse_stock(files[_i]);
    config.windows[1].name[WINDOW_NAME_MAX] = '\0'; /* j allowed four */
    write_again(&first);
    ck_assert_msg(parse_ours(buf_text(&first)), "%zu: %s", error.line, buf_text(&error.why));
    write_again(&second);
    ck_assert_str_eq(buf_text(&first), buf_text(&second));
    buf_fini(&first);
    buf_fini(&second);
}
END_TEST

/* A good file in which one thing is replaced by another. */
static const struct {
    const char *old, *new;
    size_t line;
} spoilt[] = {
    {"Config File", "Config", 1},
    {"Id:k", "Id:i", 2},
    {"Id:k", "Id:o", 2},
    {"Id:k,", "Id:kk,", 2},
    {"Mode_altscr=0", "Mode_altscr=2", 2},
    {"Mode_irixps=1", "Mode_irixps=x", 2},
    {"Delay_time=0.250", "Delay_time=-1", 2},
    {"Delay_time=0.250", "Delay_time=", 2},
    {"Curwin=0", "Curwin=4", 2},
    {"fieldscur=", "fields=", 3},
    {"  75   77", "  75   75", 3},
    {"  75   77", "  75   73", 3},
    {"  75   77", "  75   274", 3},
    {"  75   77", "  75   -77", 3},
    {"  75   77", "  75   99999999999999999999", 3},
    {"   94   96", "   94   x", 4},
    {"winflags=193844", "winflags=-1", 8},
    {"winflags=193844", "winflags", 8},
    {"sortindx=20", "sortindx=81", 8},
    {"maxtasks=9", "maxtasks=-9", 8},
    {"graph_cpus=0", "graph_cpus=3", 8},
    {"double_up=1", "double_up=8", 8},
    {"taskclr=208", "taskclr=256", 9},
    {"taskclr=208", "taskclr=-2", 9},
    {"Usr\t", "\t", 24},
    {"Usr\t", "Usr\twinflags=1\nUsr\t", 24},
    {"Usr\tfieldscur", "A name that is far too long\tfieldscur", 24},
    {"Fixed_widest=-1", "Fixed_widest=-2", 31},
    {"Fixed_widest=-1", "fixed", 31},
    {"Summ_mscale=1", "Summ_mscale=6", 31},
    {"Task_mscale=0", "Task_mscale=5", 31},
    {"Tics_scaled=6", "Tics_scaled=7", 31},
};

START_TEST(spoilt_stock_files_are_refused)
{
    static const char file[] = FILE_K;
    const char *at = strstr(file, spoilt[_i].old);
    struct buf text = {0};

    ck_assert_ptr_nonnull(at);
    buf_put(&text, file, (size_t)(at - file));
    buf_puts(&text, spoilt[_i].new);
    buf_puts(&text, at + strlen(spoilt[_i].old));
    ck_assert_msg(!parse_stock(buf_text(&text)), "taken: %s", spoilt[_i].new);
    ck_assert_msg(error.line == spoilt[_i].line, "%s: line %zu: %s", spoilt[_i].new, error.line,
                  buf_text(&error.why));
    ck_assert_uint_eq(config.delay_ns, 3000000000);
    buf_fini(&text);
}
END_TEST

START_TEST(cut_stock_files_are_refused)
{
    static const char file[] = FILE_K;
    size_t last = (size_t)(strstr(file, "Fixed_widest=") - file);

    for (size_t len = 0; len < last; len++) {
        buf_clear(&error.why);
        ck_assert_msg(!stock_config_parse(&config, file, len, &error), "%zu bytes are taken", len);
        ck_assert(error.why.len > 0);
    }
}
END_TEST

static const struct {
    const char *text;
    bool good, secure;
    uint64_t delay_ns; /* 0: none */
} limits[] = {
    {"", true, false, 0},
    {"s\n", true, true, 0},
    {"s\n5.0\n", true, true, 5000000000},
    {"\n0,5\n", true, false, 500000000},
    {"s\n5.0 # seconds\n", true, true, 5000000000},
    {"s\nx\n", false, false, 0},
};

START_TEST(limits_are_read)
{
    struct stock_limits read;
    bool good = stock_limits_parse(&read, limits[_i].text, strlen(limits[_i].text), &error);

    ck_assert_int_eq(good, limits[_i].good);
    if (!good)
        return;
    ck_assert_int_eq(read.secure, limits[_i].secure);
    ck_assert_int_eq(read.has_delay, limits[_i].delay_ns != 0);
    if (read.has_delay)
        ck_assert_uint_eq(read.delay_ns, limits[_i].delay_ns);
}
END_TEST

/* Files: a home of our own, in a folder that goes with the test. */
static char home[64];

static void make_home(void)
{
    setup();
    snprintf(home, sizeof home, "/tmp/dotproc-config-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(home));
}

static void remove_home(void)
{
    static const char *const files[] = {"/.config/dotproc/toprc", "/.toprc",
                                        "/.config/procps/toprc", "/topdefaultrc", "/toprc"};
    static const char *const folders[] = {"/.config/dotproc", "/.config/procps", "/.config", ""};
    char path[256];

    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        snprintf(path, sizeof path, "%s%s", home, files[i]);
        unlink(path);
    }
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        snprintf(path, sizeof path, "%s%s", home, folders[i]);
        rmdir(path);
    }
    ck_assert_int_ne(access(home, F_OK), 0); /* nothing else was left there */
    teardown();
}

static void put_file(const char *name, const char *text)
{
    char path[256];

    snprintf(path, sizeof path, "%s%s", home, name);
    ck_assert_int_eq(config_file_write(path, text, strlen(text)), 0);
}

static uint64_t delay_read(const struct config_places *places, struct buf *complaints)
{
    buf_clear(complaints);
    config_fini(&config);
    config_file_read(places, &config, complaints);
    return config.delay_ns / 1000000;
}

START_TEST(files_are_read_in_order)
{
    const struct config_places places = {.program = "top", .home = home, .system = home};
    struct buf complaints = {0};

    ck_assert_uint_eq(delay_read(&places, &complaints), 3000);
    put_file("/topdefaultrc", FILE_M);
    put_file("/.config/procps/toprc", FILE_J);
    ck_assert_uint_eq(delay_read(&places, &complaints), 1500);
    put_file("/.toprc", FILE_K);
    ck_assert_uint_eq(delay_read(&places, &complaints), 250);
    put_file("/.config/dotproc/toprc", "format = 1\ndelay = 7\n");
    ck_assert_uint_eq(delay_read(&places, &complaints), 7000);
    ck_assert_uint_eq(complaints.len, 0);

    /* A bad one is named, and the next one is taken. */
    put_file("/.config/dotproc/toprc", "format = 1\ndelay = never\n");
    ck_assert_uint_eq(delay_read(&places, &complaints), 250);
    ck_assert_ptr_nonnull(strstr(buf_text(&complaints), "/.config/dotproc/toprc:2: 'never'"));
    buf_fini(&complaints);
}
END_TEST

START_TEST(only_absolute_places_count)
{
    const struct config_places places = {
        .program = "top", .home = ".", .config_home = "config", .system = "etc"};
    struct buf complaints = {0}, path = {0};

    put_file("/.toprc", FILE_K);
    ck_assert_int_eq(chdir(home), 0);
    ck_assert_uint_eq(delay_read(&places, &complaints), 3000);
    config_file_put_path(&places, &path);
    ck_assert_uint_eq(path.len, 0);
    buf_fini(&complaints);
    buf_fini(&path);
}
END_TEST

START_TEST(odd_files_are_no_configuration)
{
    const struct config_places places = {.program = "top", .home = home};
    struct buf complaints = {0}, large = {0};
    char path[256];

    snprintf(path, sizeof path, "%s/.toprc", home);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    ck_assert_uint_eq(delay_read(&places, &complaints), 3000); /* does not wait for a writer */
    ck_assert(complaints.len > 0);
    unlink(path);
    buf_fill(&large, '#', CONFIG_BYTES_MAX + 1);
    put_file("/.toprc", buf_text(&large));
    ck_assert_uint_eq(delay_read(&places, &complaints), 3000);
    ck_assert(complaints.len > 0);
    buf_fini(&complaints);
    buf_fini(&large);
}
END_TEST

START_TEST(a_file_is_written_whole_and_for_its_owner)
{
    struct stat before, after;
    char path[256];

    snprintf(path, sizeof path, "%s/.config/dotproc/toprc", home);
    put_file("/.config/dotproc/toprc", "format = 1\n");
    ck_assert_int_eq(stat(path, &before), 0);
    ck_assert_uint_eq(before.st_mode & 07777, 0600);
    put_file("/.config/dotproc/toprc", "format = 1\ndelay = 1\n");
    ck_assert_int_eq(stat(path, &after), 0);
    ck_assert_uint_ne(before.st_ino, after.st_ino); /* another file has taken its place */
    ck_assert_uint_eq(after.st_size, 21);

    /* It cannot take the place of a folder; remove_home() sees that no other file was left. */
    snprintf(path, sizeof path, "%s/.config/dotproc", home);
    ck_assert_int_lt(config_file_write(path, "", 0), 0);
}
END_TEST

START_TEST(limits_are_for_ordinary_users)
{
    struct config_places places = {.program = "top", .system = home, .ordinary = true};
    struct stock_limits read;
    struct buf complaints = {0};

    put_file("/toprc", "s\n5\n");
    config_file_read_limits(&places, &read, &complaints);
    ck_assert(read.secure && read.has_delay);
    places.ordinary = false;
    config_file_read_limits(&places, &read, &complaints);
    ck_assert(!read.secure && !read.has_delay);
    buf_fini(&complaints);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("config");
    TCase *pure = tcase_create("text");
    TCase *files = tcase_create("files");

    tcase_add_checked_fixture(pure, setup, teardown);
    tcase_add_test(pure, defaults_come_back);
    tcase_add_test(pure, all_that_is_set_comes_back);
    tcase_add_test(pure, all_settings_are_tried);
    tcase_add_loop_test(pure, mistakes_are_named, 0, COUNT_OF(mistakes));
    tcase_add_test(pure, what_is_no_text_is_refused);
    tcase_add_test(pure, stock_j_is_read);
    tcase_add_test(pure, stock_k_is_read);
    tcase_add_test(pure, stock_m_is_read);
    tcase_add_test(pure, stock_n_is_read);
    tcase_add_loop_test(pure, stock_becomes_ours, 0, 4);
    tcase_add_loop_test(pure, spoilt_stock_files_are_refused, 0, COUNT_OF(spoilt));
    tcase_add_test(pure, cut_stock_files_are_refused);
    tcase_add_loop_test(pure, limits_are_read, 0, COUNT_OF(limits));
    suite_add_tcase(suite, pure);
    tcase_add_checked_fixture(files, make_home, remove_home);
    tcase_add_test(files, files_are_read_in_order);
    tcase_add_test(files, only_absolute_places_count);
    tcase_add_test(files, odd_files_are_no_configuration);
    tcase_add_test(files, a_file_is_written_whole_and_for_its_owner);
    tcase_add_test(files, limits_are_for_ordinary_users);
    suite_add_tcase(suite, files);
    return run_suite(suite);
}
