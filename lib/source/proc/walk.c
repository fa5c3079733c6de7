/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/walk.h"

/*
 * Whether this id is that of a group's leader. /proc/TID exists for any thread, though it is not
 * listed.
 */
static int check_leader(struct proc_source *source, pid_t id, bool *leads)
{
    struct task_folder folder;
    pid_t tgid = 0;
    int result;

    task_folder_set(&folder, source->dir, "G", (struct task_id){id, id});
    result = task_folder_read_tgid(&folder, id, &source->buffer, &tgid);
    *leads = result == 0 && tgid == id;
    return task_is_lost(result) ? 0 : result;
}

int walk_begin_only(struct proc_source *source, const struct scan_request *request)
{
    int result = 0;

    for (size_t i = 0; result == 0 && i < request->only_count; i++) {
        pid_t id = request->only[i];
        bool leads = false;

        if (id <= 0)
            continue;
        result = check_leader(source, id, &leads);
        if (result == 0 && leads)
            result = id_list_add(&source->processes, id, id);
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

int walk_listed_threads(struct proc_source *source, pid_t tgid, struct id_span *span)
{
    *span = id_list_group(&source->threads, tgid);
    return 0;
}
