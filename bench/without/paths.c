/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Paths are made by printf. */
#include <stdio.h>
#include <string.h>

#include "bench/without/without.h"
#include "lib/source/proc/read.h"

WITHOUT(void, task_folder_set, struct task_folder *folder, int dir, const char *pattern,
        struct task_id id)
{
    const size_t size = sizeof(folder->prefix);

    folder->dir = dir;
    if (strcmp(pattern, "G") == 0)
        snprintf(folder->prefix, size, "%d", id.tgid);
    else if (strcmp(pattern, "T") == 0)
        snprintf(folder->prefix, size, "%d", id.tid);
    else if (strcmp(pattern, "G/task/T") == 0)
        snprintf(folder->prefix, size, "%d/task/%d", id.tgid, id.tid);
    else
        __real_task_folder_set(folder, dir, pattern, id);
}
