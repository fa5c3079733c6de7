/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Kernels since 2.6: /proc lists processes, /proc/PID/task the threads of one.
 *
 * The files of a process show the whole group. A thread's own files are in PID/task and are opened
 * relative to that directory, which is already open for its listing.
 */
#include "lib/source/proc/walk.h"

static int task_begin(struct proc_source *source, const struct scan_request *request)
{
    int result;

    if (request->only)
        return walk_begin_only(source, request);
    result = listing_read(&source->listing, source->dir, ".", LISTING_PLAIN);
    source->ids_offset = source->listing.offset;
    return result < 0 ? result : walk_begin_plain(source);
}

static void task_thread_folder(const struct proc_source *source, struct task_id id, bool listed,
                               struct task_folder *folder)
{
    if (listed)
        task_folder_set(folder, source->task_dir, "T", id);
    else
        task_folder_set(folder, source->dir, "G/task/T", id);
}

static bool task_works(const struct generation *generation)
{
    return generation->has_task;
}

const struct walk_ops walk_task = {
    .works = task_works,
    .unfit = "has no PID/task directories (the kernel is older than 2.6)",
    .begin = task_begin,
    .threads = walk_task_threads,
    .thread_folder = task_thread_folder,
    .uses_task_dir = true,
};
