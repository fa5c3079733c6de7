/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/wait_report.h"

#include "lib/source/proc/stacks.h"
#include "lib/source/proc/wait_links.h"
#include "lib/source/proc/waiters.h"
#include "lib/source/proc/walk.h"

/* The thread's own files: those of a process are in its folder, too, but not all of them. */
static struct task_reader reader_of_thread(const struct task_reader *reader,
                                           struct task_folder *folder)
{
    const struct task_id id = {reader->task->tgid, reader->task->tid};
    struct task_reader thread = *reader;

    reader->source->walk->thread_folder(reader->source, id, false, folder);
    thread.folder = folder;
    return thread;
}

int wait_report_read(const struct task_reader *reader, const struct detail *detail)
{
    struct wait_report report = {0};
    struct task_folder folder;
    const struct task_reader thread = reader_of_thread(reader, &folder);
    int result = wait_links_follow(&thread, &report);

    if (result < 0 || report.link_count == 0)
        return result;
    result = waiters_count(&thread, &report);
    if (result == 0)
        result = stacks_read(&thread, &report);
    return result < 0 ? result
                      : detail_keep(detail, reader->task->details, &reader->snapshot->arena,
                                    &report, sizeof(report));
}
