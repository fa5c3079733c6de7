/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which tasks a command line selects, and how they are listed: what tests/cli/ps_grammar.bats does
 * not see by what is listed. */
#include "tests/unit/ps/ps_line.h"
#include "tests/unit/run.h"

static const struct line_case selection_cases[] = {
    {NULL, "", "mine-same-tty"},
    {NULL, "-f", "mine-same-tty"},
    {NULL, "f", "mine-any-tty branches"},
    {NULL, "x", "mine"},
    {NULL, "-ax", "all"},
    {NULL, "aux", "all"},
    {NULL, "ag", "tty"},
    {NULL, "gx", "mine"},
    {NULL, "r", "mine-any-tty running"},
    {NULL, "T", "same-tty"},
    {NULL, "t", "same-tty"},
    {NULL, "Tx", "mine same-tty"},
    {NULL, "-N", "mine-same-tty negated"},
    {NULL, "-N -N", "mine-same-tty negated"},
    {NULL, "-e --deselect", "all negated"},
    {NULL, "-er", "mine-any-tty running environ"}, /* as BSD: -r is no Unix option */

    /* lists: the default is not added to them */
    {NULL, "-p 3,1,2", "pid=1,2,3 only=3,1,2"},
    {NULL, "-p 3,1,3", "pid=1,3,3 only=3,1,3"},
    {NULL, "-p 3,1,3 -p 1", "pid=1,1,3,3 only=1,3"},
    {NULL, "-p 3,1,3 -m", "pid=1,3,3 only=1,3 both"},
    {NULL, "-p3 -p 1\t2", "pid=1,2,3 only=1,2,3"},
    {NULL, "p 3", "pid=3 only=3"},
    {NULL, "3 1", "pid=1,3 only=1,3"},
    {NULL, "u3,1", "pid=1,3 only=1,3"},
    {NULL, "x3", "mine pid=3"},
    {NULL, "--pid=3,1 --sort=pid", "pid=1,3 only=1,3 sort=+pid"},
    {NULL, "-p 3,1 -H", "pid=1,3 only=1,3 indented"},
    {NULL, "-p 3 -N", "pid=3 negated"},
    {NULL, "-p 3,1 x", "pid=1,3 only=3,1"},
    {NULL, "-e -p 3", "pid=3 only=3"},
    {NULL, "-p 3 -N x", "mine pid=3 negated"},
    {NULL, "-p 3 x f", "mine pid=3 branches"},
    {NULL, "-p 3 T", "same-tty pid=3"},
    {NULL, "-p 3 -p 1 x", "mine pid=1,3"},
    {NULL, "x 3", "mine pid=3"},
    {NULL, "x -p 3 1", "mine pid=1,3"},
    {NULL, "-p 3 -u 0", "pid=3 euid=0"},
    {NULL, "-q 3,1", "pid=1,3 only=3,1"},
    {NULL, "q3,1", "pid=1,3 only=3,1"},
    {NULL, "--quick-pid 3 -e", "pid=3 only=3"},
    {NULL, "-s 5,0x10", "sid=5,16"},
    {NULL, "-u root,7", "euid=0,7"},
    {NULL, "--user:root", "euid=0"},
    {NULL, "-g root", "egid=0"},
    {NULL, "-g 5,root", "egid=0,5"},
    {NULL, "-N -u nosuch", "negated"},
    {NULL, "-N -u nosuch,root", "euid=0 negated"},
    {NULL, "-N -U 5000000000 -G nosuch", "negated"},
    {NULL, "-N -g nosuch", "negated"},
    {NULL, "-N U nosuch", "negated"},
    {NULL, "t?", "tty=0"},
    {NULL, "-auroot", "tty-not-leader euid=0"},

    {"bsd", "-e", "mine-any-tty environ"},
    {"bsd", "", "mine-any-tty"},
    {"sunos4", "", "mine-tty-not-leader"},
    {"sunos4", "a", "tty-not-leader"},
    {"sunos4", "x", "mine-not-leader"},
    {"sunos4", "ax", "all"},
    {"sunos4", "agx", "all"},

    /* the rest */
    {NULL, "-eH", "all indented"},
    {NULL, "-e --forest", "all branches"},
    {NULL, "axf", "all branches"},
    {NULL, "axm", "all both"},
    {NULL, "axM", "all both"},
    {NULL, "-eLm", "all both"},
    {NULL, "-e -L -o pid", "all threads"},
    {"bsd", "axm", "all sort=+rss"},
    {NULL, "axh", "all no-heading"},
    {"bsd", "axh", "all pages"},
    {NULL, "-e --headers", "all pages"},
    {NULL, "-e --noheading", "all no-heading"},
    {NULL, "-e --cols 90 --rows=0x20", "all columns=90 lines=32"},
    {NULL, "-e --width:5", "all columns=5"},
    {NULL, "-e --group-by user,pool", "all by=user,pool"},
    {NULL, "-eL --group-by pid --group-by=pid,user --sort -count",
     "all sort=-count threads by=pid,user"},
    {NULL, "-e --json", "all json"},
    {NULL, "ax --json=lines", "all json=lines"},
    {NULL, "-e --json=lines --json", "all json"},
    {NULL, "-eww", "all wide=2"},
    {"hp", "-x", "mine-same-tty wide=2"},
    {NULL, "axnSce", "all numeric cumulative bare environ"},
    {NULL, "-e --cumulative", "all cumulative"},
    {NULL, "-e --sort=-rss,+pid,comm", "all sort=-rss+pid+comm"},
    {NULL, "axk-rss,pid", "all sort=-rss+pid"},
    {NULL, "-e -k pid", "mine-any-tty sort=+pid environ"},
    {NULL, "axOp-r", "all sort=+pid-rss"},
    {NULL, "axO -r+p", "all sort=-rss+pid"},
    {NULL, "-e --procfs=/x --source task", "all procfs=/x source=task"},
};

LOOP(selections, COUNT_OF(selection_cases))
{
    const struct line_case *c = &selection_cases[_i];
    struct ps_options options;
    struct buf error, text = {0};
    int result = ps_line_parse(c->line, c->personality, NULL, &options, &error);

    ck_assert_msg(result == 0, "ps %s: %s", c->line, buf_text(&error));
    ck_assert_uint_eq(options.selection.self_euid, 1000);
    ps_line_tell_choice(&text, &options);
    ps_line_check(c->line, &text, c->told);
    buf_fini(&text);
    ps_line_give_back(&options, &error);
}
