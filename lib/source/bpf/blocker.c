/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Continues a report about a wait through locks of the kernel: procfs does not say who has them.
 * What the owner waits for in turn is read from procfs again.
 */
#include <errno.h>
#include <string.h>

#include "lib/source/bpf/blocker_wire.h"
#include "lib/source/bpf/fill.h"
#include "lib/source/bpf/object.h"
#include "lib/source/bpf/support.h"
#include "lib/task/details.h"
#include "lib/task/wait_report.h"

static bool can_ask(struct bpf_source *source)
{
    return fill_load(source, PROGRAM_BLOCKER, support_has_waits(), sizeof(struct blocker_page));
}

static enum kernel_lock lock_of(uint32_t lock)
{
    switch (lock) {
    case BLOCKER_MUTEX:
        return KERNEL_MUTEX;
    case BLOCKER_SEMAPHORE:
        return KERNEL_SEMAPHORE;
    case BLOCKER_RWSEM:
        return KERNEL_RWSEM;
    default:
        return KERNEL_LOCK_NONE;
    }
}

/* The process of the owner; 0: there is none. */
static pid_t ask(struct bpf_source *source, struct wait_link *link)
{
    struct blocker_page *page = source->pages[PROGRAM_BLOCKER];

    page->tid = (uint32_t)link->tid;
    if (object_run(source->reader.programs[PROGRAM_BLOCKER], page, sizeof(*page)) != WIRE_WALKED)
        return 0;
    link->lock = lock_of(page->lock);
    if (link->lock == KERNEL_LOCK_NONE)
        return 0;
    link->owner = page->owner_tid ? OWNER_SAID : OWNER_UNNAMED;
    link->says = (pid_t)page->owner_tid;
    return (pid_t)page->owner_tgid;
}

/* Appends the links of another report, as many as there is room for. */
static void append(struct wait_report *report, const struct wait_report *from)
{
    const uint32_t first = report->link_count;

    for (uint32_t i = 0; i < from->link_count && report->link_count < WAIT_LINKS_MAX; i++)
        report->links[report->link_count++] = from->links[i];
    if (from->cycle >= 0 && report->link_count == first + from->link_count)
        report->cycle = (int32_t)first + from->cycle;
}

/* 1 if the chain has become longer, 0, or -errno. */
static int add_owner(struct bpf_source *source, struct snapshot *snapshot,
                     struct wait_report *report)
{
    struct wait_link *last = &report->links[report->link_count - 1];
    struct task owner = {.kind = TASK_THREAD, .process = &process_none};
    int result;

    if (last->kind != FUTEX_NONE || last->lock != KERNEL_LOCK_NONE || report->cycle >= 0 ||
        report->link_count == WAIT_LINKS_MAX)
        return 0;
    owner.tgid = ask(source, last);
    owner.tid = last->says;
    if (owner.tgid == 0 || wait_report_find(report, owner.tid) >= 0)
        return 0;
    result = source_fill(source->proc, snapshot, &owner, NEED_WAIT_REPORT);
    if (result < 0 && result != -ENOENT)
        return result;
    if (!owner.details || !owner.details->wait_report)
        return 0;
    append(report, owner.details->wait_report);
    return 1;
}

int bpf_add_blockers(struct bpf_source *source, struct snapshot *snapshot, struct task *task)
{
    struct wait_report report;
    int result;

    if (!task->details || !task->details->wait_report || !can_ask(source))
        return 0;
    report = *task->details->wait_report;
    do
        result = add_owner(source, snapshot, &report);
    while (result > 0);
    return result < 0 ? result
                      : detail_keep(detail_find(NEED_WAIT_REPORT), task->details, &snapshot->arena,
                                    &report, sizeof(report));
}
