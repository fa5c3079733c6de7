/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/run.h"
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
    {"-p 1,x,2", "bad pid 'x'"},
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
    {"-p 1,,2", "bad pid ''"},
    {"-p ,1", "bad pid ''"},
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

START_TEST(refuses)
{
    struct options options;
    struct buf error = {0};

    ck_assert_msg(!parse(faults[_i].line, &options, &error), "'%s' passes", faults[_i].line);
    ck_assert_str_eq(buf_text(&error), faults[_i].message);
    buf_fini(&error);
}
END_TEST

/* Whose users there are depends on the host; root is on all of them. */
START_TEST(refuses_unknown_users)
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
END_TEST

static struct options accepted(const char *line)
{
    struct options options;
    struct buf error = {0};

    ck_assert_msg(parse(line, &options, &error), "'%s': %s", line, buf_text(&error));
    buf_fini(&error);
    return options;
}

START_TEST(takes_every_grouping)
{
    ck_assert(!accepted("").has_group);
    for (unsigned by = 0; by < GROUP_BY_KINDS; by++) {
        char line[32];

        snprintf(line, sizeof(line), "--group-by %s", group_by_names[by]);
        ck_assert(accepted(line).has_group);
        ck_assert_uint_eq(accepted(line).group, by);
    }
}
END_TEST

START_TEST(has_defaults)
{
    struct options options = accepted("");

    ck_assert_int_eq(options.information, INFORMATION_NONE);
    ck_assert(!options.batch && !options.threads && !options.secure);
    ck_assert(!options.command_lines && !options.idle_hidden);
    ck_assert(!options.cumulative && !options.each_cpu);
    ck_assert(!options.has_delay && !options.has_sort);
    ck_assert(!options.has_summary_unit && !options.has_task_unit);
    ck_assert_uint_eq(options.iterations, 0);
    ck_assert_uint_eq(options.pid_count, 0);
    ck_assert_uint_eq(options.width, 0);
    ck_assert_int_eq(options.users.by, FILTER_NOBODY);
    ck_assert_ptr_null(options.procfs);
    ck_assert_ptr_null(options.source);
}
END_TEST

START_TEST(takes_a_form_of_json)
{
    ck_assert(!accepted("-b").json);
    ck_assert(accepted("-b --json=lines").json);
    ck_assert(accepted("--json lines").batch);
}
END_TEST

START_TEST(takes_flags)
{
    static const char *const lines[] = {
        "-bHsciS1", "-b -H -s -c -i -S -1",
        ("--batch-mode --threads-show --secure-mode --cmdline-toggle --idle-toggle "
         "--accum-time-toggle --single-cpu-toggle"),
        "--batch --threads --sec --cmd --idle --accum --single", /* prefixes */
    };

    for (int i = 0; i < COUNT_OF(lines); i++) {
        struct options options = accepted(lines[i]);

        ck_assert_msg(options.batch && options.threads && options.secure, "%s", lines[i]);
        ck_assert_msg(options.command_lines && options.idle_hidden, "%s", lines[i]);
        ck_assert_msg(options.cumulative && options.each_cpu, "%s", lines[i]);
    }
}
END_TEST

START_TEST(takes_numbers)
{
    ck_assert_uint_eq(accepted("-n5").iterations, 5);
    ck_assert_uint_eq(accepted("--iterations=12").iterations, 12);
    ck_assert(accepted("-d1.5").has_delay);
    ck_assert_uint_eq(accepted("-d1.5").delay_ns, 1500000000);
    ck_assert_uint_eq(accepted("-d 1,5").delay_ns, 1500000000);
    ck_assert_uint_eq(accepted("--del 0").delay_ns, 0);
}
END_TEST

/* The beginning of --delay, which is enough for stock, is that of --debug, too. */
START_TEST(takes_debug)
{
    ck_assert_uint_eq(accepted("--de=2").delay_ns, 2000000000);
    ck_assert_uint_eq(accepted("--d 2").delay_ns, 2000000000);
    ck_assert_ptr_null(accepted("--d 2").debug);
    ck_assert_str_eq(accepted("--debug=bpf").debug, "bpf");
    ck_assert(!accepted("--debug=bpf").has_delay);
    ck_assert_str_eq(accepted("--debug bpf --debug-file=f -d1").debug_file, "f");
    ck_assert_str_eq(accepted("--debug bpf --debug-file=f -d1").debug, "bpf");
    ck_assert(accepted("--debug bpf --debug-file=f -d1").has_delay);
}
END_TEST

/* Stock takes an equals sign with short options, too, and even by itself. */
START_TEST(takes_equals_signs)
{
    ck_assert_uint_eq(accepted("-n=5").iterations, 5);
    ck_assert_uint_eq(accepted("-n =5").iterations, 5);
    ck_assert_uint_eq(accepted("-n = 5 -b").iterations, 5);
    ck_assert(accepted("-n = 5 -b").batch);
    ck_assert_uint_eq(accepted("-w=90").width, 90);
    ck_assert_uint_eq(accepted("-w =90").width, 90);
    ck_assert_int_eq(accepted("-o=PID").sort, FIELD_PID);
    ck_assert_int_eq(accepted("-p =7").pids[0], 7);
    ck_assert_str_eq(accepted("--procfs==").procfs, "="); /* ours: the path may begin so */
}
END_TEST

START_TEST(takes_widths)
{
    ck_assert_uint_eq(accepted("-w").width, WIDTH_AUTO);
    ck_assert_uint_eq(accepted("-w -b").width, WIDTH_AUTO);
    ck_assert_uint_eq(accepted("-w3").width, 3);
    ck_assert_uint_eq(accepted("-w 512").width, 512);
    ck_assert_uint_eq(accepted("--width=100").width, 100);
    ck_assert_uint_eq(accepted("--width 100").width, 100);
}
END_TEST

START_TEST(takes_units)
{
    static const char letters[] = "kmgtpe";

    for (size_t i = 0; letters[i]; i++) {
        char line[] = {'-', 'E', letters[i], '\0'};

        ck_assert_int_eq(accepted(line).summary_unit, (int)i);
        ck_assert(accepted(line).has_summary_unit);
        line[1] = 'e';
        if (letters[i] != 'e')
            ck_assert_int_eq(accepted(line).task_unit, (int)i);
    }
    ck_assert_int_eq(accepted("--scale-task-mem=g").task_unit, UNIT_OF_GIB);
}
END_TEST

START_TEST(takes_pids)
{
    struct options options = accepted("-p 1,22 -p3 --pid=0,1");

    /* 0 is top itself; what is there already is not taken twice. */
    ck_assert_uint_eq(options.pid_count, 4);
    ck_assert_int_eq(options.pids[0], 1);
    ck_assert_int_eq(options.pids[1], 22);
    ck_assert_int_eq(options.pids[2], 3);
    ck_assert_int_eq(options.pids[3], SELF);
    ck_assert_uint_eq(accepted("-p 1,2,").pid_count, 2);
    ck_assert_uint_eq(accepted("-p 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20").pid_count,
                      20);
}
END_TEST

START_TEST(takes_users)
{
    struct options options = accepted("-u root");

    ck_assert_int_eq(options.users.by, FILTER_EFFECTIVE);
    ck_assert_uint_eq(options.users.uid, 0);
    ck_assert(!options.users.negate);

    options = accepted("--filter-any-user=!12345");
    ck_assert_int_eq(options.users.by, FILTER_ANY);
    ck_assert_uint_eq(options.users.uid, 12345);
    ck_assert(options.users.negate);
}
END_TEST

START_TEST(takes_sort_fields)
{
    struct options options = accepted("-o %MEM");

    ck_assert(options.has_sort && !options.has_direction);
    ck_assert_int_eq(options.sort, FIELD_MEM);
    options = accepted("-o +TIME+");
    ck_assert(options.has_direction && !options.ascending);
    ck_assert_int_eq(options.sort, FIELD_TIME_PLUS);
    options = accepted("--sort-override=-PID");
    ck_assert(options.has_direction && options.ascending);
    ck_assert_int_eq(options.sort, FIELD_PID);
}
END_TEST

START_TEST(takes_every_field_it_lists)
{
    for (unsigned id = 0; id < FIELD_COUNT; id++) {
        char line[32];

        snprintf(line, sizeof(line), "-o %s", field_at(id)->header);
        ck_assert_uint_eq(accepted(line).sort, id);
    }
    ck_assert_ptr_null(field_at(FIELD_COUNT));
}
END_TEST

START_TEST(takes_sources)
{
    struct options options = accepted("--procfs=/tree --source dot");

    ck_assert_str_eq(options.procfs, "/tree");
    ck_assert_str_eq(options.source, "dot");
}
END_TEST

START_TEST(tells_about_itself)
{
    ck_assert_int_eq(accepted("-h").information, INFORMATION_HELP);
    ck_assert_int_eq(accepted("--help").information, INFORMATION_HELP);
    ck_assert_int_eq(accepted("-V").information, INFORMATION_VERSION);
    ck_assert_int_eq(accepted("--vers").information, INFORMATION_VERSION);
    ck_assert_int_eq(accepted("-O").information, INFORMATION_FIELDS);
    ck_assert_int_eq(accepted("--list-fields").information, INFORMATION_FIELDS);
    /* What follows is not looked at. */
    ck_assert_int_eq(accepted("-b -V -Q").information, INFORMATION_VERSION);
}
END_TEST

/* Each field stands for a column, of lib/column or our own, and knows how wide it is. */
START_TEST(fields_have_columns)
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
END_TEST

TESTS("top_options", LOOP(refuses, COUNT_OF(faults)), CASE(refuses_unknown_users),
      CASE(has_defaults), CASE(takes_every_grouping), CASE(takes_a_form_of_json), CASE(takes_flags),
      CASE(takes_numbers), CASE(takes_debug), CASE(takes_equals_signs), CASE(takes_widths),
      CASE(takes_units), CASE(takes_pids), CASE(takes_users), CASE(takes_sort_fields),
      CASE(takes_every_field_it_lists), CASE(takes_sources), CASE(tells_about_itself),
      CASE(fields_have_columns))
