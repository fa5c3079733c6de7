/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/joined.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

/* More than a record has behind the list; those of two threads are further apart, by a stack. */
#define RECORD_BYTES 4096

/* Whether the address is behind the list in the thread's record. */
static bool is_in_record(pid_t tid, uint64_t address)
{
    void *list = NULL;
    size_t size;

    if (syscall(SYS_get_robust_list, tid, &list, &size) < 0 || !list)
        return false;
    return address > (uintptr_t)list && address - (uintptr_t)list < RECORD_BYTES;
}

int joined_find(struct proc_source *source, pid_t tgid, uint64_t address, struct task_id *id)
{
    struct id_span threads;
    int result;

    /* The call knows no other numbers. */
    if (!source->generation.same_pids)
        return -ENOENT;
    result = walk_task_threads(source, tgid, &threads);
    walk_close_task_dir(source);
    if (result < 0)
        return result;
    for (size_t i = 0; i < threads.count; i++)
        if (is_in_record(threads.ids[i].tid, address)) {
            *id = threads.ids[i];
            return 0;
        }
    return -ENOENT;
}
