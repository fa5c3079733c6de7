/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Configurations of stock's top: each version is read, and damaged ones are refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/run.h"
#include "tests/unit/top/config_fixture.h"
#include "tests/unit/top/stock_files.h"
#include "top/config/config.h"
#include "top/config/internal.h"

FIXTURE(config_fixture_setup, config_fixture_teardown);

static void must_parse_stock(const char *text)
{
    ck_assert_msg(parse_stock(text), "%zu: %s", error.line, buf_text(&error.why));
}

CASE(stock_j_is_read)
{
    const struct window_settings *job = &config.windows[1];

    must_parse_stock(FILE_J);
    ck_assert(config.settings.alternate && config.settings.solaris && config.settings.zeros_hidden);
    ck_assert_uint_eq(config.current, 2);
    ck_assert_uint_eq(config.settings.delay_ns, 1500000000);
    ck_assert_int_eq(config.settings.extra_width, 5);
    ck_assert_int_eq(config.settings.summary_unit, UNIT_OF_GIB);
    ck_assert_int_eq(config.settings.task_unit, UNIT_OF_MIB);
    ck_assert_str_eq(job->name, "Min");
    ck_assert_uint_eq(job->field_count, 12);
    ck_assert_int_eq(job->fields[1], FIELD_PPID);
    ck_assert_int_eq(job->fields[11], FIELD_COMMAND);
    ck_assert_int_eq(job->slots[5].id, FIELD_USER); /* not shown, between others */
    ck_assert(!job->slots[5].shown);
    ck_assert_int_eq(job->slots[FIELD_NFD].id, FIELD_NFD); /* of a newer version */
    ck_assert_int_eq(job->cpus, SUMMARY_BARS);
    ck_assert_int_eq(job->memory, SUMMARY_BLOCKS);
    ck_assert_int_eq(job->palette.colours[PART_TASKS], 208);
}

CASE(stock_k_is_read)
{
    const struct window_settings *def = &config.windows[0], *none = &config.windows[1];
    const struct window_settings *all = &config.windows[2];

    must_parse_stock(FILE_K);
    ck_assert_uint_eq(config.settings.delay_ns, 250000000);
    ck_assert_int_eq(config.settings.extra_width, EXTRA_WIDTH_AUTO);
    ck_assert_int_eq(config.settings.task_time, TIME_WHOLE_WEEKS);
    ck_assert_uint_eq(def->field_count, 13);
    ck_assert_int_eq(def->fields[1], FIELD_PPID);
    ck_assert_int_eq(def->sort, FIELD_TIME_PLUS);
    ck_assert_uint_eq(def->max_tasks, 9);
    ck_assert_uint_eq(def->adjoining, 2);
    ck_assert_uint_eq(def->cpu_choice.combined, 2);
    ck_assert_int_eq(def->cpu_choice.kind, CORE_PERFORMANCE);

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

    /* What stock top does not have. */
    ck_assert(!config.settings.ended && !config.settings.pressure);
    ck_assert(!config.settings.cursor && !config.settings.status);
}

CASE(stock_m_is_read)
{
    const struct filters *filters = &config.windows[1].filters;

    must_parse_stock(FILE_M);
    ck_assert_uint_eq(config.current, 4);
    ck_assert_int_eq(config.windows[0].palette.colours[PART_TASKS], COLOUR_DEFAULT);
    ck_assert_int_eq(config.windows[0].palette.colours[PART_MARKS], 14);
    ck_assert_uint_eq(config.windows[0].filters.count, 1);
    ck_assert(config.windows[0].filters.list[0].ignore_case);
    ck_assert_uint_eq(filters->count, 2);
    ck_assert(filters->list[1].exclude && !filters->list[1].ignore_case); /* the newest first */
    ck_assert_str_eq(filters->list[0].value, "r");
}

CASE(stock_n_is_read)
{
    must_parse_stock(FILE_N);
    ck_assert_int_eq(config.windows[0].sort, FIELD_CLS);
    ck_assert_uint_eq(config.windows[0].adjoining, 8);
    ck_assert(config.windows[0].cpu_choice.cores);
    ck_assert_int_eq(config.windows[0].cpu_choice.kind, CORE_EFFICIENT);
    ck_assert_uint_eq(config.entry_count, 2);
    ck_assert_int_eq(config.entries[0].kind, INSPECT_PIPE);
    ck_assert_str_eq(config.entries[0].format, "lsof -P -p %d 2>&1");
    ck_assert_int_eq(config.entries[1].kind, INSPECT_FILE);
}

/* What was read from stock's file is what W then saves. */
LOOP(stock_becomes_ours, 4)
{
    static const char *const files[] = {FILE_J, FILE_K, FILE_M, FILE_N};

    must_parse_stock(files[_i]);
    config.windows[1].name[WINDOW_NAME_MAX] = '\0'; /* j allowed four */
    check_round_trip();
}

CASE(stock_names_of_other_locales_stay)
{
    static const char file[] = FILE_K;
    const char *at = strstr(file, "Usr\t");
    struct buf text = {0};

    buf_put(&text, file, (size_t)(at - file));
    buf_printf(&text, "\xc3\xa4%s", at + 3);
    must_parse_stock(buf_text(&text));
    ck_assert_str_eq(config.windows[3].name, "\xc3\xa4");
    buf_fini(&text);
}

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
    {"Delay_time=0.250", "Delay_time=1.", 2},
    {"Delay_time=0.250", "Delay_time=1.5s", 2},
    {"Delay_time=0.250", "Delay_time=9999999999.0", 2},
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
    {"sortindx=20", "sortindx=200", 8},
    {"maxtasks=9", "maxtasks=-9", 8},
    {"graph_cpus=0", "graph_cpus=3", 8},
    {"double_up=1", "double_up=8", 8},
    {"core_types=2", "core_types=4", 8},
    {"taskclr=208", "taskclr=256", 9},
    {"taskclr=208", "taskclr=-2", 9},
    {"Usr\t", "\t", 24},
    {"Usr\t", "Usr\twinflags=1\nUsr\t", 24},
    {"Usr\tfieldscur", "A name that is far too long\tfieldscur", 24},
    {"Usr\tfieldscur", "User\tfieldscur", 24},
    {"Usr\tfieldscur", "U\001\tfieldscur", 24},
    {"Fixed_widest=-1", "Fixed_widest=-2", 31},
    {"Fixed_widest=-1", "fixed", 31},
    {"Summ_mscale=1", "Summ_mscale=6", 31},
    {"Task_mscale=0", "Task_mscale=5", 31},
    {"Tics_scaled=6", "Tics_scaled=7", 31},
};

LOOP(damaged_stock_files_are_refused, COUNT_OF(spoilt))
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
    ck_assert_uint_eq(config.settings.delay_ns, 3000000000);
    buf_fini(&text);
}

CASE(cut_stock_files_are_refused)
{
    static const char file[] = FILE_K;
    size_t last = (size_t)(strstr(file, "Fixed_widest=") - file);

    for (size_t len = 0; len < last; len++) {
        buf_clear(&error.why);
        ck_assert_msg(!stock_config_parse(&config, file, len, &error), "%zu bytes are taken", len);
        ck_assert(error.why.len > 0);
    }
}

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

/* What is written for stock top says the same as what was read. */
LOOP(stock_is_written_as_read, 4)
{
    static const char *const files[] = {FILE_J, FILE_K, FILE_M, FILE_N};
    struct buf first = {0}, second = {0};

    must_parse_stock(files[_i]);
    stock_config_put(&config, &first);
    must_parse_stock(buf_text(&first));
    stock_config_put(&config, &second);
    ck_assert_str_eq(buf_text(&first), buf_text(&second));
    buf_fini(&first);
    buf_fini(&second);
}

/* As stock top writes and reads it, with whole milliseconds. */
static const struct {
    const char *ours, *stock;
    uint64_t ns;
} delays[] = {
    {"0.05", "0.50,", 50000000},   {"1.5", "1.500,", 1500000000}, {"3", "3.0,", 3000000000},
    {"2.007", "2.7,", 2007000000}, {"0.0009", "0.0,", 0},
};

LOOP(a_delay_has_whole_milliseconds, COUNT_OF(delays))
{
    struct buf text = {0};
    const char *at;

    buf_printf(&text, "format = 1\ndelay = %s\n", delays[_i].ours);
    ck_assert(parse_ours(buf_text(&text)));
    buf_clear(&text);
    stock_config_put(&config, &text);
    at = strstr(buf_text(&text), "Delay_time=");
    ck_assert_ptr_nonnull(at);
    at += strlen("Delay_time=");
    ck_assert_msg(strncmp(at, delays[_i].stock, strlen(delays[_i].stock)) == 0, "%.9s", at);
    must_parse_stock(buf_text(&text));
    ck_assert_uint_eq(config.settings.delay_ns, delays[_i].ns);
    buf_fini(&text);
}

/* Fields of 4.0.2 fill its places, whose number is that of its fields. */
static void check_fields(const char **at)
{
    ck_assert_int_eq(strncmp(*at + 3, "\tfieldscur=", 11), 0);
    *at += 14;
    for (int place = 0; place < 100; place++) {
        char *end;
        const long number = strtol(*at, &end, 10);

        *at = end;
        ck_assert_msg(place >= 78 || number / 2 - 37 < 78, "field %ld in place %d", number, place);
    }
    *at += strspn(*at, " \n\t");
}

/* The number behind `name`, which has to be the next text. */
static unsigned long read_number(const char **at, const char *name)
{
    char *end;
    unsigned long number;

    ck_assert_msg(strncmp(*at, name, strlen(name)) == 0, "no %s at: %.40s", name, *at);
    *at += strlen(name);
    number = strtoul(*at, &end, 10);
    ck_assert_ptr_ne(end, *at);
    *at = end;
    return number;
}

/* As 4.0.2 reads a window: it refuses a file where a number is missing, or is none of these. */
static void check_window(const char **at)
{
    check_fields(at);
    read_number(at, "winflags=");
    ck_assert_uint_lt(read_number(at, ", sortindx="), 78);
    read_number(at, ", maxtasks=");
    read_number(at, ", graph_cpus=");
    read_number(at, ", graph_mems=");
    ck_assert_uint_lt(read_number(at, ", double_up="), 8);
    read_number(at, ", combine_cpus=");
    ck_assert_uint_lt(read_number(at, ", core_types="), 4);
    ck_assert_uint_lt(read_number(at, "\n\tsummclr="), 256);
    ck_assert_uint_lt(read_number(at, ", msgsclr="), 256);
    ck_assert_uint_lt(read_number(at, ", headclr="), 256);
    ck_assert_uint_lt(read_number(at, ", taskclr="), 256);
    ck_assert_int_eq(*(*at)++, '\n');
}

static const char *const written[] = {
    "format = 1\n",
    "format = 1\n[window 1]\nfields = %RUNQ nFD PID WAIT Docker COMMAND\nother-fields = CLS USER\n"
    "sort = WAIT\ncores = yes\ncore-kind = efficient\nsummary-colour = default\n"
    "task-colour = default\n[window 2]\nsort = nFD\ntask-colour = 208\n",
};

/* The oldest version that is followed reads it, and so do the newer ones. */
LOOP(stock_is_written_for_all, COUNT_OF(written))
{
    struct buf text = {0};
    const char *at;

    ck_assert_msg(parse_ours(written[_i]), "%s", buf_text(&error.why));
    stock_config_put(&config, &text);
    at = strstr(buf_text(&text), "\nId:k, Mode_altscr=0, ");
    ck_assert_ptr_nonnull(at);
    at = strchr(at + 1, '\n') + 1;
    for (size_t i = 0; i < WINDOW_COUNT; i++)
        check_window(&at);
    ck_assert_int_eq(strncmp(at, "Fixed_widest=0, ", 16), 0);
    buf_fini(&text);
}

LOOP(limits_are_read, COUNT_OF(limits))
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
