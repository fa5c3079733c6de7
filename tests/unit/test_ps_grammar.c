/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Command lines, and what is made of them. Words of a line are separated by one space each; two
 * in a row make an empty word between them, and a tab stands for a space within a word.
 */
#include <check.h>
#include <errno.h>
#include <string.h>

#include "ps/grammar/grammar.h"
#include "tests/unit/run.h"

#define WORDS_MAX 16

/* Parses one line in a personality; the options are to be given back. */
static int parse(const char *line, const char *personality, const char *ps_format,
                 struct ps_options *options, struct buf *error)
{
    static char text[512];
    static char program[] = "ps";
    const struct ps_environment environment = {
        .ps_personality = personality,
        .ps_format = ps_format,
        .euid = 1000,
    };
    char *argv[WORDS_MAX + 2] = {program};
    int argc = 1;

    ck_assert_uint_lt(strlen(line), sizeof(text));
    memcpy(text, line, strlen(line) + 1);
    if (*line) {
        char *rest = text;
        char *word;

        while ((word = strsep(&rest, " "))) {
            ck_assert_int_lt(argc, WORDS_MAX);
            argv[argc++] = word;
        }
    }
    ps_options_init(options);
    *error = (struct buf){0};
    return grammar_parse(argc, argv, &environment, options, error);
}

static void give_back(struct ps_options *options, struct buf *error)
{
    ps_options_fini(options);
    buf_fini(error);
}

/* "pid,user:20!,comm=NAME": codes, with widths and headings where they are not the column's. */
static void describe_format(struct buf *out, const struct format *format)
{
    for (size_t i = 0; i < format->count; i++) {
        const struct format_item *item = &format->items[i];

        if (i > 0)
            buf_putc(out, ',');
        if (!item->column) {
            buf_printf(out, "'%s'", item->header);
            continue;
        }
        buf_puts(out, item->column->code);
        if (item->width != item->column->width)
            buf_printf(out, ":%zu", item->width);
        if (item->fixed_width)
            buf_putc(out, '!');
        if (strcmp(item->header, item->column->header) != 0)
            buf_printf(out, "=%s", item->header);
    }
}

static void describe_selection(struct buf *out, const struct selection *selection)
{
    static const char *const rules[] = {
        "all",
        "tty-not-leader",
        "not-leader",
        "tty",
        "mine",
        "mine-same-tty",
        "mine-any-tty",
        "same-tty",
        "mine-tty-not-leader",
        "mine-not-leader",
    };
    static const char *const lists[] = {
        [SELECT_TGID] = "pid",  [SELECT_PPID] = "ppid", [SELECT_SID] = "sid",
        [SELECT_PGRP] = "pgrp", [SELECT_TTY] = "tty",   [SELECT_EUID] = "euid",
        [SELECT_RUID] = "ruid", [SELECT_EGID] = "egid", [SELECT_RGID] = "rgid",
        [SELECT_COMM] = "comm", [SELECT_ANY_UID] = "?",
    };

    for (int i = 0; i < COUNT_OF(rules); i++)
        if (selection->rules & 1u << i)
            buf_printf(out, "%s ", rules[i]);
    for (size_t i = 0; i < selection->list_count; i++) {
        const struct select_list *list = &selection->lists[i];

        buf_printf(out, "%s", lists[list->by]);
        for (size_t j = 0; j < list->count; j++)
            if (list->by == SELECT_COMM)
                buf_printf(out, "%c%s", j ? ',' : '=', list->values[j].name);
            else
                buf_printf(out, "%c%ju", j ? ',' : '=', (uintmax_t)list->values[j].number);
        buf_putc(out, ' ');
    }
    if (selection->running)
        buf_puts(out, "running ");
    if (selection->negate)
        buf_puts(out, "negated ");
}

/* Everything else that is not as it is without options. */
static void describe_rest(struct buf *out, const struct ps_options *options)
{
    static const char *const rows[] = {"", "threads ", "both "};
    static const char *const trees[] = {"", "branches ", "indented "};
    static const char *const headings[] = {"", "no-heading ", "pages "};

    if (options->only) {
        buf_puts(out, "only");
        for (size_t i = 0; i < options->only_count; i++)
            buf_printf(out, "%c%d", i ? ',' : '=', (int)options->only[i]);
        buf_putc(out, ' ');
    }
    for (size_t i = 0; i < options->sort_count; i++)
        buf_printf(out, "%s%c%s", i ? "" : "sort=", options->sort[i].descending ? '-' : '+',
                   options->sort[i].column->code);
    if (options->sort_count > 0)
        buf_putc(out, ' ');
    buf_puts(out, rows[options->rows]);
    buf_puts(out, trees[options->tree]);
    buf_puts(out, headings[options->heading]);
    for (size_t i = 0; i < options->group_keys.count; i++)
        buf_printf(out, "%s%s%s", i ? "," : "by=", options->group_keys.items[i].column->code,
                   i + 1 < options->group_keys.count ? "" : " ");
    if (options->output != OUTPUT_TEXT)
        buf_puts(out, options->output == OUTPUT_JSON ? "json " : "json=lines ");
    if (options->columns)
        buf_printf(out, "columns=%zu ", options->columns);
    if (options->lines)
        buf_printf(out, "lines=%zu ", options->lines);
    if (options->wide)
        buf_printf(out, "wide=%u ", options->wide);
    buf_puts(out, options->numeric_ids ? "numeric " : "");
    buf_puts(out, options->cumulative ? "cumulative " : "");
    buf_puts(out, options->bare_command ? "bare " : "");
    buf_puts(out, options->with_environ ? "environ " : "");
    if (options->procfs)
        buf_printf(out, "procfs=%s ", options->procfs);
    if (options->source)
        buf_printf(out, "source=%s ", options->source);
}

static void assert_text(const char *line, const struct buf *actual, const char *expected)
{
    struct buf trimmed = {0};

    buf_puts(&trimmed, buf_text(actual));
    while (trimmed.len > 0 && trimmed.data[trimmed.len - 1] == ' ')
        buf_truncate(&trimmed, trimmed.len - 1);
    ck_assert_msg(strcmp(buf_text(&trimmed), expected) == 0, "ps %s:\n     got %s\nexpected %s",
                  line, buf_text(&trimmed), expected);
    buf_fini(&trimmed);
}

struct format_case {
    const char *personality;
    const char *line;
    const char *columns;
};

static const struct format_case format_cases[] = {
    /* Unix: every option adds its columns in their places */
    {NULL, "", "pid,tname,time,ucmd"},
    {NULL, "-e", "pid,tname,time,ucmd"},
    {NULL, "-f", "uid_hack,pid,ppid,c,stime,tname,time,cmd"},
    {NULL, "-ef", "uid_hack,pid,ppid,c,stime,tname,time,cmd"},
    {NULL, "-F", "uid_hack,pid,ppid,c,sz,rss,psr,stime,tname,time,cmd"},
    {NULL, "-l", "f,s,uid,pid,ppid,c,opri,ni,addr_1,sz,wchan,tname,time,ucmd"},
    {NULL, "-ly", "s,uid,pid,ppid,c,opri,ni,rss,sz,wchan,tname,time,ucmd"},
    {NULL, "-lc", "f,s,uid,pid,ppid,class,pri,addr_1,sz,wchan,tname,time,ucmd"},
    {NULL, "-lyc", "s,uid,pid,ppid,class,pri,rss,sz,wchan,tname,time,ucmd"},
    {NULL, "-fl", "f,s,uid_hack,pid,ppid,c,opri,ni,addr_1,sz,wchan,stime,tname,time,cmd"},
    {NULL, "-Fl", "f,s,uid_hack,pid,ppid,c,opri,ni,addr_1,sz,wchan,rss,psr,stime,tname,time,cmd"},
    {NULL, "-Fly", "s,uid_hack,pid,ppid,c,opri,ni,rss,sz,wchan,psr,stime,tname,time,cmd"},
    {NULL, "-j", "pid,pgid,sid,tname,time,ucmd"},
    {NULL, "-jf", "uid_hack,pid,ppid,pgid,sid,c,stime,tname,time,cmd"},
    {NULL, "-c", "pid,class,pri,tname,time,ucmd"},
    {NULL, "-P", "pid,psr,tname,time,ucmd"},
    {NULL, "-FP", "uid_hack,pid,ppid,psr,c,sz,rss,stime,tname,time,cmd"},
    {NULL, "-L", "pid,lwp,tname,time,ucmd"},
    {NULL, "-T", "pid,spid,tname,time,ucmd"},
    {NULL, "-Lf", "uid_hack,pid,ppid,lwp,c,nlwp,stime,tname,time,cmd"},
    {NULL, "-Lfc", "uid_hack,pid,ppid,lwp,nlwp,class,pri,stime,tname,time,cmd"},
    {NULL, "-jL", "pid,pgid,sid,lwp,tname,time,ucmd"},
    {NULL, "-jfT", "uid_hack,pid,spid,ppid,pgid,sid,c,stime,tname,time,cmd"},

    /* a BSD word makes the defaults BSD's */
    {NULL, "x", "pid,tname,stat,bsdtime,args"},
    {NULL, "-f x", "uid_hack,pid,ppid,c,stime,tname,stat,bsdtime,cmd"},
    {NULL, "-l 1", "f,s,uid,pid,ppid,c,opri,ni,addr_1,sz,wchan,tname,bsdtime,cmd"},

    /* BSD: fixed formats, and what modifies them */
    {NULL, "u", "user,pid,pcpu,pmem,vsz,rss,tname,stat,start_time,bsdtime,args"},
    {NULL, "aux", "user,pid,pcpu,pmem,vsz,rss,tname,stat,start_time,bsdtime,args"},
    {NULL, "-aux", "user,pid,pcpu,pmem,vsz,rss,tname,stat,start_time,bsdtime,args"},
    {NULL, "j", "ppid,pid,pgid,sid,tname,tpgid,stat,uid,bsdtime,args"},
    {NULL, "l", "flags,uid,pid,ppid,priority,nice,vsz,rss,wchan,stat,tname,bsdtime,args"},
    {NULL, "s", "uid,pid,pending,sig_block,sig_ignore,caught,stat,tname,bsdtime,args"},
    {NULL, "v", "pid,tname,stat,bsdtime,maj_flt,m_trs,m_drs,rss,pmem,args"},
    {NULL, "X", "pid,start_stack,esp,eip,timeout,alarm,stat,tname,bsdtime,args"},
    {NULL, "u -L", "user,pid,lwp,pcpu,nlwp,pmem,vsz,rss,tname,stat,start_time,bsdtime,args"},
    {NULL, "u -T", "user,pid,spid,pcpu,pmem,vsz,rss,tname,stat,start_time,bsdtime,args"},
    {NULL, "l -c", "flags,uid,pid,ppid,class,pri,vsz,rss,wchan,stat,tname,bsdtime,args"},
    {NULL, "l -y", "uid,pid,ppid,priority,nice,vsz,rss,wchan,stat,tname,bsdtime,args"},
    {NULL, "u -j", "user,pid,pgid,sid,pcpu,pmem,vsz,rss,tname,stat,start_time,bsdtime,args"},
    {NULL, "u -P", "user,pid,pcpu,pmem,vsz,rss,tname,stat,start_time,bsdtime,args"},

    /* groups: sums, then keys */
    {NULL, "--group-by user", "count,pcpu,time,rss,user"},
    {NULL, "--group-by user,pid -o time", "count,time,user,pid"},
    {NULL, "--group-by user -o user:20=OWNER,time,count=N", "time,count=N,user:20!=OWNER"},
    {NULL, "-fL --group-by user", "count,c,nlwp,time,user"},
    {NULL, "u --group-by user", "count,pcpu,pmem,vsz,rss,bsdtime,user"},
    {NULL, "--group-by count", "pcpu,time,rss,count"},

    /* columns by name */
    {NULL, "-o pid,comm", "pid,comm"},
    {NULL, "-opid -o comm", "pid,comm"},
    {NULL, "-o pid\tcomm", "pid,comm"},
    {NULL, "-o pid,", "pid"},
    {NULL, "o pid --format comm", "pid,comm"},
    {NULL, "--format=pid", "pid"},
    {NULL, "-o pid=,comm=NAME", "pid=,comm=NAME"},
    {NULL, "-o user=VERYLONGNAME", "user:12=VERYLONGNAME"},
    {NULL, "-o user:20,comm", "user:20!,comm"},
    {NULL, "-o user:3=OWNER", "user:3!=OWNER"},
    {NULL, "-o pid=A=B", "pid=A=B"},
    {NULL, "-o user:99999999999999999999", "user:131072!"},
    {NULL, "-o %cpu,%mem", "%cpu,%mem"},
    {NULL, "-o DefSysV", "pid,tname,time,cmd"},
    {NULL, "-f -o pid", "pid"}, /* makes sense as BSD only: f o pid */

    /* AIX codes, which end in empty text */
    {NULL, "-o %p", "pid,''"},
    {NULL, "-o %p\t%U:%a", "pid,'\t',user,':',args,''"},
    {NULL, "-o 100%%%c", "'100','%',comm,''"},

    /* -O and O */
    {NULL, "-O user", "pid,user,state,tname,time,command"},
    {NULL, "O user", "pid,user,state,tname,cputime,comm"},
    {NULL, "-O user -o pid", "pid,user,state,tname,time,command,pid"},
    {NULL, "O u", "pid,tname,stat,bsdtime,args"},
    {NULL, "O u O user", "pid,user,state,tname,cputime,comm"},

    /* personalities: the options that they change */
    {"bsd", "-f", "pid,tname,stat,bsdtime,args"},
    {"bsd", "-l", "uid,pid,ppid,cpu,pri,nice,vsz,rss,wchan,stat,tt,time,command"},
    {"BSD", "u", "user,pid,pcpu,pmem,vsz,rss,tt,stat,start,time,command"},
    {"digital", "-f", "uname,pid,ppid,c,start,tname,time,cmd"},
    {"digital", "-lj", "flags,state,uid,pid,ppid,priority,nice,wchan,tname,bsdtime,pgid,sid,comm"},
    {"tru64", "-ly", "state,uid,pid,ppid,c,pri,nice,rss,sz,wchan,tt,time,ucmd"},
    {"digital", "-flc", "f,state,uid,pid,ppid,class,pri,rss,wchan,start,time,command"},
    {"digital", "v -L", "pid,lwp,tt,state,time,sl,pagein,vsz,rss,pcpu,nlwp,pmem,command"},
    {"debian", "-j", "pid,tname,state,bsdtime,pgid,sid,comm"},
    {"debian", "m",
     "pid,tname,majflt,minflt,m_trs,m_drs,m_size,m_swap,rss,m_share,vm_lib,m_dt,args"},
    {"390", "-j", "pid,sid,pgrp,tname,atime,args"},
    {"390", "-jL", "pid,sid,lwp,pgrp,tname,atime,args"},
    {"irix", "-l", "f,s,uid,pid,ppid,c,priority,ni,sgi_p,sz,':',sgi_rss,wchan,tname,time,ucmd"},
    {"linux", "-l", "f,s,uid,pid,ppid,c,opri,ni,sgi_p,sz,wchan,tname,time,ucmd"},
    {"linux", "-f", "uname,pid,ppid,c,stime,tname,time,cmd"},
    {"hpux", "-x", "pid,tname,time,cmd"},
    {"svr4", "-lx", "s,uid,pid,ppid,c,opri,ni,rss,sz,wchan,tname,time,ucmd"},
    {"nonsense", "-f", "uid_hack,pid,ppid,c,stime,tname,time,cmd"},
};

START_TEST(formats)
{
    const struct format_case *c = &format_cases[_i];
    struct ps_options options;
    struct buf error, text = {0};
    int result = parse(c->line, c->personality, NULL, &options, &error);

    ck_assert_msg(result == 0, "ps %s: %s", c->line, buf_text(&error));
    describe_format(&text, &options.format);
    assert_text(c->line, &text, c->columns);
    buf_fini(&text);
    give_back(&options, &error);
}
END_TEST

static const struct format_case selection_cases[] = {
    {NULL, "", "mine-same-tty"},
    {NULL, "-f", "mine-same-tty"},
    {NULL, "f", "mine-any-tty branches"},
    {NULL, "-e", "all"},
    {NULL, "-A -e", "all"},
    {NULL, "-a", "tty-not-leader"},
    {NULL, "-d", "not-leader"},
    {NULL, "-ad", "not-leader tty"},
    {NULL, "a", "tty"},
    {NULL, "x", "mine"},
    {NULL, "ax", "all"},
    {NULL, "-ax", "all"},
    {NULL, "aux", "all"},
    {NULL, "g", "mine-any-tty"},
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
    {NULL, "-p3 -p 1\t2", "pid=1,2,3 only=1,2,3"},
    {NULL, "p 3", "pid=3 only=3"},
    {NULL, "3 1", "pid=1,3 only=1,3"},
    {NULL, "u3,1", "pid=1,3 only=3,1"},
    {NULL, "--pid=3,1 --sort=pid", "pid=1,3 only=1,3 sort=+pid"},
    {NULL, "-p 3,1 -H", "pid=1,3 only=1,3 indented"},
    {NULL, "-p 3 -N", "pid=3 negated"},
    {NULL, "-p 3 x", "mine pid=3"},
    {NULL, "-p 3 -u 0", "pid=3 euid=0"},
    {NULL, "-q 3,1", "pid=1,3 only=3,1"},
    {NULL, "q3,1", "pid=1,3 only=3,1"},
    {NULL, "--quick-pid 3 -e", "pid=3 only=3"},
    {NULL, "+5", "sid=5"},
    {NULL, "-5", "pgrp=5"},
    {NULL, "-s 5,0x10", "sid=5,16"},
    {NULL, "--ppid 0,1", "ppid=0,1"},
    {NULL, "-u root,7", "euid=0,7"},
    {NULL, "U root", "euid=0"},
    {NULL, "--user=root", "euid=0"},
    {NULL, "--user:root", "euid=0"},
    {NULL, "-U root", "ruid=0"},
    {NULL, "--User root", "ruid=0"},
    {NULL, "-G root", "rgid=0"},
    {NULL, "--Group 5", "rgid=5"},
    {NULL, "--group root", "egid=0"},
    {NULL, "-g 5", "sid=5"},
    {NULL, "-g root", "egid=0"},
    {NULL, "-g 5,root", "egid=0,5"},
    {NULL, "-t -", "tty=0"},
    {NULL, "t?", "tty=0"},
    {NULL, "-C cat,bash", "comm=bash,cat"},
    {NULL, "-auroot", "tty-not-leader euid=0"},

    {"bsd", "-e", "mine-any-tty environ"},
    {"bsd", "", "mine-any-tty"},
    {"sunos4", "", "mine-tty-not-leader"},
    {"sunos4", "a", "tty-not-leader"},
    {"sunos4", "x", "mine-not-leader"},
    {"sunos4", "ax", "not-leader"},
    {"sunos4", "agx", "all"},
    {"sunos4", "g", "mine-any-tty"},

    /* the rest */
    {NULL, "-eH", "all indented"},
    {NULL, "-e --forest", "all branches"},
    {NULL, "axf", "all branches"},
    {NULL, "-eL", "all threads"},
    {NULL, "-eT", "all threads"},
    {NULL, "axH", "all threads"},
    {NULL, "axm", "all both"},
    {NULL, "axM", "all both"},
    {NULL, "-em", "all both"},
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
    {NULL, "axnSce", "all numeric cumulative bare environ"},
    {NULL, "-e --cumulative", "all cumulative"},
    {NULL, "-e --sort=-rss,+pid,comm", "all sort=-rss+pid+comm"},
    {NULL, "axk-rss,pid", "all sort=-rss+pid"},
    {NULL, "-e -k pid", "mine-any-tty sort=+pid environ"},
    {NULL, "axOp-r", "all sort=+pid-rss"},
    {NULL, "axO -r+p", "all sort=-rss+pid"},
    {NULL, "-e --procfs=/x --source task", "all procfs=/x source=task"},
};

START_TEST(selections)
{
    const struct format_case *c = &selection_cases[_i];
    struct ps_options options;
    struct buf error, text = {0};
    int result = parse(c->line, c->personality, NULL, &options, &error);

    ck_assert_msg(result == 0, "ps %s: %s", c->line, buf_text(&error));
    ck_assert_uint_eq(options.selection.self_euid, 1000);
    describe_selection(&text, &options.selection);
    describe_rest(&text, &options);
    assert_text(c->line, &text, c->columns);
    buf_fini(&text);
    give_back(&options, &error);
}
END_TEST

static const struct format_case error_cases[] = {
    {NULL, "-", "garbage option"},
    {NULL, "--", "garbage option"},
    {NULL, "-e ", "garbage option"},
    {NULL, "/x", "garbage option"},
    {NULL, "--foo", "unknown gnu long option"},
    {NULL, "--for", "unknown gnu long option"},
    {NULL, "--forestry", "unknown gnu long option"},
    {NULL, "-B", "unsupported SysV option"},
    {NULL, "-eB", "unsupported SysV option"},
    {NULL, "B", "unsupported option (BSD syntax)"},
    {NULL, "-a-x", "embedded '-' among SysV options makes no sense"},
    {NULL, "a-x", "embedded '-' among BSD options makes no sense"},
    {NULL, "-dx", "must set personality to get -x option"},
    {"bsd", "-A", "unsupported option (BSD syntax)"},

    {NULL, "-C", "list of command names must follow -C"},
    {NULL, "-G", "list of real groups must follow -G"},
    {NULL, "-U", "list of real users must follow -U"},
    {NULL, "-p", "list of process IDs must follow -p"},
    {NULL, "-p ", "list of process IDs must follow -p"},
    {NULL, "p", "list of process IDs must follow p"},
    {NULL, "-q", "list of process IDs must follow -q"},
    {NULL, "-o", "format specification must follow -o"},
    {NULL, "o", "format specification must follow o"},
    {NULL, "-O", "format or sort specification must follow -O"},
    {NULL, "O", "format or sort specification must follow O"},
    {NULL, "U", "list of users must follow U"},
    {NULL, "k", "long sort specification must follow 'k'"},
    {NULL, "--sort", "long sort specification must follow --sort"},
    {NULL, "--sort=", "long sort specification must follow --sort"},
    {NULL, "--json=x", "--json is followed by nothing, or by =lines"},
    {NULL, "--json lines", "unsupported option (BSD syntax)"},
    {NULL, "--cols", "number of columns must follow --cols, --width, or --columns"},
    {NULL, "--cols=0", "number of columns must follow --cols, --width, or --columns"},
    {NULL, "--cols=9x", "number of columns must follow --cols, --width, or --columns"},
    {NULL, "--cols=4294967296", "number of columns must follow --cols, --width, or --columns"},
    {NULL, "--rows -1", "number of rows must follow --rows or --lines"},
    {NULL, "--forest=1", "option --forest does not take an argument"},

    {NULL, "-p x", "process ID list syntax error"},
    {NULL, "-p 1x", "process ID list syntax error"},
    {NULL, "-p 0", "process ID out of range"},
    {NULL, "-p -1", "process ID out of range"},
    {NULL, "-p 2147483648", "process ID out of range"},
    {NULL, "-p 99999999999999999999", "process ID out of range"},
    {NULL, "-p 1,", "improper list"},
    {NULL, "-p ,1", "improper list"},
    {NULL, "-p 1,,2", "improper list"},
    {NULL, "-C a,,b", "improper list"},
    {NULL, "1 u", "process ID list syntax error"},
    {NULL, "1,2 3", "process ID list syntax error"},
    {NULL, "-1 -f", "process ID list syntax error"},
    {NULL, "+", "process ID list syntax error"},
    {NULL, "-u no-such-user", "user name does not exist"},
    {NULL, "-u root,no-such-user", "user name does not exist"},
    {NULL, "-u 4294967295", "user ID out of range"},
    {NULL, "-G no-such-group", "group name does not exist"},
    {NULL, "--group 4294967295", "group ID out of range"},
    {NULL, "-g no-such-group", "list of session leaders OR effective group IDs was invalid"},
    {NULL, "-t no-such-tty", "TTY could not be found"},
    {NULL, "--tty no-such-tty", "TTY could not be found"},

    {NULL, "-o foo", "unknown user-defined format specifier \"foo\""},
    {NULL, "-o pid,fo\"o", "unknown user-defined format specifier \"fo\"o\""},
    {NULL, "-o pid,,comm", "improper format list"},
    {NULL, "-o ,", "improper format list"},
    {NULL, "-o user:0", "column widths must be unsigned decimal numbers"},
    {NULL, "-o user:", "column widths must be unsigned decimal numbers"},
    {NULL, "-o user:5x", "column widths must be unsigned decimal numbers"},
    {NULL, "-o RUSAGE:5", "can not set width for a macro (multi-column) format specifier"},
    {NULL, "-o %q", "unknown AIX field descriptor"},
    {NULL, "-o %p%", "missing AIX field descriptor"},
    {NULL, "-o %p,%cpu", "improper AIX field descriptor"},
    {NULL, "-O foo", "unknown user-defined format specifier \"foo\""},
    {NULL, "-o pid -O user", "option -O can not follow other format options"},
    {NULL, "o pid O user", "option O is neither first format nor sort order"},
    {NULL, "O xyz", "bad sorting code"},
    {NULL, "O --p", "bad sorting code"},
    {NULL, "O pp", "bad sorting code"},
    {NULL, "--sort foo", "unknown sort specifier"},
    {NULL, "--sort ++pid", "unknown sort specifier"},
    {NULL, "--sort pid,,ppid", "improper sort list"},
    {NULL, "k pid k pid", "multiple sort options"},
    {NULL, "O u k pid", "multiple sort options"},

    {NULL, "u l", "conflicting format options"},
    {NULL, "-f u", "conflicting format options"},
    {NULL, "-o pid u", "conflicting format options"},
    {NULL, "-o pid -P", "can not use output modifiers with user-defined output"},
    {NULL, "-y", "modifier -y without format -l makes no sense"},
    {"debian", "-fjl", "conflicting format options"},
    {NULL, "-a x", "process selection options conflict"},
    {NULL, "-d g", "process selection options conflict"},
    {NULL, "-L f", "thread display conflicts with forest display"},
    {NULL, "H m", "thread flags conflict; can't use H with m or -m"},
    {NULL, "m -m", "thread flags conflict; can't use both m and -m"},
    {NULL, "-L -T", "thread flags conflict; can't use both -L and -T"},
    {NULL, "-o pid -T H", "-L/-T with H/m/-m and -o/-O/o/O is nonsense"},
    {NULL, "hh", "only one heading option may be specified"},
    {NULL, "--headers --no-headers", "only one heading option may be specified"},
    {NULL, "-V -e", "the option is exclusive: -V"},
    {NULL, "-Ve", "the option is exclusive: -V"},
    {NULL, "L e", "the option is exclusive: L"},
    {NULL, "--version -e", "the option is exclusive: --version"},
    {NULL, "--info --info", "the option is exclusive: --info"},
    {NULL, "-q 1 -q 1", "q/-q/--quick-pid can only be used once."},
    {NULL, "-q 1 -p 1", "q/-q/--quick-pid cannot be combined with other selection options."},
    {NULL, "-q 1 --sort pid", "q/-q,--quick-pid cannot be used together with sort options."},
    {NULL, "-q 1 -H", "q/-q/--quick-pid cannot be used together with forest type listings."},
    {NULL, "-q 1 -N", "q/-q/--quick-pid cannot be used together with negation switches."},

    /* when both readings fail, the first complaint counts */
    {NULL, "-dx -o foo", "must set personality to get -x option"},
    {NULL, "-e foo", "unknown user-defined format specifier \"o\""},
};

START_TEST(errors)
{
    const struct format_case *c = &error_cases[_i];
    struct ps_options options;
    struct buf error;
    int result = parse(c->line, c->personality, NULL, &options, &error);

    ck_assert_msg(result == -EINVAL, "ps %s: %d", c->line, result);
    assert_text(c->line, &error, c->columns);
    give_back(&options, &error);
}
END_TEST

static const struct {
    const char *line;
    enum ps_request request;
    char section;
} request_cases[] = {
    {"-e", REQUEST_LISTING, 0},
    {"-V", REQUEST_VERSION, 0},
    {"V", REQUEST_VERSION, 0},
    {"--version", REQUEST_VERSION, 0},
    {"L", REQUEST_SPECIFIERS, 0},
    {"--info", REQUEST_INFO, 0},
    {"--help", REQUEST_HELP, 0},
    {"--help all", REQUEST_HELP, 'a'},
    {"--help=list", REQUEST_HELP, 'l'},
    {"-e --help t --what-follows-is-not-read", REQUEST_HELP, 't'},
};

START_TEST(requests)
{
    struct ps_options options;
    struct buf error;

    ck_assert_int_eq(parse(request_cases[_i].line, NULL, NULL, &options, &error), 0);
    ck_assert_int_eq(options.request, request_cases[_i].request);
    ck_assert_int_eq(options.help_section, request_cases[_i].section);
    give_back(&options, &error);
}
END_TEST

static const struct {
    const char *line;
    const char *ps_format;
    const char *columns;
    const char *warning;
} variable_cases[] = {
    {"", "pid,comm", "pid,comm", ""},
    {"x", "pid,comm", "pid,comm", ""},
    {"-L", "pid,comm", "pid,comm", ""},
    {"", "", "pid,tname,time,ucmd", ""},
    {"-f", "pid,comm", "uid_hack,pid,ppid,c,stime,tname,time,cmd", ""},
    {"-P", "pid,comm", "pid,psr,tname,time,ucmd", ""},
    {"-o ppid", "pid,comm", "ppid", ""},
    {"", "foo", "pid,tname,time,ucmd",
     "$PS_FORMAT ignored. (unknown user-defined format specifier \"foo\")"},
    {"-x", "pid,,comm", "pid,tname,stat,bsdtime,args",
     "$PS_FORMAT ignored. (improper format list)"},
};

START_TEST(format_from_environment)
{
    const char *line = variable_cases[_i].line;
    struct ps_options options;
    struct buf error, text = {0};

    ck_assert_int_eq(parse(line, NULL, variable_cases[_i].ps_format, &options, &error), 0);
    describe_format(&text, &options.format);
    assert_text(line, &text, variable_cases[_i].columns);
    assert_text(line, &error, variable_cases[_i].warning);
    buf_fini(&text);
    give_back(&options, &error);
}
END_TEST

/* Variables that choose a personality, in the order in which they count. */
START_TEST(personality_from_environment)
{
    static char program[] = "ps", option[] = "-l";
    static char *const argv[] = {program, option, NULL};
    static const struct {
        struct ps_environment environment;
        const char *name;
        size_t columns;
    } cases[] = {
        {{.cmd_env = NULL}, "unknown", 14},
        {{.cmd_env = "bsd"}, "bsd", 13},
        {{.ps_personality = "", .cmd_env = "bsd"}, "bsd", 13},
        {{.ps_personality = "irix", .cmd_env = "bsd"}, "irix", 16},
        {{.ps_personality = "nonsense", .cmd_env = "bsd"}, "unknown", 14},
        {{.ps_personality = "irix", .xpg = "5"}, "irix", 14},
        {{.ps_personality = "irix", .xpg = "0"}, "irix", 16},
        {{.ps_personality = "irix", .broken_ps = ""}, "old", 13},
    };

    for (int i = 0; i < COUNT_OF(cases); i++) {
        struct ps_options options;
        struct buf error = {0};

        ps_options_init(&options);
        ck_assert_int_eq(grammar_parse(2, argv, &cases[i].environment, &options, &error), 0);
        ck_assert_str_eq(options.personality, cases[i].name);
        ck_assert_uint_eq(options.format.count, cases[i].columns);
        give_back(&options, &error);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ps grammar");
    TCase *tests = tcase_create("ps grammar");

    tcase_add_loop_test(tests, formats, 0, COUNT_OF(format_cases));
    tcase_add_loop_test(tests, selections, 0, COUNT_OF(selection_cases));
    tcase_add_loop_test(tests, errors, 0, COUNT_OF(error_cases));
    tcase_add_loop_test(tests, requests, 0, COUNT_OF(request_cases));
    tcase_add_loop_test(tests, format_from_environment, 0, COUNT_OF(variable_cases));
    tcase_add_test(tests, personality_from_environment);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
