/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A kernel with the procfs patch: /proc lists processes as plain numbers and every other thread as
 * a dot entry. The leader's stat has the times of its group, so a process row takes one read
 * however many threads there are.
 *
 * The group of a dot entry: the kernel lists a leader, then its threads, then the next leader. But
 * a leader may be missing: when the task at the readdir cursor has exited, the kernel finds its
 * position by counting and may skip or repeat entries. The threads of one group are still adjacent,
 * so for each run of dot entries the Tgid of the last one is read: if it is the leader before the
 * run, all belong to that leader. If not, or in a recorded tree, whose order is not the kernel's,
 * the Tgid of each one is read.
 */
#include "lib/base/unused.h"
#include "lib/source/proc/walk.h"

static int tgid_of(struct proc_source *source, pid_t tid, pid_t *tgid)
{
    struct task_folder folder;

    task_folder_set(&folder, source->dir, ".T", (struct task_id){tid, tid});
    return task_folder_read_tgid(&folder, tid, &source->buffer, tgid);
}

/* Adds the listing's entries [first, end), a run of dot entries after the process `leader`. */
static int add_run(struct proc_source *source, pid_t leader, size_t first, size_t end)
{
    const struct listed *entries = source->listing.entries;
    bool ordered = false;
    int result = 0;

    if (source->base.live && first < end) {
        pid_t tgid;

        result = tgid_of(source, entries[end - 1].id, &tgid);
        ordered = result == 0 && tgid == leader;
        if (task_is_lost(result))
            result = 0;
    }
    for (size_t i = first; result == 0 && i < end; i++) {
        pid_t tgid = leader;

        if (!ordered)
            result = tgid_of(source, entries[i].id, &tgid);
        if (result == 0)
            result = id_list_add(&source->threads, tgid, entries[i].id);
        else if (task_is_lost(result))
            result = 0;
    }
    return result;
}

/* Sorts the listing's threads into groups: source->threads. */
static int group_threads(struct proc_source *source)
{
    const struct listing *listing = &source->listing;
    pid_t leader = 0;
    size_t first = 0;
    int result = 0;

    for (size_t i = 0; result == 0 && i < listing->count; i++) {
        if (listing->entries[i].dot)
            continue;
        result = add_run(source, leader, first, i);
        leader = listing->entries[i].id;
        first = i + 1;
        if (result == 0)
            result = id_list_add(&source->threads, leader, leader);
    }
    if (result == 0)
        result = add_run(source, leader, first, listing->count);
    id_list_sort(&source->threads);
    return result;
}

static int dot_begin(struct proc_source *source, const struct scan_request *request)
{
    bool wants_threads =
        request->rows & ROWS_THREADS ||
        ((request->need | request->filter_need) & NEED_NLWP && counts_threads(source));
    int result = 0;

    if (!request->only || wants_threads)
        result = listing_read(&source->listing, source->dir, ".",
                              wants_threads ? LISTING_WITH_DOTS : LISTING_PLAIN);
    if (result == 0 && wants_threads)
        result = group_threads(source);
    if (result < 0)
        return result;
    if (request->only)
        return walk_begin_only(source, request);
    return walk_begin_plain(source);
}

/*
 * A leader has no dot entry of its own. Its own figures are in PID/task if that exists; else fields
 * 14 and 15 of its plain entry are its own.
 */
static void dot_thread_folder(const struct proc_source *source, struct task_id id,
                              bool listed UNUSED, struct task_folder *folder)
{
    if (id.tid != id.tgid)
        task_folder_set(folder, source->dir, ".T", id);
    else if (source->generation.has_task)
        task_folder_set(folder, source->dir, "G/task/T", id);
    else
        task_folder_set(folder, source->dir, "G", id);
}

static bool dot_works(const struct generation *generation)
{
    return generation->has_dot;
}

const struct walk_ops walk_dot = {
    .works = dot_works,
    .unfit = "lists no dot entries (the kernel lacks the procfs patch)",
    .begin = dot_begin,
    .threads = walk_listed_threads,
    .thread_folder = dot_thread_folder,
};
