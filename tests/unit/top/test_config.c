/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Our own configurations: they are written and read back, and mistakes are named by line. */
#include <string.h>

#include "tests/unit/run.h"
#include "tests/unit/top/config_fixture.h"
#include "top/config/config.h"
#include "top/config/internal.h"

FIXTURE(config_fixture_setup, config_fixture_teardown);

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
                              "cursor = no\n"
                              "ended = no\n"
                              "pressure = no\n"
                              "mouse = no\n"
                              "function-keys = yes\n"
                              "status = no\n"
                              "extra-width = -1\n"
                              "[window 1]\n"
                              "forest = yes\n"
                              "[window 2]\n"
                              "name = a#b\n"
                              "tasks-hidden = yes\n"
                              "fields = COMMAND PID S\n"
                              "other-fields = USER PPID\n"
                              "group-fields = %P99 COUNT COMMAND\n"
                              "other-group-fields = PID\n"
                              "wait-fields = WAIT COMMAND\n"
                              "other-wait-fields = PID\n"
                              "sort = USER\n"
                              "ascending = yes\n"
                              "group-by = pool,wait\n"
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

CASE(all_that_is_set_comes_back)
{
    const struct window_settings *window = &config.windows[1];
    struct buf first = {0};

    ck_assert_msg(parse_ours(changed), "%zu: %s", error.line, buf_text(&error.why));
    ck_assert_uint_eq(config.settings.delay_ns, 250000000);
    ck_assert_str_eq(window->name, "a#b");
    ck_assert_uint_eq(window->field_count, 2); /* of the grouping */
    ck_assert_int_eq(window->fields[0], FIELD_WAIT);
    ck_assert_int_eq(window->slots[0].id, FIELD_COMMAND);
    ck_assert_int_eq(window->group_slots[3].id, FIELD_PID);
    ck_assert_int_eq(window->slots[3].id, FIELD_USER);
    ck_assert_int_eq(window->slots[4].id, FIELD_PPID);
    ck_assert_str_eq(window->filters.list[0].value, "  a = b ");
    ck_assert(window->filters.list[1].ignore_case);
    ck_assert_uint_eq(config.entry_count, 2);
    ck_assert_str_eq(config.entries[1].name, "NUMA");

    write_again(&first);
    for (const char *line = changed; *line; line += strcspn(line, "\n") + 1)
        if (strncmp(line, "other-", 6) != 0)
            ck_assert_msg(has_line(&first, line, strcspn(line, "\n")), "lost: %s", line);
    buf_fini(&first);
    check_round_trip();
}

/* All settings are in the text above: one that is new has to be tried there too. */
CASE(all_settings_are_tried)
{
    struct buf text = {0};
    char *rest, *line;

    ck_assert(parse_ours(changed));
    write_again(&text);
    for (line = strtok_r(text.data, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char *sign = *line == '#' ? NULL : strstr(line, " = ");

        if (!sign)
            continue;
        sign[3] = '\0';
        ck_assert_msg(strstr(changed, line) != NULL, "%s", line);
    }
    buf_fini(&text);
}

/* No keys lead to both: V ends a grouping, and % the forest. */
CASE(a_grouping_has_no_forest)
{
    ck_assert(parse_ours("format = 1\n[window 1]\ngroup-by = user\nforest = yes\n"));
    ck_assert_int_eq(config.windows[0].group, GROUP_BY_USER);
    ck_assert(!config.windows[0].forest);
}

/* Of version 0.1. */
static const struct {
    const char *text;
    enum group_by by;
} old_pools[] = {
    {"pools = no\n", GROUP_BY_NOTHING},
    {"pools = yes\n", GROUP_BY_POOL},
};

LOOP(pools_of_old_files_are_taken, COUNT_OF(old_pools))
{
    struct buf text = {0};

    buf_printf(&text, "format = 1\n[window 1]\n%s", old_pools[_i].text);
    ck_assert(parse_ours(buf_text(&text)));
    ck_assert_int_eq(config.windows[0].group, old_pools[_i].by);
    buf_fini(&text);
}

static const struct {
    const char *text;
    size_t line;
    const char *why; /* what it says, among other things */
} mistakes[] = {
    {"", 0, "empty"},
    {"# nothing\n\n", 2, "empty"},
    {"delay = 1\n", 1, "not a configuration"},
    {"format = 2\n", 1, "not a configuration"},
    {"format = 1\nnonsense\n", 2, "not a setting: 'nonsense'"},
    {"format = 1\nnonsense = 1\n", 2, "no setting 'nonsense'"},
    {"format = 1\n= 1\n", 2, "no setting ''"},
    {"format = 1\n[window 0]\n", 2, "no section '[window 0]'"},
    {"format = 1\n[window 5]\n", 2, "no section"},
    {"format = 1\n[window 1\n", 2, "no section"},
    {"format = 1\n\n# x\ndelay = -1\n", 4, "'-1' is not a value for 'delay'"},
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
    {"format = 1\n[window 1]\nname = \xc3\033\n", 3, "value for 'name'"},
    {"format = 1\n[window 1]\nname = \xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\n", 3,
     "value for 'name'"},
    {"format = 1\n[window 1]\nfields = PID NONE\n", 3, "'PID NONE'"},
    {"format = 1\n[window 1]\nfields = PID S PID\n", 3, "'PID S PID'"},
    {"format = 1\n[window 1]\nfields = PID\nother-fields = PID\n", 4, "'PID'"},
    {"format = 1\n[window 1]\nsort = pid\n", 3, "'pid'"},
    {"format = 1\n[window 1]\nmax-tasks = -1\n", 3, "'-1'"},
    {"format = 1\n[window 1]\nmax-tasks = 99999999999999999999\n", 3, "'99999"},
    {"format = 1\n[window 1]\nfilter = PID\n", 3, "delimiter"},
    {"format = 1\n[window 1]\nfilter = NONE=1\n", 3, "'NONE'"},
    {"format = 1\n[window 1]\ntask-colour = 256\n", 3, "'256'"},
    {"format = 1\n[window 1]\ntask-colour = -1\n", 3, "'-1'"},
    {"format = 1\n[window 1]\nadjoining = 9\n", 3, "'9'"},
    {"format = 1\n[window 1]\nprocessors = lines\n", 3, "'lines'"},
    {"format = 1\npipe\tname\n", 2, "with tabs between"},
    {"format = 1\npipe\t\tformat\n", 2, "with tabs between"},
    {"format = 1\nwhat\tname\tformat\n", 2, "'what'"},
};

LOOP(mistakes_are_named, COUNT_OF(mistakes))
{
    ck_assert_msg(!parse_ours(mistakes[_i].text), "taken: %s", mistakes[_i].text);
    ck_assert_msg(error.line == mistakes[_i].line, "%s: line %zu", mistakes[_i].text, error.line);
    ck_assert_msg(strstr(buf_text(&error.why), mistakes[_i].why) != NULL, "%s: %s",
                  mistakes[_i].text, buf_text(&error.why));
    ck_assert_uint_eq(config.settings.delay_ns, 3000000000); /* and nothing of it holds */
    ck_assert_uint_eq(config.entry_count, 0);
}

CASE(what_is_no_text_is_refused)
{
    static const char with_nul[] = "format = 1\ndelay = \0 1\n";
    char long_line[5000];

    ck_assert(!config_parse(&config, with_nul, sizeof(with_nul) - 1, &error));
    ck_assert_uint_eq(error.line, 2);
    memset(long_line, '#', sizeof(long_line));
    buf_clear(&error.why);
    ck_assert(!config_parse(&config, long_line, sizeof(long_line), &error));
    ck_assert_uint_eq(error.line, 1);
    ck_assert_str_eq(buf_text(&error.why), "not a line of text");
}

/* Names are written by users of UTF-8 and also read by cron, in the C locale. */
CASE(names_of_other_locales_stay)
{
    static const char *const names[] = {"\xc3\xa4", "a\xff",
                                        "\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac"};
    struct buf text = {0};

    for (int i = 0; i < COUNT_OF(names); i++) {
        buf_clear(&text);
        buf_printf(&text, "format = 1\ndelay = 2\n[window 2]\nname = %s\n", names[i]);
        ck_assert_msg(parse_ours(buf_text(&text)), "%s", buf_text(&error.why));
        ck_assert_str_eq(config.windows[1].name, names[i]);
        ck_assert_uint_eq(config.settings.delay_ns, 2000000000);
        check_round_trip();
    }
    buf_fini(&text);
}

/* What stock's file may have, and W then saves. */
CASE(long_commands_come_back)
{
    struct buf text = {0};

    buf_puts(&text, "format = 1\npipe\tLong\t");
    buf_fill(&text, 'x', 3000);
    buf_putc(&text, '\n');
    ck_assert(parse_ours(buf_text(&text)));
    check_round_trip();
    ck_assert_uint_eq(strlen(config.entries[0].format), 3000);
    buf_fini(&text);
}
