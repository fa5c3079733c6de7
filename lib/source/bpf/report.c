/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Continues the chain of owners in a report through locks in the kernel, whose owners procfs does
 * not show. What the owner itself waits for is read from procfs again.
 */
#include <string.h>

#include "lib/source/bpf/bpf.h"
#include "lib/source/bpf/support.h"
#include "lib/task/wait_report.h"

static enum kernel_lock lock_of(uint32_t lock)
{
    switch (lock) {
    case WIRE_LOCK_MUTEX:
        return KERNEL_MUTEX;
    case WIRE_LOCK_SEMAPHORE:
        return KERNEL_SEMAPHORE;
    case WIRE_LOCK_RWSEM:
        return KERNEL_RWSEM;
    default:
        return KERNEL_LOCK_NONE;
    }
}

/* Reads the lock in the kernel that a task waits for. Returns the tgid of its owner; 0: unknown. */
static pid_t read_lock(struct bpf_source *source, struct wait_link *link)
{
    struct wire_wait_page *page = source->pages[PROGRAM_LOCK];

    page->waits[0].tid = (uint32_t)link->tid;
    page->count = 1;
    if (bpf_run(source, PROGRAM_LOCK, sizeof(*page)) != 0)
        return 0;
    link->lock = lock_of(page->lock);
    if (link->lock == KERNEL_LOCK_NONE)
        return 0;
    link->owner = page->owner_tid ? OWNER_NAMED : OWNER_UNNAMED;
    link->owner_tid = (pid_t)page->owner_tid;
    return (pid_t)page->owner_tgid;
}

/* Whether a lock in the kernel has another owner by now, as others may have taken it first. */
static bool has_other_owner(struct bpf_source *source, const struct wait_link *link)
{
    struct wait_link now = *link;

    if (link->lock != KERNEL_MUTEX && link->lock != KERNEL_SEMAPHORE && link->lock != KERNEL_RWSEM)
        return false;
    return read_lock(source, &now) == 0 || now.lock != link->lock ||
           now.owner_tid != link->owner_tid;
}

static bool has_moved(const struct wait_link *before, const struct wait_link *now)
{
    return now->switches != before->switches || now->call.place != before->call.place ||
           strcmp(now->call.at, before->call.at) != 0 ||
           (before->kind != FUTEX_NONE && now->owner_tid != before->owner_tid);
}

/* The chain ends at this link, which is in no cycle. */
static void end_at(struct wait_report *report, uint32_t index)
{
    report->links[index].owner = OWNER_CHANGES;
    report->link_count = index + 1;
    report->cycle = -1;
}

/*
 * The links of a cycle were read one after another. All tasks of it were asleep in it at the same
 * time if all locks have the same owners when they are read again, and if after that no task has
 * switched since its link was read. Else it is none. 0 or -errno.
 */
static int verify_cycle(struct bpf_source *source, struct wait_report *report)
{
    for (uint32_t i = (uint32_t)report->cycle; i < report->link_count; i++)
        if (has_other_owner(source, &report->links[i]))
            end_at(report, i);
    for (uint32_t i = (uint32_t)report->cycle; report->cycle >= 0 && i < report->link_count; i++) {
        const struct wait_link *link = &report->links[i];
        const struct task task = {.tgid = link->tgid, .tid = link->tid, .kind = TASK_THREAD};
        struct wait_report now;
        int result = source_report_links(source->proc, &task, &now);

        if (result < 0)
            return result;
        if (now.link_count == 0 || has_moved(link, &now.links[0]))
            end_at(report, i);
    }
    return 0;
}

/* 1 if links were added, 0, or -errno. */
static int add_owner(struct bpf_source *source, struct wait_report *report)
{
    struct wait_link *last = &report->links[report->link_count - 1];
    struct wait_report of_owner;
    struct task owner = {.kind = TASK_THREAD};
    int result;

    if (last->kind != FUTEX_NONE || last->lock != KERNEL_LOCK_NONE || report->cycle >= 0 ||
        report->link_count == WAIT_LINKS_MAX || last->is_process)
        return 0;
    owner.tgid = read_lock(source, last);
    owner.tid = last->owner_tid;
    if (owner.tgid == 0)
        return 0;
    result = source_report_links(source->proc, &owner, &of_owner);
    if (result < 0)
        return result;
    if (of_owner.link_count == 0) { /* it has exited or is hidden */
        last->owner = OWNER_UNNAMED;
        return 0;
    }
    wait_report_append(report, &of_owner);
    return report->cycle >= 0 ? verify_cycle(source, report) : 1;
}

int bpf_report_wait(struct source *base, const struct task *task, enum report_parts parts,
                    struct wait_report *report)
{
    struct bpf_source *source = (struct bpf_source *)base;
    int result = source->proc->ops->report_wait(source->proc, task, parts, report);

    if (result < 0 || report->link_count == 0)
        return result;
    result =
        bpf_load_program(source, PROGRAM_LOCK, support_sees_all(), sizeof(struct wire_wait_page));
    while (result > 0)
        result = add_owner(source, report);
    return result;
}
