/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/threads.h"

#include "lib/source/proc/ran_threads.h"
#include "lib/source/proc/walk.h"

/* The group's threads: those that are recalled, or else listed. */
static int find_threads(struct proc_source *source, pid_t tgid)
{
    struct thread_cursor *cursor = &source->cursor;
    int result;

    cursor->found = true;
    result = source->recalls ? ran_threads_find(source, &cursor->ids)
                             : source->walk->threads(source, tgid, &cursor->ids);
    cursor->listed = source->task_dir >= 0;
    return result;
}

int threads_next(struct proc_source *source, pid_t tgid)
{
    struct thread_cursor *cursor = &source->cursor;
    int result = cursor->found ? 0 : find_threads(source, tgid);

    if (result < 0)
        return result;
    if (cursor->next == cursor->ids.count)
        return 0;
    cursor->next++;
    return 1;
}
