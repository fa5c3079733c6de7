/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chains of tasks through locks in the kernel, which may change while they are read. */
#include "lib/source/bpf/bpf.h"
#include "lib/source/bpf/support.h"
#include "lib/task/wait_report.h"
#include "tests/common/take_over.h"
#include "tests/unit/run.h"

/* 10 waits for a mutex of 20, which waits for one of 10. */
static const struct {
    const char *name;
    pid_t owner_again;      /* of the mutex that 10 waits for, when it is read again */
    uint32_t lock_again;    /* its kind */
    int64_t switches_again; /* of 20 */
    uint32_t links;         /* that are left */
    int32_t cycle;
} cases[] = {
    {"nothing has changed", 20, WIRE_LOCK_MUTEX, 7, 2, 0},
    {"another has taken the mutex first", 30, WIRE_LOCK_MUTEX, 7, 1, -1},
    {"it waits for something else", 20, WIRE_LOCK_NONE, 7, 1, -1},
    {"the second has run meanwhile", 20, WIRE_LOCK_MUTEX, 8, 2, -1},
};

static unsigned current; /* the index of the case */
static unsigned lock_reads, report_reads;

TAKE_OVER(int, bpf_load_program, struct bpf_source *source, enum program program, bool supported,
          size_t page_size)
{
    return 1;
}

TAKE_OVER(bool, support_sees_all, void)
{
    return true;
}

TAKE_OVER(int, bpf_run, struct bpf_source *source, enum program program, size_t size)
{
    struct wire_wait_page *page = source->pages[program];
    const bool again = lock_reads++ >= 2;

    ck_assert_uint_eq(page->count, 1);
    page->lock = WIRE_LOCK_MUTEX;
    page->owner_tid = page->owner_tgid = page->waits[0].tid == 10 ? 20 : 10;
    if (again && page->waits[0].tid == 10) {
        page->lock = cases[current].lock_again;
        page->owner_tid = page->owner_tgid = (uint32_t)cases[current].owner_again;
    }
    return 0;
}

static int report_link(struct source *source, const struct task *task, enum report_parts parts,
                       struct wait_report *report)
{
    const bool again = report_reads++ >= 2;

    ck_assert_int_eq(parts, again || task->tid == 20 ? REPORT_LINKS : REPORT_ALL);
    *report = (struct wait_report){.link_count = 1, .cycle = -1};
    report->links[0] = (struct wait_link){.tgid = task->tgid, .tid = task->tid, .switches = 7};
    if (again && task->tid == 20)
        report->links[0].switches = cases[current].switches_again;
    return 0;
}

LOOP(a_cycle_is_one_if_nothing_has_changed, COUNT_OF(cases))
{
    const struct source_ops ops = {.report_wait = report_link};
    const struct task task = {.tgid = 10, .tid = 10, .kind = TASK_THREAD};
    struct source proc = {.ops = &ops};
    struct wire_wait_page page = {0};
    struct bpf_source source = {.proc = &proc};
    struct wait_report report;

    current = (unsigned)_i;
    lock_reads = report_reads = 0;
    source.pages[PROGRAM_LOCK] = &page;
    ck_assert_int_eq(bpf_report_wait(&source.base, &task, REPORT_ALL, &report), 0);
    ck_assert_msg(report.cycle == cases[_i].cycle && report.link_count == cases[_i].links,
                  "%s: cycle %d, %u links", cases[_i].name, report.cycle, report.link_count);
    if (report.cycle < 0)
        ck_assert_int_eq(report.links[report.link_count - 1].owner, OWNER_CHANGES);
}
