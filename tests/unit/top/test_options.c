/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <string.h>

#include "lib/base/units.h"
#include "tests/unit/run.h"
#include "tests/unit/top/tell.h"
#include "top/options.h"

#define WORDS_MAX 32
#define SELF      4711

/* A command line behind "top", its words separated by blanks. */
static bool parse(const char *line, struct options *options, struct buf *error)
{
    static char words[512];
    char *argv[WORDS_MAX] = {words, NULL};
    int argc = 1;
    char *word, *rest;

    ck_assert_uint_lt((size_t)snprintf(words, sizeof(words), "top %s", line), sizeof(words));
    strtok_r(words, " ", &rest); /* "top" stays where argv[0] has it */
    while ((word = strtok_r(NULL, " ", &rest))) {
        ck_assert_int_lt(argc, WORDS_MAX - 1);
        /* A lone "''" is an empty word. */
        argv[argc++] = strcmp(word, "''") == 0 ? word + 2 : word;
    }
    return options_parse(argc, argv, SELF, options, error);
}

static const struct {
    const char *line;
    const char *message; /* without "top: " */
} faults[] = {
    {"-n0", "bad iterations argument '0'"},
    {"-n -1", "bad iterations argument '-1'"},
    {"-n x", "bad iterations argument 'x'"},
    {"-n 1.5", "bad iterations argument '1.5'"},
    {"-n 99999999999999999999", "bad iterations argument '99999999999999999999'"},
    {"-d x", "bad delay interval 'x'"},
    {"-d ''", "bad delay interval ''"},
    {"-d nan", "bad delay interval 'nan'"},
    {"-d -1", "-d requires positive argument"},
    {"-d -b", "bad delay interval '-b'"},
    {"-d 1 -s", "-d disallowed in \"secure\" mode"},
    {"-s --delay=1", "-d disallowed in \"secure\" mode"},
    {"-p x", "bad pid 'x'"},
    {"-p -3", "bad pid '-3'"},
    {"-p 1,2x", "bad pid '2x'"},
    {"-p 1,x,2", "bad pid 'x,2'"},
    {"-p +1", "bad pid '+1'"},
    {"-p 1,+2", "bad pid '1,+2'"},
    {"-p 1,2,-3", "bad pid '1,2,-3'"},
    {"-p 1,2.5", "bad pid '1,2.5'"},
    {"-p 99999999999", "bad pid '99999999999'"},
    {"-p 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21", "pid limit (20) exceeded"},
    {"-p 1,2,3,4,5,6,7,8,9,10 -p 11,12,13,14,15,16,17,18,19,20 -p 21", "pid limit (20) exceeded"},
    {"-o nonsense", "unrecognized field name 'nonsense'"},
    {"-o pid", "unrecognized field name 'pid'; did you mean 'PID'?"},
    {"-o -%CU", "unrecognized field name '%CU'; did you mean '%CPU', '%CUU', '%CUC'?"},
    {"-o +", "unrecognized field name ''"},
    {"-e x", "bad memory scaling arg 'x'"},
    {"-e e", "bad memory scaling arg 'e'"},
    {"-e kk", "bad memory scaling arg 'kk'"},
    {"-E x", "bad memory scaling arg 'x'"},
    {"-E ''", "bad memory scaling arg ''"},
    {"-p 1,,2", "bad pid ',2'"},
    {"-p ,1", "bad pid ',1'"},
    {"-d 0x1", "bad delay interval '0x1'"}, /* valid in stock top, as the next one is */
    {"-n 0x1", "bad iterations argument '0x1'"},
    {"-p ==1", "bad pid '=1'"},
    {"-n =", "bad iterations argument ''"},
    {"-w x", "bad width arg 'x'"},
    {"-wx", "bad width arg 'x'"},
    {"-w2", "bad width arg '2'"},
    {"-w 513", "bad width arg '513'"},
    {"--width=0", "bad width arg '0'"},
    {"-u root -p 1", "conflicting process selections (U/p/u)"},
    {"-p 1 -U root", "conflicting process selections (U/p/u)"},
    {"-U root -u root", "conflicting process selections (U/p/u)"},
    {"-Q", "invalid option -- 'Q'"},
    {"-bQ", "invalid option -- 'Q'"},
    {"--batch-mode -Qb", "invalid option -- 'Q'"},
    {"--batch-mode -d", "option requires an argument -- 'd'"},
    {"--batch-mode=3", "unrecognized option '--batch-mode=3'; did you mean '--batch-mode'?"},
    {"--nonsense", "unrecognized option '--nonsense'"},
    {"--iteratons", "unrecognized option '--iteratons'; did you mean '--iterations'?"},
    {"--sauce=bpf", "unrecognized option '--sauce=bpf'; did you mean '--source'?"},
    {"--s", "unrecognized option '--s'"}, /* several begin so */
    {"words", "unknown option 'words'"},
    {"-b -- -n1", "unknown option '-n1'"},
    {"--group-by name", "there is no grouping 'name'"},
    {"--group-by=contaner", "there is no grouping 'contaner'; did you mean 'container'?"},
    {"--group-by=wait,pool", "there is no grouping 'wait,pool'"},
    {"-b --json=all", "unknown form of JSON 'all'"},
    {"--json=", "unknown form of JSON ''"},
    {"--json", "option requires an argument -- '--json'"},
    {"-n", "option requires an argument -- 'n'"},
    {"--pid", "option requires an argument -- '--pid'"},
};

LOOP(refuses, COUNT_OF(faults))
{
    struct options options;
    struct buf error = {0};

    ck_assert_msg(!parse(faults[_i].line, &options, &error), "'%s' passes", faults[_i].line);
    BUF_CHECK(&error, faults[_i].message);
}

/* Whose users there are depends on the host; root is on all of them. */
CASE(refuses_unknown_users)
{
    static const char *const lines[] = {"-u no-such-user",
                                        "-U !no-such-user",
                                        "-u 4294967295",
                                        "-u 99999999999",
                                        "-u ''",
                                        "-u !",
                                        "-u -1"};
    struct options options;
    struct buf error = {0};

    for (int i = 0; i < COUNT_OF(lines); i++) {
        ck_assert_msg(!parse(lines[i], &options, &error), "'%s' passes", lines[i]);
        ck_assert_msg(strncmp(buf_text(&error), "Invalid user", 12) == 0, "%s", buf_text(&error));
    }
    buf_fini(&error);
}

static struct options accepted(const char *line)
{
    struct options options;
    struct buf error = {0};

    ck_assert_msg(parse(line, &options, &error), "'%s': %s", line, buf_text(&error));
    buf_fini(&error);
    return options;
}

CASE(takes_every_grouping)
{
    for (unsigned by = 0; by < GROUP_BY_KINDS; by++) {
        char line[32];

        snprintf(line, sizeof(line), "--group-by %s", group_by_names[by]);
        ck_assert(accepted(line).has_group);
        ck_assert_uint_eq(accepted(line).group, by);
    }
}

/* "off" turns off groups, and not the forest that is saved. */
CASE(a_grouping_takes_the_place_of_the_forest)
{
    for (unsigned by = 0; by < GROUP_BY_KINDS; by++) {
        static struct model model;
        const struct options options = {.has_group = true, .group = (enum group_by)by};

        model_init(&model, NULL, true);
        model.window->settings.forest = true;
        options_apply(&options, &model);
        ck_assert_int_eq(model.window->settings.forest, by == GROUP_BY_NOTHING);
        model_fini(&model);
    }
}

#define FLAG(member)                              \
    {                                             \
#member, offsetof(struct options, member) \
    }

static const struct {
    const char *name;
    size_t offset;
} flags[] = {
    FLAG(batch),         FLAG(json),        FLAG(threads),    FLAG(secure),
    FLAG(defaults),      FLAG(ended),       FLAG(pressure),   FLAG(cgroups),
    FLAG(command_lines), FLAG(idle_hidden), FLAG(cumulative), FLAG(each_cpu),
};

#define TEXT(name, member)                     \
    {                                          \
        name, offsetof(struct options, member) \
    }

static const struct {
    const char *name;
    size_t offset;
} texts[] = {
    TEXT("procfs", procfs),
    TEXT("source", source),
    TEXT("cgroup-root", cgroup_root),
    TEXT("container-root", container_root),
    TEXT("debug", debug),
    TEXT("debug-file", debug_file),
};

static const char *const informations[] = {"", "help", "version", "fields", "procps-rc"};

static const void *member(const struct options *options, size_t offset)
{
    return (const char *)options + offset;
}

static void tell_order(const struct options *options, struct buf *out)
{
    TELL(options->has_delay, " delay %.3f", (double)options->delay_ns / 1e9);
    TELL(options->iterations, " iterations %ju", (uintmax_t)options->iterations);
    TELL(options->has_group, " group %s", group_by_names[options->group]);
    TELL(options->has_sort, " sort %s", field_at(options->sort)->header);
    TELL(options->has_direction, " %s", options->ascending ? "ascending" : "descending");
    TELL(options->has_summary_unit, " summary-unit %d", (int)options->summary_unit);
    TELL(options->has_task_unit, " task-unit %d", (int)options->task_unit);
}

/* All that is different from no options. */
static void tell(const struct options *options, struct buf *out)
{
    TELL(options->information, " %s", informations[options->information]);
    for (int i = 0; i < COUNT_OF(flags); i++)
        TELL(*(const bool *)member(options, flags[i].offset), " %s", flags[i].name);
    tell_order(options, out);
    for (size_t i = 0; i < options->pid_count; i++)
        buf_printf(out, " pid %d", (int)options->pids[i]);
    TELL(options->users.by, " %s %s%u", options->users.by == FILTER_ANY ? "any-user" : "user",
         options->users.negate ? "!" : "", (unsigned)options->users.uid);
    if (options->width == WIDTH_AUTO)
        buf_puts(out, " width auto");
    else
        TELL(options->width, " width %zu", options->width);
    TELL(options->patience_ns != NS_PER_S, " patience %.3f", (double)options->patience_ns / 1e9);
    for (int i = 0; i < COUNT_OF(texts); i++) {
        const char *const *text = member(options, texts[i].offset);

        TELL(*text, " %s %s", texts[i].name, *text);
    }
}

static const struct {
    const char *line, *told;
} taken[] = {
    {"", ""},
    {"-bHsciS1", " batch threads secure command_lines idle_hidden cumulative each_cpu"},
    {"-b -H -s -c -i -S -1", " batch threads secure command_lines idle_hidden cumulative each_cpu"},
    {"--batch-mode --threads-show --secure-mode --cmdline-toggle",
     " batch threads secure command_lines"},
    {"--idle-toggle --accum-time-toggle --single-cpu-toggle", " idle_hidden cumulative each_cpu"},
    {"--batch --threads --sec --cmd --idle --accum --single", /* prefixes */
     " batch threads secure command_lines idle_hidden cumulative each_cpu"},
    {"-A --ended --pressure --cgroups", " defaults ended pressure cgroups"},
    {"-b --json=lines", " batch json"},
    {"--json lines", " batch json"},

    {"-n5", " iterations 5"},
    {"--iterations=12", " iterations 12"},
    {"-d1.5", " delay 1.500"},
    {"-d 1,5", " delay 1.500"},
    {"--del 0", " delay 0.000"},
    {"--patience 0.25", " patience 0.250"},
    {"--de=2", " delay 2.000"}, /* so --debug begins, too, but for stock it is --delay */
    {"--d 2", " delay 2.000"},
    {"--debug=bpf", " debug bpf"},
    {"--debug bpf --debug-file=f -d1", " delay 1.000 debug bpf debug-file f"},
    {"--debug= --debug-file= --procfs= --source=", ""},
    {"--cgroup-root a --cgroup-root=", ""},

    /* Stock takes an equals sign with short options, too, and even by itself. */
    {"-n=5", " iterations 5"},
    {"-n =5", " iterations 5"},
    {"-n = 5 -b", " batch iterations 5"},
    {"-w=90", " width 90"},
    {"-w =90", " width 90"},
    {"-o=PID", " sort PID"},
    {"-p =7", " pid 7"},
    {"--procfs==", " procfs ="}, /* ours: the path may begin so */

    {"-w", " width auto"},
    {"-w -b", " batch width auto"},
    {"-w3", " width 3"},
    {"-w 512", " width 512"},
    {"--width=100", " width 100"},
    {"--width 100", " width 100"},

    {"-Ek -ek", " summary-unit 0 task-unit 0"},
    {"-Em -em", " summary-unit 1 task-unit 1"},
    {"-Eg -eg", " summary-unit 2 task-unit 2"},
    {"-Et -et", " summary-unit 3 task-unit 3"},
    {"-Ep -ep", " summary-unit 4 task-unit 4"},
    {"-Ee", " summary-unit 5"},
    {"--scale-task-mem=g", " task-unit 2"},

    /* 0 is top itself; what is there already is not taken twice. */
    {"-p 1,22 -p3 --pid=0,1", " pid 1 pid 22 pid 3 pid 4711"},
    {"-p 1,2,", " pid 1 pid 2"},
    {"-p 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20",
     " pid 1 pid 2 pid 3 pid 4 pid 5 pid 6 pid 7 pid 8 pid 9 pid 10 pid 11 pid 12 pid 13 pid 14"
     " pid 15 pid 16 pid 17 pid 18 pid 19 pid 20"},
    {"-u root", " user 0"},
    {"--filter-any-user=!12345", " any-user !12345"},

    {"-o %MEM", " sort %MEM"},
    {"-o +TIME+", " sort TIME+ descending"},
    {"--sort-override=-PID", " sort PID ascending"},
    {"--procfs=/tree --source dot", " procfs /tree source dot"},
    {"--cgroup-root=/c --container-root /d", " cgroup-root /c container-root /d"},

    {"-h", " help"},
    {"--help", " help"},
    {"-V", " version"},
    {"--vers", " version"},
    {"-O", " fields"},
    {"--list-fields", " fields"},
    {"--procps-rc", " procps-rc"},
    {"-b -V -Q", " version batch"}, /* what follows is not looked at */
};

LOOP(takes, COUNT_OF(taken))
{
    const struct options options = accepted(taken[_i].line);
    struct buf told = {0};

    tell(&options, &told);
    BUF_CHECK(&told, taken[_i].told);
}

CASE(takes_every_field_it_lists)
{
    for (unsigned id = 0; id < FIELD_COUNT; id++) {
        char line[32];

        snprintf(line, sizeof(line), "-o %s", field_at(id)->header);
        ck_assert_uint_eq(accepted(line).sort, id);
    }
    ck_assert_ptr_null(field_at(FIELD_COUNT));
}

/* Each field stands for a column, of lib/column or our own, and knows how wide it is. */
CASE(fields_have_columns)
{
    for (unsigned id = 0; id < FIELD_COUNT; id++) {
        const struct field *field = field_at(id);

        ck_assert_msg(field_column((enum field_id)id, false) != NULL, "%s", field->header);
        ck_assert_msg(field->width > 0, "%s", field->header);
        ck_assert_msg(strlen(field->header) <= field->width, "%s is wider than its column",
                      field->header);
    }
    ck_assert_ptr_ne(field_column(FIELD_COMMAND, true), field_column(FIELD_COMMAND, false));
}
