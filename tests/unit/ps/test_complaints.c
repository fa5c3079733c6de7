/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Messages about invalid command lines; those of stock ps are compared: tests/compare/cases.py. */
#include <errno.h>
#include <string.h>

#include "tests/unit/ps/ps_line.h"
#include "tests/unit/run.h"

static const struct line_case error_cases[] = {
    {NULL, "-e ", "garbage option"},
    {NULL, "--forestry", "unknown gnu long option"},
    {"bsd", "-A", "unsupported option (BSD syntax)"},

    {NULL, "--json=x", "--json takes no argument but =lines"},
    {NULL, "--json=", "--json takes no argument but =lines"},
    {NULL, "--json=LINES", "--json takes no argument but =lines"},
    {NULL, "--json:x", "--json takes no argument but =lines"},
    {NULL, "-V --json", "the option is exclusive: -V"},
    {NULL, "--json lines", "--json takes no argument but =lines"},
    {NULL, "--cols=4294967296", "number of columns must follow --cols, --width, or --columns"},
    {NULL, "--patience=", "a number of seconds must follow --patience"},
    {NULL, "--patience=1x", "a number of seconds must follow --patience"},
    {NULL, "--sid", "list of session IDs must follow --sid"},
    {NULL, "--procfs", "a directory must follow --procfs"},
    {NULL, "--source", "a name must follow --source: auto, bpf, dot, task or flat"},
    {NULL, "-D", "date format must follow -D"},
    {NULL, "--delimiter", "delimiter character must follow --delimiter"},
    {NULL, "--delimiter ab", "delimiter must be a single character"},

    {NULL, "1 u", "process ID list syntax error"},
    {NULL, "1,2 3", "process ID list syntax error"},
    {NULL, "-1 -f", "process ID list syntax error"},
    {NULL, "+", "process ID out of range"},
    {NULL, "-u root,no-such-user", "user name does not exist"},
    {NULL, "-u 4294967295", "user ID out of range"},
    {NULL, "--group 4294967295", "group ID out of range"},
    {NULL, "-U -1", "user ID out of range"},
    {NULL, "-t /dev", "list member was not a TTY"},

    {NULL, "-o pid,fo\"o", "unknown user-defined format specifier \"fo\"o\""},
    {NULL, "-o user:", "column widths must be unsigned decimal numbers"},
    {NULL, "-o user:05", "column widths must be unsigned decimal numbers"},
    {NULL, "-o user:2147483648", "column widths must be unsigned decimal numbers"},
    {NULL, "-o %q", "unknown AIX field descriptor"},
    {NULL, "-o %p%", "missing AIX field descriptor"},
    {NULL, "-o %%p", "missing AIX field descriptor"},
    {NULL, "-o %p%%", "missing AIX field descriptor"},
    {NULL, "-o [%p]", "improper AIX field descriptor"},
    {NULL, "-o pid%p", "improper AIX field descriptor"},
    {NULL, "-o pid,%c", "improper AIX field descriptor"},
    {NULL, "O --p", "bad sorting code"},
    {NULL, "O pp", "bad sorting code"},
    {NULL, "--sort ++pid", "unknown sort specifier"},

    {"debian", "-fjl", "conflicting format options"},
    {NULL, "-H O t-P", "PPID sort and forest output conflict"},
    {NULL, "f O P o pid", "PPID sort and forest output conflict"},
    {NULL, "o pid O P f", "option O is neither first format nor sort order"},
    {NULL, "u l O P --forest -q 1", "PPID sort and forest output conflict"},
    {NULL, "-Ve", "the option is exclusive: -V"},
    {NULL, "--info --info", "the option is exclusive: --info"},
    {NULL, "g", "process selection options conflict"},
    {NULL, "-g", "list of session leaders OR effective group names must follow -g"},
    {NULL, "g -p 1", "process selection options conflict"},
    {"sunos4", "g", "process selection options conflict"},
    {NULL, "-u nosuch -N", "user name does not exist"},
    {NULL, "-N -p x", "process ID list syntax error"},
    {NULL, "-N -g ,", "list of session leaders OR effective group IDs was invalid"},
    {NULL, "-ax -q 1 --sort pid", "q/-q,--quick-pid cannot be used together with sort options."},

    /* what ended, and groups */
    {NULL, "--ended", "a number of seconds must follow --ended"},
    {NULL, "--ended=", "a number of seconds must follow --ended"},
    {NULL, "--ended 0", "a number of seconds must follow --ended"},
    {NULL, "--ended 1x", "a number of seconds must follow --ended"},
    {NULL, "--cgroups --ended 1", "--ended conflicts with --cgroups"},
    {"bsd", "--cgroups m",
     "--cgroups has columns of its own: choose them with -o, sort with --sort"},
    {NULL, "--ended 1 --forest", "--ended conflicts with forest display"},
    {NULL, "--ended 1 -m", "--ended conflicts with m and -m; threads: H, -L or -T"},
    {NULL, "--ended 1 -H", "--ended conflicts with forest display"},
    {NULL, "--ended 1 -U root", "--ended selects by name and effective user: -C, -u"},
    {NULL, "--ended 1 -p 1", "--ended selects by name and effective user: -C, -u"},
    {NULL, "--ended 1 -q 1", "--ended selects by name and effective user: -C, -u"},
    {NULL, "--ended 1 r", "--ended selects by name and effective user: -C, -u"},
    {NULL, "--ended 1 T", "--ended selects by name and effective user: -C, -u"},
    {NULL, "--ended 1 -a", "--ended selects by name and effective user: -C, -u"},
    {NULL, "--group-by", "list of specifiers must follow --group-by"},
    {NULL, "--group-by=", "list of specifiers must follow --group-by"},
    {NULL, "--group-by nosuch", "unknown specifier to group by \"nosuch\""},
    {NULL, "--group-by user,,comm", "improper list of keys to group by"},
    {NULL, "--group-by acflag", "nothing is shown to group by in \"acflag\""},
    {NULL, "--group-by lstart", "nothing exact is shown to group by in \"lstart\""},
    {NULL, "--group-by user --sort pid", "groups have no single value to sort by in \"pid\""},
    {NULL, "--group-by user --forest", "--group-by conflicts with forest display"},
    {NULL, "-e --group-by user -H", "--group-by conflicts with forest display"},
    {NULL, "--group-by user -o pid -f", "conflicting format options"},
    {NULL, "--group-by user -m", "--group-by conflicts with m and -m; threads: H, -L or -T"},
    {NULL, "--group-by user -o pid --ended 1 -p 1",
     "--ended selects by name and effective user: -C, -u"},

    /* if both readings fail, the first message counts */
    {NULL, "-dx -o foo", "must set personality to get -x option"},
    {NULL, "-e foo", "unknown user-defined format specifier \"o\""},
};

static void cut_second_line(struct buf *error)
{
    buf_truncate(error, strcspn(buf_text(error), "\n"));
}

/* Options that exclude each other are reported without the usage: there is nothing to look up. */
static bool has_no_usage(const char *told)
{
    static const char *const begins[] = {"q/-q", "--ended ", "--cgroups ", "--group-by ",
                                         "groups have "};

    for (size_t i = 0; i < COUNT_OF(begins); i++)
        if (strncmp(told, begins[i], strlen(begins[i])) == 0)
            return true;
    return false;
}

LOOP(errors, COUNT_OF(error_cases))
{
    const struct line_case *c = &error_cases[_i];
    struct ps_options options;
    struct buf error;
    int result = ps_line_parse(c->line, c->personality, NULL, &options, &error);

    ck_assert_msg(result == (has_no_usage(c->told) ? -ENOTSUP : -EINVAL), "ps %s: %d", c->line,
                  result);
    cut_second_line(&error);
    ps_line_check(c->line, &error, c->told);
    ps_line_give_back(&options, &error);
}

/* The second line, which procps does not have. */
static const struct line_case second_lines[] = {
    {NULL, "--sort foo", "\"foo\" is unknown"},
    {NULL, "--sort pid,-rs", "\"rs\" is unknown; did you mean \"drs\", \"rss\", \"rsz\"?"},
    {NULL, "k PID", "\"PID\" is unknown; did you mean \"pid\"?"},
    {NULL, "--sort ++pid", "\"+pid\" is unknown; did you mean \"pid\", \"ppid\", \"spid\"?"},
    {NULL, "-o nme", "did you mean \"fname\", \"tname\", \"uname\"?"},
    {NULL, "-o pid,cmmand", "did you mean \"command\"?"},
    {NULL, "-o foo", NULL},
    {NULL, "-o sede", NULL},
    {NULL, "--group-by usre", "did you mean \"user\"?"},
    {NULL, "--forst", "\"--forst\" is unknown; did you mean \"--forest\"?"},
    {NULL, "--no-heders=1", "\"--no-heders\" is unknown; did you mean \"--no-headers\"?"},
    {NULL, "--jsn", "\"--jsn\" is unknown; did you mean \"--json\"?"},
    {NULL, "--sort command\033", "\"command?\" is unknown; did you mean \"command\"?"},
    {NULL, "-p x", NULL},
};

LOOP(names_the_word_and_the_nearest, COUNT_OF(second_lines))
{
    const struct line_case *c = &second_lines[_i];
    struct ps_options options;
    struct buf error;
    const char *second;

    ck_assert_int_eq(ps_line_parse(c->line, c->personality, NULL, &options, &error), -EINVAL);
    second = strchr(buf_text(&error), '\n');
    if (c->told) {
        ck_assert_msg(second, "ps %s: no second line", c->line);
        ck_assert_str_eq(second + 1, c->told);
    } else {
        ck_assert_msg(!second, "ps %s: %s", c->line, second);
    }
    ps_line_give_back(&options, &error);
}
