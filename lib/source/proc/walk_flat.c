/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Kernels before 2.6 without the patch: every thread is a plain entry of /proc. Its status has its
 * group (2.5); without a Tgid line (2.4) each task is its own group. Each file shows only one
 * thread, so a process is the sum of its threads.
 *
 * The slowest walk, and the fallback that works anywhere.
 */
#include "lib/base/unused.h"
#include "lib/source/proc/walk.h"

/* The groups to scan: all that have a leader, or those requested. */
static int choose_processes(struct proc_source *source, const struct scan_request *request)
{
    const struct id_list *threads = &source->threads;
    int result = 0;

    if (request->only)
        return walk_begin_only(source, request);
    for (size_t i = 0; result == 0 && i < threads->count; i++) {
        if (threads->ids[i].tid == threads->ids[i].tgid)
            result = id_list_add(&source->processes, threads->ids[i].tgid, threads->ids[i].tgid);
    }
    return result;
}

static int flat_begin(struct proc_source *source, const struct scan_request *request)
{
    const struct listing *listing = &source->listing;
    int result = listing_read(&source->listing, source->dir, ".", LISTING_PLAIN);

    for (size_t i = 0; result == 0 && i < listing->count; i++) {
        pid_t tid = listing->entries[i].id;
        struct task_folder folder;
        pid_t tgid;

        task_folder_set(&folder, source->dir, "T", (struct task_id){tid, tid});
        result = task_folder_read_tgid(&folder, tid, &source->buffer, &tgid);
        if (result == 0)
            result = id_list_add(&source->threads, tgid, tid);
        else if (task_is_lost(result))
            result = 0;
    }
    if (result < 0)
        return result;
    id_list_sort(&source->threads);
    return choose_processes(source, request);
}

static void flat_thread_folder(const struct proc_source *source, struct task_id id,
                               bool listed UNUSED, struct task_folder *folder)
{
    task_folder_set(folder, source->dir, "T", id);
}

static bool flat_works(const struct generation *generation)
{
    return !generation->has_dot && !generation->has_task;
}

const struct walk_ops walk_flat = {
    .works = flat_works,
    .unfit = "does not list threads as plain entries",
    .begin = flat_begin,
    .threads = walk_listed_threads,
    .thread_folder = flat_thread_folder,
    .sums_threads = true,
};
