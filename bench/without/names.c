/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each thread has its own copy of its name, even if it is that of the thread before. */
#include "bench/without/without.h"
#include "lib/task/snapshot.h"

WITHOUT(const char *, snapshot_name, struct snapshot *snapshot, const struct task *task,
        const char *name, size_t len)
{
    (void)task;
    return arena_copy(&snapshot->arena, name, len);
}
