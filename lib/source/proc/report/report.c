/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/report/report.h"

#include "lib/source/proc/report/links.h"
#include "lib/source/proc/report/stacks.h"
#include "lib/source/proc/report/waiters.h"
#include "lib/source/proc/walk.h"

static int read_all(const struct task_reader *reader, struct wait_report *report)
{
    int result = links_follow(reader, report);

    if (result < 0 || report->link_count == 0)
        return result;
    result = waiters_count(reader, report);
    return result < 0 ? result : stacks_read(reader, report);
}

/* Reads the files of the thread: the process's folder lacks some of them. */
int report_read(struct source *base, const struct task *task, struct wait_report *report)
{
    struct proc_source *source = (struct proc_source *)base;
    const struct task_id id = {task->tgid, task->tid};
    struct process process = process_none;
    struct task thread = {.tgid = id.tgid, .tid = id.tid, .kind = TASK_THREAD, .process = &process};
    struct task_folder folder;
    struct snapshot names;
    const struct task_reader reader = {source, &folder, &names, &thread, &process};
    int result = 0;

    *report = (struct wait_report){.cycle = -1};
    if (!source_allows(base, id.tgid, NEED_SYSCALL))
        return 0;
    source->walk->thread_folder(source, id, false, &folder);
    snapshot_init(&names);
    result = read_all(&reader, report);
    snapshot_fini(&names);
    /* The owner that is_single() caches is that of a scan's current process only. */
    source->cursor = (struct thread_cursor){0};
    return result;
}
