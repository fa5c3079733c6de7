/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the columns say of hand-made tasks. The expected texts are those of procps-ng's ps, which
 * was shown the same figures.
 */
#include <check.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/column/column.h"
#include "tests/unit/process.h"
#include "tests/unit/run.h"

#define S UINT64_C(1000000000)
#define CPU(seconds)            \
    {                           \
        .utime_ns = (seconds)*S \
    }
#define AGED(seconds)                    \
    {                                    \
        .start_ns = UPTIME - (seconds)*S \
    }
#define STATUS(...)    (&(const struct task_status){__VA_ARGS__})
#define ADDRESSES(...) (&(const struct task_addresses){__VA_ARGS__})

/* Saturday 21 November 2026, 01:31:56 UTC, after half a century without a reboot. */
#define NOW    INT64_C(1795224716)
#define UPTIME (UINT64_C(50) * 365 * 86400 * S)

static const struct moment moment = {
    .uptime_ns = UPTIME,
    .realtime_ns = NOW * (int64_t)S,
    .mem_total_kib = 1000000,
    .page_kib = 4,
    .pid_digits = 5,
};

/*
 * `modes` is a set of: S cumulative, n numeric_ids, c bare_command, e with_environ, s signal_names,
 * D a date_format.
 */
struct cell_case {
    const char *code;
    const char *text;
    struct task task;
    const char *modes;
    size_t width; /* 0: the column's own */
    size_t room;  /* 0: no limit */
    const char *tree;
    size_t tree_step;
};

#define CELL(code_, text_) .code = (code_), .text = (text_)

static struct name_cache *names;

static void set_up(void)
{
    setenv("TZ", "UTC", 1);
    tzset();
    setlocale(LC_ALL, "C");
    names = name_cache_new();
    ck_assert_ptr_nonnull(names);
}

static void tear_down(void)
{
    name_cache_free(names);
}

static void check_cell(const struct cell_case *expected)
{
    const struct column *column = column_find(expected->code);
    const char *modes = expected->modes ? expected->modes : "";
    const struct column_context context = {
        .moment = &moment,
        .names = names,
        .cumulative = strchr(modes, 'S'),
        .numeric_ids = strchr(modes, 'n'),
        .bare_command = strchr(modes, 'c'),
        .with_environ = strchr(modes, 'e'),
        .signal_names = strchr(modes, 's'),
        .date_format = strchr(modes, 'D') ? "%Y%%" : NULL,
    };
    struct cell cell = {
        .context = &context,
        .tree_prefix = expected->tree ? expected->tree : "",
        .tree_step = expected->tree_step,
        .room = expected->room ? expected->room : SIZE_MAX,
    };
    struct task task = expected->task;
    struct buf out = {0};

    ck_assert_msg(column, "no column %s", expected->code);
    if (!task.process)
        task.process = &process_none;
    cell.width = expected->width ? expected->width : column->width;
    column_format(&out, column, &task, &cell);
    ck_assert_msg(strcmp(buf_text(&out), expected->text) == 0, "%s is '%s', expected '%s'",
                  expected->code, buf_text(&out), expected->text);
    buf_fini(&out);
}

static const struct cell_case id_cases[] = {
    {CELL("pid", "10"), .task = {.tid = 12, .tgid = 10}},
    {CELL("tid", "12"), .task = {.tid = 12, .tgid = 10}},
    {CELL("ppid", "0"), .task = {PROCESS(.ppid = 0)}},
    {CELL("tpgid", "-1"), .task = {PROCESS(.tpgid = -1)}},
    {CELL("sess", "5"), .task = {PROCESS(.sid = 5)}},
    {CELL("euid", "4294967294"), .task = {.euid = 4294967294}},
    {CELL("ruid", "1"), .task = {.status = STATUS(.uid = {1, 2, 3, 4})}},
    {CELL("svuid", "3"), .task = {.status = STATUS(.uid = {1, 2, 3, 4})}},
    {CELL("fuid", "4"), .task = {.status = STATUS(.uid = {1, 2, 3, 4})}},
    {CELL("sgid", "3"), .task = {.status = STATUS(.gid = {1, 2, 3, 4})}},
    {CELL("ruid", "-")},
    {CELL("user", "root"), .task = {.euid = 0}},
    {CELL("user", "0"), .task = {.euid = 0}, .modes = "n"},
    {CELL("user", "r+"), .task = {.euid = 0}, .room = 2},
    {CELL("user", "4294967+"), .task = {.euid = 4294967000}, .room = 8}, /* no such user */
    {CELL("user", "4294967000"), .task = {.euid = 4294967000}, .room = 8, .modes = "n"},
    {CELL("ruser", "root"), .task = {.status = STATUS(.uid = {0})}},
    {CELL("supgid", "4,4294967000"), .task = {.status = STATUS(.groups = "4,4294967000")}},
    {CELL("supgid", "-"), .task = {.status = STATUS(.groups = "")}},
    {CELL("supgrp", "4294967000,root"), .task = {.status = STATUS(.groups = "4294967000,0")}},
    {CELL("supgrp", "-"), .task = {.status = STATUS(.groups = "")}},
};

#define CHILDREN                                                                \
    {                                                                           \
        .start_ns = UPTIME - 50 * S, .utime_ns = 10 * S, .stime_ns = 330000000, \
        PROCESS(.cutime_ns = 5 * S, .cstime_ns = 2 * S)                         \
    }

static const struct cell_case time_cases[] = {
    {CELL("time", "00:00:00"), .task = CPU(0)},
    {CELL("time", "00:00:01"), .task = {.utime_ns = S / 2, .stime_ns = S / 2}},
    {CELL("time", "00:59:59"), .task = CPU(3599)},
    {CELL("time", "23:59:59"), .task = CPU(86399)},
    {CELL("cputime", "1-00:00:00"), .task = CPU(86400)},
    {CELL("atime", "1000-00:00:07"), .task = CPU(86400 * 1000 + 7)},
    {CELL("time", "00:00:10"), .task = CHILDREN},
    {CELL("time", "00:00:17"), .task = CHILDREN, .modes = "S"},
    {CELL("bsdtime", "0:59"), .task = CPU(59)},
    {CELL("bsdtime", "1:00"), .task = CPU(60)},
    {CELL("bsdtime", "1439:59"), .task = CPU(86399)},
    {CELL("bsdtime", "0:17"), .task = CHILDREN, .modes = "S"},
    {CELL("cputimes", "864005"), .task = CPU(864005)},
    {CELL("times", "17"), .task = CHILDREN, .modes = "S"},
    {CELL("etime", "00:00"), .task = AGED(0)},
    {CELL("etime", "00:59"), .task = AGED(59)},
    {CELL("etime", "01:00:00"), .task = AGED(3600)},
    {CELL("etime", "1-00:00:00"), .task = AGED(86400)},
    {CELL("etime", "115-17:46:39"), .task = AGED(9999999)},
    {CELL("etime", "00:00"), .task = {.start_ns = UPTIME + S}}, /* younger than the moment */
    {CELL("etimes", "9999999"), .task = AGED(9999999)},
    {CELL("pcpu", "20.6"), .task = CHILDREN},
    {CELL("pcpu", "34.6"), .task = CHILDREN, .modes = "S"},
    {CELL("pcpu", "0.0"), .task = {.start_ns = UPTIME, .utime_ns = S}},
    {CELL("pcpu", "99.9"),
     .task = {.start_ns = UPTIME - 1000 * S, .utime_ns = 999 * S + 990000000}},
    {CELL("pcpu", "100"), .task = {.start_ns = UPTIME - 1000 * S, .utime_ns = 1000 * S}},
    {CELL("pcpu", "999"), .task = {.start_ns = UPTIME - 1000 * S, .utime_ns = 9990 * S}},
    {CELL("%cpu", "10000"), .task = {.start_ns = UPTIME - 1000 * S, .utime_ns = 100000 * S}},
    {CELL("c", "20"), .task = CHILDREN},
    {CELL("util", "99"), .task = {.start_ns = UPTIME - S, .utime_ns = 50 * S}},
    {CELL("cp", "206"), .task = CHILDREN},
    {CELL("cp", "999"), .task = {.start_ns = UPTIME - S, .utime_ns = 50 * S}},
    {CELL("cuu", "20.660"), .task = CHILDREN},
    {CELL("cuu", "20.660"), .task = CHILDREN, .modes = "S"},
    {CELL("cuc", "34.660"), .task = CHILDREN},
    {CELL("cuu", "66.667"), .task = {.start_ns = UPTIME - 3 * S, .utime_ns = 2 * S}},
    {CELL("cuu", "99.000"), .task = {.start_ns = UPTIME - 1000 * S, .utime_ns = 990 * S}},
    {CELL("cuu", "99.999"), .task = {.start_ns = UPTIME - 1000 * S, .utime_ns = 991 * S}},
};

static const struct cell_case start_cases[] = {
    {CELL("start", "01:31:56"), .task = AGED(0)},
    {CELL("start", "01:31:57"), .task = AGED(86399)},
    {CELL("start", "Nov 20"), .task = AGED(86400)},
    {CELL("start", "Sep 04"), .task = AGED(86400 * 3000)},
    {CELL("bsdstart", "01:31"), .task = AGED(86400)},
    {CELL("bsdstart", "Nov 20"), .task = AGED(86401)},
    {CELL("bsdstart", "Sep  4"), .task = AGED(86400 * 3000)},
    {CELL("lstart", "2018%"), .task = AGED(86400 * 3000), .modes = "D"},
    {CELL("lstart", "Tue Sep  4 01:31:56 2018"), .task = AGED(86400 * 3000)},
    {CELL("stime", "01:31"), .task = AGED(0)},
    {CELL("stime", "00:00"), .task = AGED(5516)},
    {CELL("stime", "Nov20"), .task = AGED(5517)},
    {CELL("stime", "Nov19"), .task = AGED(86400 * 2)},
    {CELL("stime", "Jan01"), .task = AGED(86400 * 324)},
    {CELL("stime", "2025"), .task = AGED(86400 * 325)},
    {CELL("start_time", "1996"), .task = AGED(UINT64_C(86400) * 365 * 30)},
    {CELL("stime", "01:32"),
     .task = {.start_ns = UPTIME + 60 * S}}, /* clocks that differ a little */
    {CELL("stime", "Nov22"), .task = {.start_ns = UPTIME + 86400 * S}}, /* and a lot */
    {CELL("stime", "2027"), .task = {.start_ns = UPTIME + 50 * 86400 * S}},
};

#define MAPPED                                                                              \
    {                                                                                       \
        .minflt = 11, .majflt = 13,                                                         \
        PROCESS(.vsize_kib = 5000, .rss_kib = 600, .stat_vsize_bytes = 5000 * 1024,         \
                .rss_limit = UINT64_MAX, .cminflt = 12, .cmajflt = 14),                     \
        .addresses = ADDRESSES(.start_code = 0x1000, .end_code = 0x5000,                    \
                               .start_stack = 0x7ffe0000, .esp = 0xabc, .eip = UINT64_MAX), \
        .status = STATUS(.vm_data_kib = 360, .vm_stack_kib = 132, .vm_locked_kib = 1)       \
    }

static const struct cell_case mem_cases[] = {
    {CELL("vsz", "5000"), .task = MAPPED},
    {CELL("rss", "600"), .task = MAPPED},
    {CELL("sz", "1250"), .task = MAPPED},
    {CELL("size", "492"), .task = MAPPED},
    {CELL("drs", "4984"), .task = MAPPED},
    {CELL("trs", "16"), .task = MAPPED},
    {CELL("m_size", "5120000"), .task = MAPPED},
    {CELL("trs", "0")},
    {CELL("drs", "0"),
     .task = {PROCESS(.stat_vsize_bytes = 10), .addresses = ADDRESSES(.end_code = 4096)}},
    {CELL("trs", "0"), .task = {PROCESS(.stat_vsize_bytes = 4096),
                                .addresses = ADDRESSES(.start_code = 1, .end_code = 1)}},
    {CELL("lim", "xx"), .task = MAPPED},
    {CELL("lim", "3072"), .task = {PROCESS(.rss_limit = 3145733)}},
    {CELL("pmem", "0.0"), .task = MAPPED},
    {CELL("pmem", "1.2"), .task = {PROCESS(.rss_kib = 12399)}},
    {CELL("%mem", "99.9"), .task = {PROCESS(.rss_kib = 2000000)}},
    {CELL("minflt", "11"), .task = MAPPED},
    {CELL("min_flt", "23"), .task = MAPPED, .modes = "S"},
    {CELL("pagein", "27"), .task = MAPPED, .modes = "S"},
    {CELL("stackp", "000000007ffe0000"), .task = MAPPED},
    {CELL("esp", "0000000000000abc"), .task = MAPPED},
    {CELL("eip", "ffffffffffffffff"), .task = MAPPED},
    {CELL("vm_lock", "-"), .task = MAPPED},
};

static const struct cell_case sched_cases[] = {
    {CELL("pri", "19"), .task = {.priority = 20}},
    {CELL("pri", "139"), .task = {.priority = -100}},
    {CELL("priority", "-2"), .task = {.priority = -2}},
    {CELL("opri", "80"), .task = {.priority = 20}},
    {CELL("intpri", "-40"), .task = {.priority = -100}},
    {CELL("pri_foo", "19"), .task = {.priority = 39}},
    {CELL("pri_bar", "1"), .task = {.priority = 0}},
    {CELL("pri_baz", "98"), .task = {.priority = -2}},
    {CELL("pri_api", "99"), .task = {.priority = -100}},
    {CELL("ni", "-20"), .task = {.nice = -20}},
    {CELL("nice", "5"), .task = {.nice = 5, .policy = 3}},
    {CELL("nice", "-"), .task = {.nice = 5, .policy = 1}},
    {CELL("nice", "-"), .task = {.nice = 19, .policy = 5}},
    {CELL("class", "TS"), .task = {.policy = 0}},
    {CELL("cls", "RR"), .task = {.policy = 2}},
    {CELL("policy", "DLN"), .task = {.policy = 6}},
    {CELL("class", "#7"), .task = {.policy = 7}},
    {CELL("sched", "7"), .task = {.policy = 7}},
    {CELL("rtprio", "-"), .task = {.policy = 0}},
    {CELL("rtprio", "99"), .task = {.policy = 1, .rt_priority = 99}},
    {CELL("rtprio", "0"), .task = {.policy = 3}},
    {CELL("psr", "37"), .task = {.processor = 37}},
    {CELL("cpu", "37"), .task = {.processor = 37}},
    {CELL("sgi_p", "37"), .task = {.state = 'R', .processor = 37}},
    {CELL("sgi_p", "*"), .task = {.state = 'S', .processor = 37}},
    {CELL("nlwp", "16000"), .task = {PROCESS(.nlwp = 16000)}},
    {CELL("thcount", "-"), .task = {PROCESS(.nlwp = 0)}},
};

static const struct cell_case state_cases[] = {
    {CELL("s", "D"), .task = {.state = 'D'}},
    {CELL("state", "t"), .task = {.state = 't'}},
    {CELL("stat", "Ss"), .task = {.state = 'S', .tgid = 9, PROCESS(.sid = 9, .tpgid = -1)}},
    {CELL("stat", "ZNl+"),
     .task = {.state = 'Z', .tgid = 9, .nice = 1, PROCESS(.nlwp = 3, .pgrp = 5, .tpgid = 5)}},
    {CELL("stat", "D<Lsl+"),
     .task = {.state = 'D', .tgid = 9, .nice = -1, PROCESS(.sid = 9, .nlwp = 2, .locked_kib = 4)}},
    {CELL("f", "1"), .task = {.flags = 0x40}},
    {CELL("flags", "5"), .task = {.flags = 0x400140}},
    {CELL("flag", "7"), .task = {.flags = UINT32_MAX}},
    {CELL("wchan", "-"), .task = {.wchan = ""}},
    {CELL("wchan", "-"), .task = {.wchan = "0"}},
    {CELL("wchan", "do_wait"), .task = {.wchan = "do_wait"}},
    {CELL("wchan", "do_wai"), .task = {.wchan = "do_wait"}, .room = 6},
    {CELL("wname", "sched"), .task = {.wchan = ".__sched"}},
    {CELL("wchan", "a.b"), .task = {.wchan = "a\033b"}},
    {CELL("tty", "?"), .task = {PROCESS(.tty = 0)}},
    {CELL("tt", "pts/3"), .task = {PROCESS(.tty = 0x8803)}},
    {CELL("tname", "tty1"), .task = {PROCESS(.tty = 0x0401)}},
    {CELL("tty4", "3"), .task = {PROCESS(.tty = 0x8803)}},
    {CELL("tty4", "S0"), .task = {PROCESS(.tty = 0x0440)}},
    {CELL("tty4", "console"), .task = {PROCESS(.tty = 0x0501)}},
    {CELL("tty4", "?"), .task = {PROCESS(.tty = 0)}},
};

#define MASKS                                                                                    \
    {                                                                                            \
        .status =                                                                                \
            STATUS(.sig_pending = 0x100, .sig_group = 1, .sig_blocked = 0xfffffffe7ffbfeff,      \
                   .sig_ignored = 0x80000002, .sig_caught = 0xffffffff, .cap_permitted = 0x3000) \
    }

static const struct cell_case signal_cases[] = {
    {CELL("pending", "0000000000000001"), .task = MASKS, .width = 16},
    {CELL("tsig", "0000000000000100"), .task = MASKS, .width = 16},
    {CELL("blocked", "fffffffe7ffbfeff"), .task = MASKS, .width = 16},
    {CELL("blocked", "<7ffbfeff"), .task = MASKS},
    {CELL("ignored", "80000002"), .task = MASKS},
    {CELL("caught", "ffffffff"), .task = MASKS},
    {CELL("caught", "-")},
    {CELL("sig", "00000002"),
     .task = {.tgid = 1, .tid = 2, .status = STATUS(.sig_pending = 2, .sig_group = 1)}},
    {CELL("caught", "HUP,TERM,RTMAX"),
     .task = {.status = STATUS(.sig_caught = UINT64_C(1) << 63 | 0x4001)}, .modes = "s"},
    {CELL("caught", "HUP,TERM+"),
     .task = {.status = STATUS(.sig_caught = UINT64_C(1) << 63 | 0x4001)}, .modes = "s",
     .room = 14},
    {CELL("caught", "HUP+"), .task = {.status = STATUS(.sig_caught = 0x4001)}, .modes = "s",
     .room = 8},
    {CELL("caught", "+"), .task = {.status = STATUS(.sig_caught = 1)}, .modes = "s", .room = 1},
    {CELL("caught", "-"), .task = {.status = STATUS(.sig_caught = 0)}, .modes = "s"},
    {CELL("pcap", "0000000000003000"), .task = MASKS},
    {CELL("pcaps", "net_admin,net_raw"), .task = MASKS},
    {CELL("pcaps", "full"), .task = {.status = STATUS(.cap_permitted = 0x1ffffffffff)}},
    {CELL("pcaps", "chown,63"), .task = {.status = STATUS(.cap_permitted = UINT64_C(1) << 63 | 1)}},
    {CELL("pcaps", "-"), .task = {.status = STATUS(.cap_permitted = 0)}},
};

#define DETAILS(...)                  \
    .details = &(struct task_details) \
    {                                 \
        __VA_ARGS__                   \
    }
#define BYTES(bytes) .cmdline = (bytes), .cmdline_len = sizeof(bytes) - 1
#define ENV(bytes)   DETAILS(.environ = (bytes), .environ_len = sizeof(bytes) - 1)

static const struct cell_case command_cases[] = {
    {CELL("args", "/bin/foo -a b c"), .task = {.comm = "foo", BYTES("/bin/foo\0-a\0b c\0")}},
    {CELL("args", "a   b"), .task = {.comm = "foo", BYTES("a\0\0\0b\0\0")}},
    {CELL("args", "title with spaces  "),
     .task = {.comm = "foo", BYTES("title with spaces  \0\0\0")}},
    {CELL("args", "no nul"), .task = {.comm = "foo", BYTES("no nul")}},
    {CELL("args", "two lines .[m"), .task = {.comm = "foo", BYTES("two\nlines\0\033[m\0")}},
    {CELL("args", "?"), .task = {.comm = "foo", BYTES("\0\0")}},
    {CELL("args", "[foo]"), .task = {.comm = "foo"}},
    {CELL("args", "[-]")},
    {CELL("comm", "-")},
    {CELL("comm", ""), .task = {.comm = ""}},
    {CELL("cmd", "[a) R (b]"), .task = {.comm = "a) R (b"}},
    {CELL("command", "[foo] <defunct>"), .task = {.comm = "foo", .state = 'Z'}},
    {CELL("args", "[foo] <de"), .task = {.comm = "foo", .state = 'Z'}, .room = 9},
    {CELL("args", "foo"), .task = {.comm = "foo", BYTES("/bin/foo\0-a\0")}, .modes = "c"},
    {CELL("args", "/bin/foo "), .task = {.comm = "foo", BYTES("/bin/foo\0-a\0")}, .room = 9},
    {CELL("args", "a X=1 Y= 2"), .task = {.comm = "foo", BYTES("a\0"), ENV("X=1\0Y=\n2\0")},
     .modes = "e"},
    {CELL("args", "a X="), .task = {.comm = "foo", BYTES("a\0"), ENV("X=1\0Y=2\0")}, .modes = "e",
     .room = 4},
    {CELL("args", "a"), .task = {.comm = "foo", BYTES("a\0"), ENV("X=1\0")}, .modes = "e",
     .room = 2},
    {CELL("args", "a"), .task = {.comm = "foo", BYTES("a\0")}, .modes = "e"},
    {CELL("comm", "foo"), .task = {.comm = "foo"}},
    {CELL("comm", "foo <defunct>"), .task = {.comm = "foo", .state = 'Z'}},
    {CELL("ucmd", "foo X=1"), .task = {.comm = "foo", ENV("X=1\0")}, .modes = "e"},
    {CELL("comm", "a.b?"), .task = {.comm = "a\tb\x80"}},
    {CELL("fname", "verylong"), .task = {.comm = "verylongname", .state = 'Z'}},
    {CELL("fname", "very"), .task = {.comm = "verylongname"}, .room = 4},
    {CELL("environ", "A=1 B=2"), .task = {ENV("A=1\0B=2\0")}},
    {CELL("environ", "-")},
    {CELL("args", "     \\_ [b]"), .task = {.comm = "b"}, .tree = "     \\_ ", .tree_step = 4},
    {CELL("args", "     \\_ [b"), .task = {.comm = "bar"}, .tree = "     \\_ ", .tree_step = 4,
     .room = 10},
    {CELL("args", "    [ba"), .task = {.comm = "bar"}, .tree = "     \\_ ", .tree_step = 4,
     .room = 7},
    {CELL("args", "[ba"), .task = {.comm = "bar"}, .tree = " \\_ ", .tree_step = 4, .room = 3},
    {CELL("comm", "  bar"), .task = {.comm = "bar"}, .tree = "  ", .tree_step = 2},
    {CELL("fname", " \\_ b"), .task = {.comm = "bar"}, .tree = " \\_ ", .tree_step = 4, .room = 5},
};

#define HEX64 "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static const struct cell_case container_cases[] = {
    {CELL("cgroup", "-"), .task = {DETAILS(.cgroup = "")}},
    {CELL("cgroup", "0::/a.,1:b:/c"), .task = {DETAILS(.cgroup = "0::/a\033,1:b:/c")}},
    {CELL("cgroup", "0::/"), .task = {DETAILS(.cgroup = "0::/abc")}, .room = 4},
    {CELL("cgname", "-"), .task = {DETAILS(.cgroup = "")}},
    {CELL("cgname", "0::/abc"), .task = {DETAILS(.cgroup = "0::/abc")}},
    {CELL("cgname", "systemd:/b c,0::/d"),
     .task = {DETAILS(.cgroup = "12:pids:/a,11:name=systemd:/b c,0::/d")}},
    {CELL("lxc", "web"), .task = {DETAILS(.cgroup = "0::/lxc.payload.web/init.scope")}},
    {CELL("lxc", "web2"), .task = {DETAILS(.cgroup = "0::/lxc.payload/web2,1:x:/y")}},
    {CELL("lxc", "web3"), .task = {DETAILS(.cgroup = "3:cpu:/lxc/web3/x")}},
    {CELL("lxc", "-"), .task = {DETAILS(.cgroup = "0::/lxc.monitor.web")}},
    {CELL("docker", "0123456789ab"), .task = {DETAILS(.cgroup = "0::/docker/" HEX64)}},
    {CELL("docker", "0123456789ab"),
     .task = {DETAILS(.cgroup = "0::/system.slice/docker-" HEX64 ".scope")}},
    {CELL("docker", "-"), .task = {DETAILS(.cgroup = "0::/docker/abc")}},
    {CELL("docker", "-"), .task = {DETAILS(.cgroup = "")}},
};

#define IO(...)    DETAILS(.io = &(const struct task_io){__VA_ARGS__})
#define SMAPS(...) DETAILS(.smaps = &(const struct task_smaps){__VA_ARGS__})
#define LOGIN(...) DETAILS(.login = {__VA_ARGS__})

static const struct cell_case details_cases[] = {
    {CELL("rchars", "7"), .task = {IO(.read_chars = 7)}},
    {CELL("wchars", "7"), .task = {IO(.write_chars = 7)}},
    {CELL("rops", "7"), .task = {IO(.read_calls = 7)}},
    {CELL("wops", "7"), .task = {IO(.write_calls = 7)}},
    {CELL("rbytes", "18446744073709551615"), .task = {IO(.read_bytes = UINT64_MAX)}},
    {CELL("wbytes", "7"), .task = {IO(.write_bytes = 7)}},
    {CELL("wcbytes", "7"), .task = {IO(.cancelled_write_bytes = 7)}},
    {CELL("rchars", "0"), .task = {DETAILS(0)}}, /* not to be seen */
    {CELL("pss", "9"), .task = {SMAPS(.pss_kib = 9)}},
    {CELL("uss", "5"), .task = {SMAPS(.private_clean_kib = 2, .private_dirty_kib = 3)}},
    {CELL("htprv", "9"), .task = {SMAPS(.private_hugetlb_kib = 9)}},
    {CELL("htshr", "9"), .task = {SMAPS(.shared_hugetlb_kib = 9)}},
    {CELL("uss", "0"), .task = {DETAILS(0)}},
    {CELL("pidns", "4026531836"),
     .task = {DETAILS(.namespace_inodes = {[NAMESPACE_PID] = 4026531836})}},
    {CELL("cgroupns", "-"), .task = {DETAILS(.namespace_inodes = {[NAMESPACE_PID] = 1})}},
    {CELL("ag_id", "44"), .task = {DETAILS(.autogroup = 44, .autogroup_nice = -3)}},
    {CELL("ag_nice", "-3"), .task = {DETAILS(.autogroup = 44, .autogroup_nice = -3)}},
    {CELL("ag_id", "-1"), .task = {DETAILS(.autogroup = -1)}},
    {CELL("ag_nice", "0"), .task = {DETAILS(.autogroup = -1)}},
    {CELL("luid", "3000"), .task = {DETAILS(.login_uid = 3000)}},
    {CELL("luid", "-"), .task = {DETAILS(.login_uid = -1)}},
    {CELL("oom", "666"), .task = {DETAILS(.oom_score = 666, .oom_adj = -1000)}},
    {CELL("oomadj", "-1000"), .task = {DETAILS(.oom_score = 666, .oom_adj = -1000)}},
    {CELL("numa", "1"), .task = {DETAILS(.node = 1)}},
    {CELL("numa", "-1"), .task = {DETAILS(.node = -1)}},
    {CELL("fds", "0"), .task = {DETAILS(.fds = 0)}},
    {CELL("fds", "-"), .task = {DETAILS(.fds = -1)}},
    {CELL("exe", "/a b.c"), .task = {DETAILS(.exe = "/a b\033c")}},
    {CELL("exe", "/a"), .task = {DETAILS(.exe = "/abc")}, .room = 2},
    {CELL("exe", "-"), .task = {DETAILS(.exe = "")}},
    {CELL("unit", "a.service"), .task = {LOGIN([LOGIN_UNIT] = "a.service")}},
    {CELL("uunit", "b"), .task = {LOGIN([LOGIN_USER_UNIT] = "b")}},
    {CELL("slice", "-.slice"), .task = {LOGIN([LOGIN_SLICE] = "-.slice")}},
    {CELL("lsession", "c1"), .task = {LOGIN([LOGIN_SESSION] = "c1")}},
    {CELL("seat", "seat0"), .task = {LOGIN([LOGIN_SEAT] = "seat0")}},
    {CELL("machine", "vm"), .task = {LOGIN([LOGIN_MACHINE] = "vm")}},
    {CELL("ouid", "1000"), .task = {LOGIN([LOGIN_OWNER] = "1000")}},
    {CELL("unit", "-"), .task = {LOGIN([LOGIN_UNIT] = "")}},
    {CELL("_left", "tty7"), .task = {.tid = 5}},
    {CELL("_right2", "9-23:59:59"), .task = {.tid = 5}},
    {CELL("_unlimited", "ps"), .task = {.tid = 5}},
};

#define CASES_TEST(family)               \
    START_TEST(family##_cells)           \
    {                                    \
        check_cell(&family##_cases[_i]); \
    }                                    \
    END_TEST

CASES_TEST(id)
CASES_TEST(time)
CASES_TEST(start)
CASES_TEST(mem)
CASES_TEST(sched)
CASES_TEST(state)
CASES_TEST(signal)
CASES_TEST(command)
CASES_TEST(container)
CASES_TEST(details)

/* A wide character that does not fit is the end, whatever would fit behind it. */
static const struct cell_case wide_cases[] = {
    {CELL("comm", "ab"),
     .task = {.comm = "ab\xe6\xbc\xa2"
                      "c",
              .state = 'Z'},
     .room = 3},
    {CELL("comm", "ab\xe6\xbc\xa2 "), .task = {.comm = "ab\xe6\xbc\xa2", .state = 'Z'}, .room = 5},
    {CELL("args", "[ab"), .task = {.comm = "ab\xe6\xbc\xa2"}, .room = 4},
    {CELL("args", "ab"), .task = {BYTES("ab\xe6\xbc\xa2\0-x\0"), ENV("E=1\0")}, .modes = "e",
     .room = 3},
};

START_TEST(wide_cells)
{
    ck_assert_ptr_nonnull(setlocale(LC_CTYPE, "C.UTF-8"));
    check_cell(&wide_cases[_i]);
}
END_TEST

/* What only JSON and sorting see. */
START_TEST(values_are_the_true_figures)
{
    const struct task task = {.start_ns = UPTIME - 50 * S - 5,
                              .utime_ns = 5 * S + 3,
                              PROCESS(.stat_vsize_bytes = 8192),
                              .state = 'Z',
                              .comm = "name"};
    const struct column_context context = {.moment = &moment, .names = names};
    struct value value = column_find("time")->value(&task, &context);

    ck_assert_uint_eq(value.as.u, 5 * S + 3);
    value = column_find("stime")->value(&task, &context);
    ck_assert_int_eq(value.as.i, (NOW - 50) * (int64_t)S - 5);
    value = column_find("etimes")->value(&task, &context);
    ck_assert_uint_eq(value.as.u, 50 * S + 5);
    value = column_find("m_size")->value(&task, &context);
    ck_assert_uint_eq(value.as.u, 8);
    value = column_find("pcpu")->value(&task, &context);
    ck_assert_double_eq_tol(value.as.real, 10.0, 0.0001);
    value = column_find("stat")->value(&task, &context);
    ck_assert_str_eq(value.as.text, "Zs+");
    value = column_find("args")->value(&task, &context);
    ck_assert_int_eq(value.kind, VALUE_NONE);
    value = column_find("args")->sort_value(&task, &context);
    ck_assert_str_eq(value.as.text, "[name]");
}
END_TEST

/* What the arguments sort by is what is shown, also where they were overwritten with nothing. */
START_TEST(blank_arguments_sort_as_they_are_shown)
{
    const struct task task = {.process = &process_none, .comm = "name", BYTES("\0\0")};
    const struct column_context context = {.moment = &moment, .names = names};
    const struct cell cell = {.context = &context, .room = SIZE_MAX};
    const struct column *column = column_find("args");
    struct value value = column->sort_value(&task, &context);
    struct buf out = {0};

    column->format(&out, &task, &cell);
    ck_assert_str_eq(buf_text(&out), "?");
    ck_assert_str_eq(value.as.text, "?");
    buf_fini(&out);
}
END_TEST

/*
 * Starts all over two years, at ages of hours to years: the calendar is the judge of what the
 * shortcuts in start.c say. The zones change their offset by nothing, half an hour and an hour.
 */
START_TEST(start_agrees_with_the_calendar)
{
    static const char *const zones[] = {"UTC0", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
                                        "EST5EDT,M3.2.0,M11.1.0"};
    const struct column *column = column_find("stime");

    setenv("TZ", zones[_i], 1);
    tzset();
    for (int64_t begin = NOW; begin < NOW + 730 * INT64_C(86400); begin += 31 * 3600 + 59) {
        for (int64_t age = 0; age < 800 * INT64_C(86400); age += age / 3 + 3 * 3600 + 59 * 60) {
            const struct moment later = {.uptime_ns = (uint64_t)age * S,
                                         .realtime_ns = (begin + age) * (int64_t)S};
            const struct column_context context = {.moment = &later, .names = names};
            const struct cell cell = {.context = &context, .room = SIZE_MAX};
            const struct task task = {.process = &process_none};
            const time_t then = begin, now = begin + age;
            struct tm started, today;
            char expected[16];
            struct buf out = {0};

            localtime_r(&then, &started);
            localtime_r(&now, &today);
            strftime(expected, sizeof(expected),
                     started.tm_year != today.tm_year   ? "%Y"
                     : started.tm_yday != today.tm_yday ? "%b%d"
                                                        : "%H:%M",
                     &started);
            column_format(&out, column, &task, &cell);
            if (strcmp(buf_text(&out), expected) != 0)
                ck_abort_msg("'%s' instead of '%s'", buf_text(&out), expected);
            buf_fini(&out);
        }
    }
}
END_TEST

static Suite *suite(void)
{
    TCase *tests = tcase_create("cells");
    Suite *suite = suite_create("cell");

    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, id_cells, 0, COUNT_OF(id_cases));
    tcase_add_loop_test(tests, time_cells, 0, COUNT_OF(time_cases));
    tcase_add_loop_test(tests, start_cells, 0, COUNT_OF(start_cases));
    tcase_add_loop_test(tests, mem_cells, 0, COUNT_OF(mem_cases));
    tcase_add_loop_test(tests, sched_cells, 0, COUNT_OF(sched_cases));
    tcase_add_loop_test(tests, state_cells, 0, COUNT_OF(state_cases));
    tcase_add_loop_test(tests, signal_cells, 0, COUNT_OF(signal_cases));
    tcase_add_loop_test(tests, command_cells, 0, COUNT_OF(command_cases));
    tcase_add_loop_test(tests, container_cells, 0, COUNT_OF(container_cases));
    tcase_add_loop_test(tests, details_cells, 0, COUNT_OF(details_cases));
    tcase_add_loop_test(tests, wide_cells, 0, COUNT_OF(wide_cases));
    tcase_add_test(tests, values_are_the_true_figures);
    tcase_add_test(tests, blank_arguments_sort_as_they_are_shown);
    tcase_add_loop_test(tests, start_agrees_with_the_calendar, 0, 3);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return run_suite(suite());
}
