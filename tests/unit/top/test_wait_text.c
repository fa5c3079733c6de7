/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the detail pane says of a wait: nothing that memory says is told as a fact. */
#include "top/screens/detail_pane.h"

#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>

#include "lib/task/wait_report.h"
#include "lib/wait/wait.h"
#include "tests/unit/run.h"

static struct detail_pane pane;

/* The lines about a task with this report. */
static const char *text_of(const struct wait_report *report)
{
    struct task_details details = {.wait_file = ""};
    const struct task task = {.details = &details};
    struct writing writing = {.pane = &pane, .report = report, .between = "\n"};

    detail_pane_fini(&pane);
    wait_text_write(&writing, &task);
    ck_assert(!writing.failed);
    return buf_text(&pane.text);
}

static void teardown(void)
{
    detail_pane_fini(&pane);
}

FIXTURE(NULL, teardown);

static const struct {
    struct wait_link link;
    const char *line;
} owners[] = {
    {{.kind = FUTEX_QUEUE, .owner = OWNER_NONE},
     "owner: none (conditions and queues have no owner)"},
    {{.kind = FUTEX_OTHER, .owner = OWNER_UNKNOWN}, "owner: unknown"},
    {{.kind = FUTEX_OTHER, .owner = OWNER_UNREADABLE}, "owner: unknown: the memory cannot be read"},
    {{.kind = FUTEX_OTHER, .owner = OWNER_NOT_RESIDENT},
     "owner: unknown: the page is not in memory"},
    {{.kind = FUTEX_OWNED, .owner = OWNER_NOBODY}, "owner: already released"},
    {{.kind = FUTEX_MUTEX, .owner = OWNER_UNNAMED}, "owner: held; owner unknown"},
    {{.kind = FUTEX_MUTEX, .owner = OWNER_ABSENT, .owner_tid = 7},
     "owner: 7 (from program memory), but no such thread exists"},
    {{.kind = FUTEX_MUTEX, .owner = OWNER_CHANGES}, "owner: changing hands (busy, not stuck)"},
    {{.kind = FUTEX_OWNED, .owner = OWNER_NAMED, .owner_tid = 7},
     "owner: held by 7 (from program memory)"},
    {{.kind = FUTEX_THREAD_END, .owner = OWNER_NAMED, .owner_tid = 7},
     "owner: 7 (from program memory)"},
    {{.lock = KERNEL_MUTEX, .owner = OWNER_NAMED, .owner_tid = 7},
     "owner: held by 7 (from the kernel)"},
    {{.kind = FUTEX_RWLOCK, .owner = OWNER_UNNAMED},
     "owner: unknown (several readers may hold it)"},
    {{.lock = FILE_LOCK, .owner = OWNER_NAMED, .owner_tid = 7},
     "owner: held by 7 (from the kernel)"},
    {{.lock = FILE_LOCK, .owner = OWNER_UNNAMED}, "owner: held; owner unknown"},
    {{.lock = IPC_SEMAPHORE, .owner = OWNER_UNKNOWN}, "owner: unknown"},
    {{.lock = KERNEL_RWSEM, .owner = OWNER_UNNAMED},
     "owner: unknown (several readers may hold it)"},
    {{.lock = KERNEL_MUTEX, .owner = OWNER_UNNAMED}, "owner: held; owner unknown"},
    {{.lock = KERNEL_SEMAPHORE, .owner = OWNER_UNNAMED}, "owner: held; owner unknown"},
    {{.kind = FUTEX_NONE}, NULL},
};

LOOP(owners_are_told, COUNT_OF(owners))
{
    const struct wait_report report = {.links = {owners[_i].link}, .link_count = 1, .cycle = -1};
    const char *line = strstr(text_of(&report), "owner: ");

    if (owners[_i].line)
        ck_assert_str_eq(line, owners[_i].line);
    else
        ck_assert_ptr_null(line);
}

CASE(chains_and_circles_are_told)
{
    struct wait_report report = {
        .links =
            {{.tid = 5, .kind = FUTEX_MUTEX, .owner = OWNER_NAMED, .owner_tid = 6, .state = 'S'},
             {.tid = 6,
              .name = "six\n",
              .lock = KERNEL_SEMAPHORE,
              .owner = OWNER_NAMED,
              .owner_tid = 7,
              .state = 'D',
              .sleeps_for = WAIT_KLOCK},
             {.tid = 7, .name = "x), S, disk", .state = 'R'}},
        .link_count = 3,
        .cycle = -1,
    };

    ck_assert_str_eq(strstr(text_of(&report), "owner: "),
                     "owner: held by 6 (\"six?\"), D, klock (from program memory)\n"
                     "owner: which waits for 7 (\"x), S, disk\"), R, run (from the kernel)");
    report.link_count = 2;
    report.cycle = 0;
    report.links[1].lock = KERNEL_LOCK_NONE;
    report.links[1].kind = FUTEX_MUTEX;
    ck_assert_str_eq(strstr(text_of(&report), "owner: which"),
                     "owner: which waits for 5 (), S, unknown (from program memory)\n"
                     "DEADLOCK: 5 -> 6 -> 5 (from program memory)");
    report.links[1].call = (struct task_syscall){.number = SYS_futex,
                                                 .place = PLACE_CALL,
                                                 .bits = 8 * sizeof(void *),
                                                 .arguments = {0x7f00, 0, 2, 0x7f08}};
    ck_assert_str_eq(strstr(text_of(&report), "DEADLOCK"),
                     "DEADLOCK until a timeout: 5 -> 6 -> 5 (from program memory)");
    report.cycle = -1;
    report.links[1].owner = OWNER_UNKNOWN;
    ck_assert_str_eq(strstr(text_of(&report), "owner: of"), "owner: of what 6 waits for: unknown");
}

CASE(kinds_of_locks_are_told)
{
    struct wait_report report = {
        .links = {{.state = 'D', .lock = KERNEL_MUTEX, .sleeps_for = WAIT_FILE}},
        .link_count = 1,
        .cycle = -1,
    };

    ck_assert_ptr_nonnull(
        strstr(text_of(&report), "waits for: file, a mutex of the kernel\nowner"));
    report.links[0].lock = KERNEL_RWSEM;
    ck_assert_ptr_nonnull(strstr(text_of(&report), "file, a read-write semaphore of the kernel\n"));
}

CASE(others_are_counted)
{
    struct wait_report report = {
        .link_count = 1,
        .cycle = -1,
        .waiters_known = true,
        .waiters = 12,
        .other_pools = 3,
        .pools = {{"exec-*", 8}, {"main", 1}},
        .pool_count = 2,
    };

    ck_assert_ptr_nonnull(
        strstr(text_of(&report), "other waiters: 12 in this process: exec-* 8, main 1, 3 more"));
    snprintf(report.pools[0].name, sizeof(report.pools[0].name), "3 more, main");
    snprintf(report.pools[1].name, sizeof(report.pools[1].name), "[\"\\kworker]");
    ck_assert_ptr_nonnull(
        strstr(text_of(&report), "process: \"3 more, main\" 8, \"[\\\"\\\\kworker]\" 1, 3 more"));
    report.waiters_of_all = report.waiters_more = true;
    ck_assert_ptr_nonnull(
        strstr(text_of(&report), "other waiters: at least 12 in all processes: "));
    report.waiters_known = false;
    ck_assert_ptr_null(strstr(text_of(&report), "other waiters"));
}

CASE(places_are_told)
{
    struct wait_report report = {
        .link_count = 1,
        .cycle = -1,
        .frames = {{0x7f01, 0x1, "libc.so.6"}, {0x5501, 0, ""}},
        .frame_count = 2,
        .kernel_stack = "do_wait\0sys_wait",
        .kernel_stack_len = sizeof("do_wait\0sys_wait"),
    };

    ck_assert_ptr_nonnull(strstr(text_of(&report), "in the program: libc.so.6+0x1 < 0x5501\n"
                                                   "in the kernel: do_wait < sys_wait"));
    snprintf(report.frames[0].file, sizeof(report.frames[0].file), "a+0x1 < b");
    ck_assert_ptr_nonnull(strstr(text_of(&report), "program: \"a+0x1 < b\"+0x1 < 0x5501\n"));
}

CASE(without_a_report_there_is_nothing)
{
    const struct wait_report empty = {.cycle = -1};

    ck_assert_str_eq(text_of(NULL), "");
    ck_assert_str_eq(text_of(&empty), "");
}
