/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/report/report.h"

#include "lib/source/proc/walk.h"

/* Called before each part of the report: the one before may end in another process's turn. */
static bool take_turn(const struct task_reader *reader)
{
    return source_allows(&reader->source->base, reader->task->tgid, NEED_SYSCALL);
}

static int read_parts(const struct task_reader *reader, enum report_parts parts,
                      struct wait_report *report)
{
    int result = take_turn(reader) ? links_follow(reader, report) : 0;

    if (result < 0 || report->link_count == 0 || parts == REPORT_LINKS)
        return result;
    if (take_turn(reader))
        result = waiters_count(reader, report);
    return result == 0 && take_turn(reader) ? stacks_read(reader, report) : result;
}

/* Reads the files of the thread: the process's folder lacks some of them. */
int report_read(struct source *base, const struct task *task, enum report_parts parts,
                struct wait_report *report)
{
    struct proc_source *source = (struct proc_source *)base;
    const struct task_id id = {task->tgid, task->tid};
    struct process process = process_none;
    struct task thread = {.tgid = id.tgid, .tid = id.tid, .kind = TASK_THREAD, .process = &process};
    struct task_folder folder;
    struct snapshot names;
    const struct task_reader reader = {source, &folder, &names, &thread, &process};
    int result;

    *report = (struct wait_report){.cycle = -1};
    source->walk->thread_folder(source, id, false, &folder);
    snapshot_init(&names);
    result = read_parts(&reader, parts, report);
    snapshot_fini(&names);
    /* The owner that is_single() caches is that of a scan's current process only. */
    source->cursor = (struct thread_cursor){0};
    return result;
}
