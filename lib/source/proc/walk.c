/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/walk.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * The group of a task; 0 if it has exited. /proc/TID exists for any thread, though it is not
 * listed.
 */
static int find_group(struct proc_source *source, pid_t id, pid_t *tgid)
{
    struct task_folder folder;
    int result;

    task_folder_set(&folder, source->dir, "G", (struct task_id){id, id});
    result = task_folder_read_tgid(&folder, id, &source->buffer, tgid);
    if (result)
        *tgid = 0;
    return task_is_lost(result) ? 0 : result;
}

static bool is_listed(const struct id_list *list, pid_t tgid)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->ids[i].tgid == tgid)
            return true;
    return false;
}

/*
 * Copies request->only into source->processes, in the same order, without IDs that have exited or
 * are not group leaders (unless only_any_thread). 0 or -errno.
 */
static int begin_only(struct proc_source *source, const struct scan_request *request)
{
    int result = 0;

    for (size_t i = 0; result == 0 && i < request->only_count; i++) {
        pid_t id = request->only[i];
        pid_t tgid = 0;

        if (id <= 0)
            continue;
        result = find_group(source, id, &tgid);
        if (result < 0 || !tgid)
            continue;
        if (request->only_any_thread ? !is_listed(&source->processes, tgid) : tgid == id)
            result = id_list_add(&source->processes, tgid, tgid);
    }
    return result;
}

/* Plain entries are the processes on kernels that list threads elsewhere or with a dot. */
static int begin_plain(struct proc_source *source)
{
    return id_list_add_plain(&source->processes, &source->listing, 0);
}

int walk_renew_behind(struct proc_source *source, pid_t start)
{
    int result = -ENOTSUP;

    if (source->ids_offset > 0)
        result =
            listing_read_from(&source->listing, source->dir, ".", start + 1 + source->ids_offset);
    if (result < 0)
        return result;
    id_list_cut(&source->processes, start);
    return begin_plain(source);
}

int walk_open_task_dir(struct proc_source *source, pid_t tgid)
{
    struct task_folder folder;

    walk_close_task_dir(source);
    task_folder_set(&folder, source->dir, "G/task", (struct task_id){tgid, tgid});
    source->task_dir = openat(folder.dir, folder.prefix, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return source->task_dir < 0 ? -errno : 0;
}

void walk_close_task_dir(struct proc_source *source)
{
    if (source->task_dir >= 0)
        close(source->task_dir);
    source->task_dir = -1;
}

/* walk_ops::threads for kernels that list all threads at once: from source->threads. */
static int listed_threads(struct proc_source *source, pid_t tgid, struct id_span *span)
{
    *span = id_list_group(&source->threads, tgid);
    return 0;
}

/*
 * Whether a process has one thread, which is then its leader. PID/task has the same owner as the
 * leader's directory, so the owner is recorded too.
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
    /* Most processes have one thread; fstatat(2) takes less time than a listing. */
    if (source->base.live && source->task_dir < 0 && is_single(source, tgid)) {
        result = id_list_add(&source->threads, tgid, tgid);
        *span = (struct id_span){source->threads.ids, source->threads.count};
        return result;
    }
    result = walk_open_task_dir(source, tgid);
    if (result < 0)
        return task_is_lost(result) ? 0 : result;
    result = listing_read_fd_from(&source->listing, source->task_dir, 0);
    if (task_is_lost(result))
        return 0;
    if (result == 0)
        result = id_list_add_plain(&source->threads, &source->listing, tgid);
    if (result < 0)
        return result;
    *span = (struct id_span){source->threads.ids, source->threads.count};
    return 0;
}

/* --- kernels with the procfs patch --- */

/*
 * /proc lists processes as plain numbers and every other thread as a dot entry. The leader's stat
 * has the times of its group, so a process row takes one read however many threads there are.
 *
 * The group of a dot entry: the kernel lists a leader, then its threads, then the next leader. But
 * a leader may be missing: when the task at the readdir cursor has exited, the kernel finds its
 * position by counting and may skip or repeat entries. The threads of one group are still adjacent,
 * so for each run of dot entries the Tgid of the last one is read: if it is the leader before the
 * run, all belong to that leader. If not, or in a recorded tree, whose order is not the kernel's,
 * the Tgid of each one is read.
 */

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
        return begin_only(source, request);
    return begin_plain(source);
}

/*
 * A leader has no dot entry of its own. Its own figures are in PID/task if that exists; else fields
 * 14 and 15 of its plain entry are its own.
 */
static void dot_thread_folder(const struct proc_source *source, struct task_id id, bool listed,
                              struct task_folder *folder)
{
    if (id.tid != id.tgid)
        task_folder_set(folder, source->dir, ".T", id);
    else if (source->generation.has_task)
        task_folder_set(folder, source->dir, "G/task/T", id);
    else
        task_folder_set(folder, source->dir, "G", id);
}

const struct walk_ops walk_dot = {
    .unfit = "lists no dot entries (the kernel lacks the procfs patch)",
    .begin = dot_begin,
    .threads = listed_threads,
    .thread_folder = dot_thread_folder,
};

/* --- kernels since 2.6 --- */

/*
 * /proc lists processes, /proc/PID/task the threads of one.
 *
 * The files of a process show the whole group. A thread's own files are in PID/task and are opened
 * relative to that directory, which is already open for its listing.
 */

static int task_begin(struct proc_source *source, const struct scan_request *request)
{
    int result;

    if (request->only)
        return begin_only(source, request);
    result = listing_read(&source->listing, source->dir, ".", LISTING_PLAIN);
    source->ids_offset = source->listing.offset;
    return result < 0 ? result : begin_plain(source);
}

static void task_thread_folder(const struct proc_source *source, struct task_id id, bool listed,
                               struct task_folder *folder)
{
    if (listed)
        task_folder_set(folder, source->task_dir, "T", id);
    else
        task_folder_set(folder, source->dir, "G/task/T", id);
}

const struct walk_ops walk_task = {
    .unfit = "has no PID/task directories (the kernel is older than 2.6)",
    .begin = task_begin,
    .threads = walk_task_threads,
    .thread_folder = task_thread_folder,
    .uses_task_dir = true,
};

/* --- kernels before 2.6 without the patch --- */

/*
 * Every thread is a plain entry of /proc. Its status has its group (2.5); without a Tgid line (2.4)
 * each task is its own group. Each file shows only one thread, so a process is the sum of its
 * threads.
 *
 * The slowest walk, and the fallback that works anywhere.
 */

/* The groups to scan: all that have a leader, or those requested. */
static int choose_processes(struct proc_source *source, const struct scan_request *request)
{
    const struct id_list *threads = &source->threads;
    int result = 0;

    if (request->only)
        return begin_only(source, request);
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

static void flat_thread_folder(const struct proc_source *source, struct task_id id, bool listed,
                               struct task_folder *folder)
{
    task_folder_set(folder, source->dir, "T", id);
}

const struct walk_ops walk_flat = {
    .unfit = "does not list threads as plain entries",
    .begin = flat_begin,
    .threads = listed_threads,
    .thread_folder = flat_thread_folder,
    .sums_threads = true,
};

/* --- which walk --- */

bool walk_works(const struct walk_ops *walk, const struct generation *generation)
{
    if (walk == &walk_flat)
        return !generation->has_dot && !generation->has_task;
    return walk == &walk_dot ? generation->has_dot : generation->has_task;
}
