/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Columns that a command line asks for, what else it may ask for, and the environment. */
#include "tests/unit/ps/ps_line.h"
#include "tests/unit/run.h"

static const struct line_case format_cases[] = {
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
    {NULL, "-o user:2147483647", "user:131072!"},
    {NULL, "-o %cpu,%mem", "%cpu,%mem"},
    {NULL, "-o DefSysV", "pid,tname,time,cmd"},
    {NULL, "-f -o pid", "pid"}, /* makes sense as BSD only: f o pid */

    /* AIX codes, with text behind them */
    {NULL, "-o %p", "pid"},
    {NULL, "-o %p%c", "pid,comm"},
    {NULL, "-o %p\t%U:%a", "pid,'\t',user,':',args"},
    {NULL, "-o %px", "pid,'x'"},
    {NULL, "-o %p,%cpu", "pid,',',comm,'pu'"},
    {NULL, "-o %p -o %c -o user", "pid,comm,user"},
    {NULL, "-O %p", "pid,pid,state,tname,time,command"},

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
    {NULL, "-axm",
     "pid,tname,majflt,minflt,m_trs,m_drs,m_size,m_swap,rss,m_share,vm_lib,m_dt,args"},
    {"digital", "-xm",
     "pid,tname,majflt,minflt,m_trs,m_drs,m_size,m_swap,rss,m_share,vm_lib,m_dt,args"},
    {"bsd", "-axm", "pid,tname,stat,bsdtime,args"},
    {NULL, "axm", "pid,tname,stat,bsdtime,args"},
    {"390", "-j", "pid,sid,pgrp,tname,atime,args"},
    {"390", "-jL", "pid,sid,lwp,pgrp,tname,atime,args"},
    {"irix", "-l", "f,s,uid,pid,ppid,c,priority,ni,sgi_p,sz,':',sgi_rss,wchan,tname,time,ucmd"},
    {"linux", "-l", "f,s,uid,pid,ppid,c,opri,ni,sgi_p,sz,wchan,tname,time,ucmd"},
    {"linux", "-f", "uname,pid,ppid,c,stime,tname,time,cmd"},
    {"hpux", "-x", "pid,tname,time,cmd"},
    {"hpux", "-xj 1", "pid,pgid,sid,tname,stat,bsdtime,args"},
    {"svr4", "-lx", "s,uid,pid,ppid,c,opri,ni,rss,sz,wchan,tname,time,ucmd"},
    {"nonsense", "-f", "uid_hack,pid,ppid,c,stime,tname,time,cmd"},
};

LOOP(formats, COUNT_OF(format_cases))
{
    const struct line_case *c = &format_cases[_i];
    struct ps_options options;
    struct buf error, text = {0};
    int result = ps_line_parse(c->line, c->personality, NULL, &options, &error);

    ck_assert_msg(result == 0, "ps %s: %s", c->line, buf_text(&error));
    ps_line_tell_format(&text, &options.format);
    ps_line_check(c->line, &text, c->told);
    buf_fini(&text);
    ps_line_give_back(&options, &error);
}

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

LOOP(requests, COUNT_OF(request_cases))
{
    struct ps_options options;
    struct buf error;

    ck_assert_int_eq(ps_line_parse(request_cases[_i].line, NULL, NULL, &options, &error), 0);
    ck_assert_int_eq(options.request, request_cases[_i].request);
    ck_assert_int_eq(options.help_section, request_cases[_i].section);
    ps_line_give_back(&options, &error);
}

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

LOOP(format_from_environment, COUNT_OF(variable_cases))
{
    const char *line = variable_cases[_i].line;
    struct ps_options options;
    struct buf error, text = {0};

    ck_assert_int_eq(ps_line_parse(line, NULL, variable_cases[_i].ps_format, &options, &error), 0);
    ps_line_tell_format(&text, &options.format);
    ps_line_check(line, &text, variable_cases[_i].columns);
    ps_line_check(line, &error, variable_cases[_i].warning);
    buf_fini(&text);
    ps_line_give_back(&options, &error);
}

/* Variables that choose a personality, in the order in which they count. */
CASE(personality_from_environment)
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
        ps_line_give_back(&options, &error);
    }
}
