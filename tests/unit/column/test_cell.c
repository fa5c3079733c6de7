/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cells of ids, sizes, states and signals, and the figures behind them. */
#include "tests/unit/column/cell_fixture.h"
#include "tests/unit/run.h"

FIXTURE(cell_fixture_setup, cell_fixture_teardown);

static const struct cell_case id_cases[] = {
    {CELL("pid", "10"), .task = {.tid = 12, .tgid = 10}},
    {CELL("tid", "12"), .task = {.tid = 12, .tgid = 10}},
    {CELL("ppid", "0"), .task = {PROCESS(.ppid = 0)}},
    {CELL("tpgid", "-1"), .task = {PROCESS(.tpgid = -1)}},
    {CELL("sess", "5"), .task = {PROCESS(.sid = 5)}},
    {CELL("tgid", "10"), .task = {.tid = 12, .tgid = 10}},
    {CELL("pgrp", "9"), .task = {PROCESS(.pgrp = 9)}},
    {CELL("euid", "4294967294"), .task = {.euid = 4294967294}},
    {CELL("egid", "4294967294"), .task = {.egid = 4294967294}},
    {CELL("ruid", "1"), .task = {.status = STATUS(.uid = {1, 2, 3, 4})}},
    {CELL("svuid", "3"), .task = {.status = STATUS(.uid = {1, 2, 3, 4})}},
    {CELL("fuid", "4"), .task = {.status = STATUS(.uid = {1, 2, 3, 4})}},
    {CELL("rgid", "1"), .task = {.status = STATUS(.gid = {1, 2, 3, 4})}},
    {CELL("sgid", "3"), .task = {.status = STATUS(.gid = {1, 2, 3, 4})}},
    {CELL("fgid", "4"), .task = {.status = STATUS(.gid = {1, 2, 3, 4})}},
    {CELL("ruid", "-")},
    {CELL("user", "root"), .task = {.euid = 0}},
    {CELL("user", "0"), .task = {.euid = 0}, .modes = "n"},
    {CELL("user", "r+"), .task = {.euid = 0}, .room = 2},
    {CELL("user", "4294967+"), .task = {.euid = 4294967000}, .room = 8}, /* no such user */
    {CELL("user", "4294967000"), .task = {.euid = 4294967000}, .room = 8, .modes = "n"},
    {CELL("uid_hack", "root"), .task = {.euid = 0}},
    {CELL("ruser", "root"), .task = {.status = STATUS(.uid = {0, 1, 1, 1})}},
    {CELL("suser", "root"), .task = {.status = STATUS(.uid = {1, 1, 0, 1})}},
    {CELL("fuser", "root"), .task = {.status = STATUS(.uid = {1, 1, 1, 0})}},
    {CELL("group", "root"), .task = {.egid = 0}},
    {CELL("group", "0"), .task = {.egid = 0}, .modes = "n"},
    {CELL("rgroup", "root"), .task = {.status = STATUS(.gid = {0, 1, 1, 1})}},
    {CELL("sgroup", "root"), .task = {.status = STATUS(.gid = {1, 1, 0, 1})}},
    {CELL("fgroup", "root"), .task = {.status = STATUS(.gid = {1, 1, 1, 0})}},
    {CELL("fgroup", "-")},
    {CELL("supgid", "4,4294967000"), .task = {.status = STATUS(.groups = "4,4294967000")}},
    {CELL("supgid", "-"), .task = {.status = STATUS(.groups = "")}},
    {CELL("supgrp", "4294967000,root"), .task = {.status = STATUS(.groups = "4294967000,0")}},
    {CELL("supgrp", "-"), .task = {.status = STATUS(.groups = "")}},
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
    {CELL("size", "3"), .task = {.status = STATUS(.vm_data_kib = LINE_MISSING, .vm_stack_kib = 3)}},
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
    {CELL("class", "EXT"), .task = {.policy = 7}},
    {CELL("class", "#8"), .task = {.policy = 8}},
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
    {CELL("flag_word", "4194624"), .task = {.flags = 0x400140}},
    {CELL("wchan", "-"), .task = {.wchan = ""}},
    {CELL("wchan", "-"), .task = {.wchan = "0"}},
    {CELL("wchan", "do_wait"), .task = {.wchan = "do_wait"}},
    {CELL("wchan", "do_wai"), .task = {.wchan = "do_wait"}, .room = 6},
    {CELL("wname", "sched"), .task = {.wchan = ".__sched"}},
    {CELL("wchan", "a?b"), .task = {.wchan = "a\033b"}},
    {CELL("tty", "?"), .task = {PROCESS(.tty = 0)}},
    {CELL("tt", "pts/3"), .task = {PROCESS(.tty = 0x8803)}},
    {CELL("tname", "tty1"), .task = {PROCESS(.tty = 0x0401)}},
    {CELL("tty4", "3"), .task = {PROCESS(.tty = 0x8803)}},
    {CELL("tty4", "S0"), .task = {PROCESS(.tty = 0x0440)}},
    {CELL("tty4", "console"), .task = {PROCESS(.tty = 0x0501)}},
    {CELL("tty4", "?"), .task = {PROCESS(.tty = 0)}},
};

#define MASKS(...) STATUS(.has_signals = true, .has_capabilities = true, __VA_ARGS__)
#define MANY                                                                                    \
    {                                                                                           \
        .status =                                                                               \
            MASKS(.sig_pending = 0x100, .sig_group = 1, .sig_blocked = 0xfffffffe7ffbfeff,      \
                  .sig_ignored = 0x80000002, .sig_caught = 0xffffffff, .cap_permitted = 0x3000) \
    }

static const struct cell_case signal_cases[] = {
    {CELL("pending", "0000000000000001"), .task = MANY, .width = 16},
    {CELL("tsig", "0000000000000100"), .task = MANY, .width = 16},
    {CELL("blocked", "fffffffe7ffbfeff"), .task = MANY, .width = 16},
    {CELL("blocked", "<7ffbfeff"), .task = MANY},
    {CELL("ignored", "ffffffffffffffff"), .task = {.status = MASKS(.sig_ignored = UINT64_MAX)},
     .width = 16},
    {CELL("blocked", "00000000"), .task = {.status = STATUS(.has_capabilities = true)}},
    {CELL("pending", "0000000000000000"), .task = {.status = STATUS(.has_capabilities = true)},
     .width = 16},
    {CELL("ignored", "80000002"), .task = MANY},
    {CELL("caught", "ffffffff"), .task = MANY},
    {CELL("caught", "-")},
    {CELL("sig", "00000002"), .task = {.kind = TASK_THREAD,
                                       .tgid = 1,
                                       .tid = 1,
                                       .status = MASKS(.sig_pending = 2, .sig_group = 1)}},
    {CELL("caught", "HUP,TERM,RTMAX"),
     .task = {.status = MASKS(.sig_caught = UINT64_C(1) << 63 | 0x4001)}, .modes = "s"},
    {CELL("caught", "HUP,TERM+"),
     .task = {.status = MASKS(.sig_caught = UINT64_C(1) << 63 | 0x4001)}, .modes = "s", .room = 14},
    {CELL("caught", "HUP+"), .task = {.status = MASKS(.sig_caught = 0x4001)}, .modes = "s",
     .room = 8},
    {CELL("caught", "+"), .task = {.status = MASKS(.sig_caught = 1)}, .modes = "s", .room = 1},
    {CELL("caught", "-"), .task = {.status = MASKS(.sig_caught = 0)}, .modes = "s"},
    {CELL("pcap", "0000000000003000"), .task = MANY},
    {CELL("pcap", "ffffffffffffffff"), .task = {.status = MASKS(.cap_permitted = UINT64_MAX)}},
    {CELL("pcap", "0000000000000000"), .task = {.status = STATUS(.has_signals = true)}},
    {CELL("pcaps", "-"), .task = {.status = STATUS(.has_signals = true)}},
    {CELL("pcaps", "net_admin,net_raw"), .task = MANY},
    {CELL("pcaps", "full"), .task = {.status = MASKS(.cap_permitted = 0x1ffffffffff)}},
    {CELL("pcaps", "chown,63"), .task = {.status = MASKS(.cap_permitted = UINT64_C(1) << 63 | 1)}},
    {CELL("pcaps", "-"), .task = {.status = MASKS(.cap_permitted = 0)}},
};

CASES_TEST(id)
CASES_TEST(mem)
CASES_TEST(sched)
CASES_TEST(state)
CASES_TEST(signal)

/* What only JSON and sorting see. */
CASE(values_are_the_true_figures)
{
    const struct task task = {.start_ns = UPTIME - 50 * S - 5,
                              .utime_ns = 5 * S + 3,
                              PROCESS(.stat_vsize_bytes = 8192),
                              .state = 'Z',
                              .comm = "name"};
    const struct column_context context = {.system = &system_info, .names = names};
    struct value value = column_value(column_find("time"), &task, &context);

    ck_assert_uint_eq(value.as.u, 5 * S + 3);
    value = column_value(column_find("stime"), &task, &context);
    ck_assert_int_eq(value.as.i, (NOW - 50) * (int64_t)S - 5);
    value = column_value(column_find("etimes"), &task, &context);
    ck_assert_uint_eq(value.as.u, 50 * S + 5);
    value = column_value(column_find("m_size"), &task, &context);
    ck_assert_uint_eq(value.as.u, 8);
    value = column_value(column_find("pcpu"), &task, &context);
    ck_assert_double_eq_tol(value.as.real, 10.0, 0.0001);
    value = column_value(column_find("stat"), &task, &context);
    ck_assert_str_eq(value.as.text, "Zs+");
    value = column_value(column_find("args"), &task, &context);
    ck_assert_int_eq(value.kind, VALUE_NONE);
    value = column_sort_value(column_find("args"), &task, &context);
    ck_assert_str_eq(value.as.text, "[name]");
}
