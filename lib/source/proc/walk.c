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

int walk_begin_only(struct proc_source *source, const struct scan_request *request)
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

int walk_begin_plain(struct proc_source *source)
{
    int result = 0;

    for (size_t i = 0; result == 0 && i < source->listing.count; i++) {
        struct listed entry = source->listing.entries[i];

        if (!entry.dot)
            result = id_list_add(&source->processes, entry.id, entry.id);
    }
    id_list_sort(&source->processes);
    return result;
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
    return walk_begin_plain(source);
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

int walk_listed_threads(struct proc_source *source, pid_t tgid, struct id_span *span)
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
