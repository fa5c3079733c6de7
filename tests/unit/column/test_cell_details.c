/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cells of figures that few columns show. */
#include <sys/syscall.h>

#include "lib/task/marks.h"
#include "lib/wait/wait.h"
#include "tests/unit/column/cell_fixture.h"
#include "tests/unit/run.h"

FIXTURE(cell_fixture_setup, cell_fixture_teardown);

#define IO(...)    DETAILS(.io = &(const struct task_io){__VA_ARGS__})
#define SMAPS(...) DETAILS(.smaps = &(const struct task_smaps){__VA_ARGS__})
#define LOGIN(...) DETAILS(.login = {__VA_ARGS__})
#define NS(...)    DETAILS(.namespace_inodes = {__VA_ARGS__})

/* In a system call of this processor, or not. */
#define CALL(number_, place_, ...)                   \
    DETAILS(.syscall = &(const struct task_syscall){ \
                .number = (number_), .place = (place_), .bits = 8 * sizeof(void *), __VA_ARGS__})

/* A row of ended tasks, with these groups. */
#define ENDED(groups, ...)                                                \
    .is_ended = true, .have = (groups), .details = &(struct task_details) \
    {                                                                     \
        .ended = &(const struct task_ended)                               \
        {                                                                 \
            __VA_ARGS__                                                   \
        }                                                                 \
    }

static const struct cell_case details_cases[] = {
    {CELL("rchars", "7"), .task = {IO(.read_chars = 7)}},
    {CELL("wchars", "7"), .task = {IO(.write_chars = 7)}},
    {CELL("rops", "7"), .task = {IO(.read_calls = 7)}},
    {CELL("wops", "7"), .task = {IO(.write_calls = 7)}},
    {CELL("rbytes", "18446744073709551614"), .task = {IO(.read_bytes = UINT64_MAX - 1)}},
    {CELL("rbytes", "0"), .task = {IO(.read_bytes = LINE_MISSING)}},
    {CELL("wbytes", "7"), .task = {IO(.write_bytes = 7)}},
    {CELL("wcbytes", "7"), .task = {IO(.cancelled_write_bytes = 7)}},
    {CELL("rchars", "0"), .task = {DETAILS(0)}}, /* not to be seen */
    {CELL("pss", "9"), .task = {SMAPS(.pss_kib = 9)}},
    {CELL("uss", "5"), .task = {SMAPS(.private_clean_kib = 2, .private_dirty_kib = 3)}},
    {CELL("htprv", "9"), .task = {SMAPS(.private_hugetlb_kib = 9)}},
    {CELL("htshr", "9"), .task = {SMAPS(.shared_hugetlb_kib = 9)}},
    {CELL("uss", "3"), .task = {SMAPS(.private_clean_kib = LINE_MISSING, .private_dirty_kib = 3)}},
    {CELL("pss", "0"), .task = {SMAPS(.pss_kib = LINE_MISSING)}},
    {CELL("uss", "0"), .task = {DETAILS(0)}},
    {CELL("pidns", "4026531836"), .task = {NS([NAMESPACE_PID] = 4026531836)}},
    {CELL("ipcns", "2"), .task = {NS([NAMESPACE_IPC] = 2)}},
    {CELL("mntns", "3"), .task = {NS([NAMESPACE_MNT] = 3)}},
    {CELL("netns", "4"), .task = {NS([NAMESPACE_NET] = 4)}},
    {CELL("timens", "5"), .task = {NS([NAMESPACE_TIME] = 5)}},
    {CELL("userns", "6"), .task = {NS([NAMESPACE_USER] = 6)}},
    {CELL("utsns", "7"), .task = {NS([NAMESPACE_UTS] = 7)}},
    {CELL("cgroupns", "-"), .task = {NS([NAMESPACE_PID] = 1)}},
    {CELL("label", "a_u:b_r"), .task = {DETAILS(.label = "a_u:b_r")}},
    {CELL("zone", "-"), .task = {DETAILS(.label = "")}},
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
    {CELL("exe", "/a b?c"), .task = {DETAILS(.exe = "/a b\033c")}},
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
    {CELL("wait", "run"), .task = {.state = 'R', DETAILS(.sleeps_for = WAIT_FUTEX)}},
    {CELL("wait", "futex"), .task = {.state = 'S', DETAILS(.sleeps_for = WAIT_FUTEX)}},
    {CELL("wait", "-"), .task = {.state = 'S'}},
    {CELL("syscall", "futex"), .task = {CALL(__NR_futex, PLACE_CALL)}},
    {CELL("syscall", "4999"), .task = {CALL(4999, PLACE_CALL)}},
    {CELL("syscall", "-"), .task = {CALL(__NR_futex, PLACE_CPU)}},
    {CELL("syscall", "-"), .task = {DETAILS(0)}},
    {CELL("waddr", "0x7f00"), .task = {CALL(__NR_futex, PLACE_CALL, .at = "0x7f00")}},
    {CELL("waddr", "-"), .task = {CALL(__NR_getpid, PLACE_CALL)}},
    {CELL("waddr", "-"), .task = {DETAILS(0)}},
    {CELL("fscope", "shared"), .task = {CALL(__NR_futex, PLACE_CALL, .arguments = {8, 0})}},
    {CELL("fscope", "private"), .task = {CALL(__NR_futex, PLACE_CALL, .arguments = {8, 128})}},
    {CELL("fscope", "-"), .task = {CALL(__NR_read, PLACE_CALL, .arguments = {8, 128})}},
    {CELL("lockowner", "4711"), .task = {DETAILS(.lock_holder = 4711)}},
    {CELL("lockowner", "unknown"), .task = {DETAILS(.lock_holder = 0)}},
    {CELL("lockowner", "-"), .task = {DETAILS(.lock_holder = -1)}},
    {CELL("wfile", "/a b?c"), .task = {DETAILS(.wait_file = "/a b\033c")}},
    {CELL("wfile", "-"), .task = {DETAILS(.wait_file = "")}},
    {CELL("wkey", "8:1:7+0x40"), .task = {DETAILS(.wait_key = "8:1:7+0x40")}},
    {CELL("wkey", "-"), .task = {DETAILS(.wait_key = "")}},
    {CELL("waited", "3600.001"), .task = {DETAILS(.waited_ns = 3600 * S + 1999999)}},
    {CELL("waited", "-"), .task = {DETAILS(.waited_ns = -1)}},
    {CELL("rundelay", "0.215"), .task = {DETAILS(.run_delay_ns = 215 * S / 1000)}},
    {CELL("rundelay", "-"), .task = {DETAILS(.run_delay_ns = -1)}},
    {CELL("nvcsw", "7"), .task = {DETAILS(.voluntary_switches = 7)}},
    {CELL("nivcsw", "7"), .task = {DETAILS(.forced_switches = 7)}},
    {CELL("nivcsw", "-"), .task = {DETAILS(.forced_switches = -1)}},
    {CELL("count", "1")},
    {CELL("pool", "exec-*"), .task = {.comm = "exec-12"}},
    {CELL("pool", "-")},
    {CELL("count", "412"), .task = {ENDED(NEED_STAT, .count = 412)}},
    {CELL("pss", "-"), .task = {ENDED(NEED_STAT, .count = 2)}}, /* never stock's text */
    {CELL("ag_id", "-"), .task = {ENDED(NEED_STAT, .count = 2)}},
    {CELL("tpgid", "-"), .task = {ENDED(NEED_STAT, .count = 2)}},
    {CELL("tty", "-"), .task = {ENDED(NEED_STAT, .count = 2)}},
    {CELL("lim", "-"), .task = {ENDED(NEED_STAT, .count = 2)}},
    {CELL("sgi_p", "-"), .task = {ENDED(NEED_STAT, .count = 2)}},
    {CELL("count", "-"), .task = {ENDED(NEED_STAT, .count = 0)}},
    {CELL("by", "cc"), .task = {ENDED(NEED_STAT, .by = "cc")}},
    {CELL("by", "-"), .task = {ENDED(NEED_STAT, .by = "")}},
    {CELL("by", "-")},
    {CELL("lifetime", "0.215"), .task = {ENDED(NEED_STAT, .lifetime_ns = 215 * S / 1000)}},
    {CELL("lifetime", "-"), .task = {ENDED(NEED_STAT, .lifetime_ns = -1)}},
    {CELL("lifetime", "-")},
    {CELL("time", "00:00:02"), .task = {ENDED(NEED_STAT, .count = 0), .utime_ns = 2 * S}},
    {CELL("pcpu", "50.0"), .task = {ENDED(NEED_STAT, .interval_ns = 4 * S), .utime_ns = 2 * S}},
    {CELL("comm", "cc1"), .task = {ENDED(NEED_STAT | NEED_COMM, .count = 3), .comm = "cc1"}},
    {CELL("comm", "-"), .task = {ENDED(NEED_STAT, .count = 0), .comm = ""}},
    {CELL("uid", "-"), .task = {ENDED(NEED_STAT, .count = 0)}},
    {CELL("pid", "-"), .task = {ENDED(NEED_STAT, .count = 0)}},
    {CELL("etime", "-"), .task = {ENDED(NEED_STAT, .count = 0)}},
    {CELL("_left", "tty7"), .task = {.tid = 5}},
    {CELL("_right2", "9-23:59:59"), .task = {.tid = 5}},
    {CELL("_unlimited", "ps"), .task = {.tid = 5}},
};

/* Fields of top, whose texts top makes: the figures behind them. */
static const struct cell_case extra_cases[] = {
    {CELL("new_cpu", "3"), .task = {.delta_cpu_ns = 3}},
    {CELL("known_majflt", "3"), .task = {.delta_majflt = 3, .has_new_faults = true}},
    {CELL("known_minflt", "3"), .task = {.delta_minflt = 3, .has_new_faults = true}},
    {CELL("known_minflt", "-"), .task = {.delta_minflt = 0}},
    {CELL("new_rbytes", "3"), .task = {DETAILS(.new_read = 3)}},
    {CELL("new_rbytes", "-"), .task = {DETAILS(.new_read = -1)}},
    {CELL("new_wbytes", "3"), .task = {DETAILS(.new_written = 3)}},
    {CELL("new_iobytes", "7"), .task = {DETAILS(.new_read = 3, .new_written = 4)}},
    {CELL("new_iobytes", "-"), .task = {DETAILS(.new_read = -1, .new_written = -1)}},
    {CELL("new_iobytes", "-"), .task = {DETAILS(.new_read = 3, .new_written = -1)}},
    {CELL("new_iocalls", "3"), .task = {DETAILS(.new_io_calls = 3)}},
    {CELL("new_rss", "-3"), .task = {DETAILS(.rss_growth_kib = -3)}},
    {CELL("new_rss", "-"), .task = {DETAILS(.rss_growth_kib = NUMBER_UNKNOWN)}},
    {CELL("new_vcsw", "3"), .task = {DETAILS(.new_voluntary = 3)}},
    {CELL("new_vcsw", "-"), .task = {DETAILS(.new_voluntary = -1)}},
    {CELL("new_ivcsw", "3"), .task = {DETAILS(.new_forced = 3)}},
    {CELL("runq", "25.0"), .task = {DETAILS(.run_queue_ns = S / 4)}},
    {CELL("threads", "-")}, /* of groups alone */
    {CELL("hottest", "-")},
    {CELL("most_cpu", "3"), .task = {.delta_cpu_ns = 3}},
    {CELL("p99_cpu", "3"), .task = {.delta_cpu_ns = 3}},
    {CELL("runq", "-"), .task = {DETAILS(.run_queue_ns = -1)}},
    {CELL("new_cpu", "3"), .task = {ENDED(NEED_STAT | NEED_DELTA, .count = 1), .delta_cpu_ns = 3}},
    {CELL("lived", "3"), .task = {.start_ns = UPTIME - 3}},
    {CELL("lived", "3"), .task = {ENDED(NEED_STAT, .lifetime_ns = 3)}},
    {CELL("lived", "-"), .task = {ENDED(NEED_STAT, .lifetime_ns = -1)}},
    {CELL("started", "3"), .task = {.start_ns = 3}},
    {CELL("since", "-")}, /* nothing was marked */
    {CELL("since_cpu", "-")},
    {CELL("since_rss", "-")},
    {CELL("shared", "3"), .task = {PROCESS(.shared_kib = 3)}},
    {CELL("code", "3"), .task = {PROCESS(.code_kib = 3)}},
    {CELL("data", "3"), .task = {PROCESS(.data_kib = 3)}},
    {CELL("swap", "3"), .task = {.status = STATUS(.vm_swap_kib = 3)}},
    {CELL("swap", "-")},
    {CELL("used", "7"), .task = {PROCESS(.rss_kib = 4), .status = STATUS(.vm_swap_kib = 3)}},
    {CELL("locked", "3"), .task = {.status = STATUS(.vm_locked_kib = 3)}},
    {CELL("rss_anon", "3"), .task = {.status = STATUS(.rss_anon_kib = 3)}},
    {CELL("rss_anon", "-"), .task = {.status = STATUS(.rss_anon_kib = LINE_MISSING)}},
    {CELL("rss_file", "3"), .task = {.status = STATUS(.rss_file_kib = 3)}},
    {CELL("rss_shmem", "3"), .task = {.status = STATUS(.rss_shmem_kib = 3)}},
    {CELL("rss_smaps", "3"), .task = {SMAPS(.rss_kib = 3)}},
    {CELL("pss_anon", "3"), .task = {SMAPS(.pss_anon_kib = 3)}},
    {CELL("pss_file", "3"), .task = {SMAPS(.pss_file_kib = 3)}},
    {CELL("pss_shmem", "3"), .task = {SMAPS(.pss_shmem_kib = 3)}},
    {CELL("pss_shmem", "-"), .task = {DETAILS(0)}},
    {CELL("dirty", "0")},
    {CELL("line", "a b"), .task = {.comm = "c", .cmdline = "a\0b", .cmdline_len = 3}},
    {CELL("line", "[c]"), .task = {.comm = "c"}},
};

CASES_TEST(details)
CASES_TEST(extra)

static struct value since(const char *code, const struct task *task, const struct task_marks *marks)
{
    const struct column_context context = {.system = &system_info, .names = names, .marks = marks};

    return column_value(column_find_unlisted(code), task, &context);
}

/* Against a task of the same number that started then, or another one. */
CASE(tasks_are_compared_with_marks)
{
    const need_t have = NEED_STAT | NEED_MEM;
    struct task_mark list[] = {
        {.task = {5, 5, 7, true}, .cpu_ns = S, .rss_kib = 100, .has_rss = true}};
    const struct task_marks marks = {.list = list, .count = 1};
    const struct process process = {.rss_kib = 40};
    struct task task = {.have = have,
                        .tid = 5,
                        .tgid = 5,
                        .start_ns = 7,
                        .utime_ns = 2 * S,
                        .stime_ns = S,
                        .process = &process};

    ck_assert_str_eq(since("since", &task, &marks).as.text, "");
    ck_assert_uint_eq(since("since_cpu", &task, &marks).as.u, 2 * S);
    ck_assert_int_eq(since("since_rss", &task, &marks).as.i, -60);
    list[0].has_rss = false;
    ck_assert_int_eq(since("since_rss", &task, &marks).kind, VALUE_NONE);
    list[0].cpu_ns = 9 * S; /* an earlier sample than the marked one */
    ck_assert_uint_eq(since("since_cpu", &task, &marks).as.u, 0);
    list[0].task.known = false; /* it was stuck */
    ck_assert_str_eq(since("since", &task, &marks).as.text, "");
    ck_assert_int_eq(since("since_cpu", &task, &marks).kind, VALUE_NONE);
    list[0].task.known = true;
    task.start_ns = 8;
    ck_assert_str_eq(since("since", &task, &marks).as.text, "new");
    ck_assert_uint_eq(since("since_cpu", &task, &marks).as.u, 3 * S);
    ck_assert_int_eq(since("since_rss", &task, &marks).as.i, 40);
    task.kind = TASK_THREAD;
    ck_assert_int_eq(since("since", &task, &marks).kind, VALUE_NONE);
    ck_assert_int_eq(since("since_cpu", &task, &marks).kind, VALUE_NONE);
    ck_assert_int_eq(since("since_rss", &task, &marks).kind, VALUE_NONE);
}
