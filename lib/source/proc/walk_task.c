/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Kernels since 2.6: /proc lists processes, /proc/PID/task the threads of one.
 *
 * The files of a process show the whole group; a thread's own files are below PID/task and are
 * opened relative to that directory, which is open for its listing anyway.
 */
#include <sys/stat.h>

#include "lib/source/group_counts.h"
#include "lib/source/proc/walk.h"

/* The counts are sorted. */
static int begin_with_counts(struct proc_source *source, const struct group_counts *counts)
{
    int result = 0;

    for (size_t i = 0; result == 0 && i < counts->count; i++)
        result = id_list_add(&source->processes, counts->groups[i].tgid, counts->groups[i].tgid);
    return result;
}

static int task_begin(struct proc_source *source, const struct scan_request *request)
{
    int result;

    if (request->only)
        return walk_begin_only(source, request);
    if (request->counts)
        return begin_with_counts(source, request->counts);
    result = listing_read(&source->listing, source->dir, ".", LISTING_PLAIN);
    source->ids_offset = source->listing.offset;
    return result < 0 ? result : walk_begin_plain(source);
}

/*
 * Whether a process has one thread, which is then its leader. That has this directory, so who owns
 * it need not be asked again.
 */
static bool is_single(struct proc_source *source, pid_t tgid)
{
    struct task_folder folder;
    struct stat directory;

    task_folder_set(&folder, source->dir, "G/task", (struct task_id){tgid, tgid});
    if (fstatat(folder.dir, folder.prefix, &directory, 0) < 0 ||
        task_folder_count_threads(&directory) != 1)
        return false;
    source->cursor.single = tgid;
    source->cursor.euid = directory.st_uid;
    source->cursor.egid = directory.st_gid;
    return true;
}

int walk_task_threads(struct proc_source *source, pid_t tgid, struct id_span *span)
{
    int result;

    *span = (struct id_span){0};
    id_list_clear(&source->threads);
    /* As most have; to ask takes less time than to list them. */
    if (source->base.live && source->task_dir < 0 && is_single(source, tgid)) {
        result = id_list_add(&source->threads, tgid, tgid);
        *span = (struct id_span){source->threads.ids, source->threads.count};
        return result;
    }
    result = walk_open_task_dir(source, tgid);
    if (result < 0)
        return task_is_lost(result) ? 0 : result;
    result = listing_read_fd(&source->listing, source->task_dir, LISTING_PLAIN);
    if (task_is_lost(result))
        return 0;
    for (size_t i = 0; result == 0 && i < source->listing.count; i++)
        result = id_list_add(&source->threads, tgid, source->listing.entries[i].id);
    if (result < 0)
        return result;
    id_list_sort(&source->threads);
    *span = (struct id_span){source->threads.ids, source->threads.count};
    return 0;
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
