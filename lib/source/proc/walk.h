/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_WALK_H
#define DOTPROC_SOURCE_PROC_WALK_H

/* The ways of finding tasks in a procfs, one for each generation of kernels. */

#include "lib/source/proc/proc_source.h"

struct walk_ops {
    /*
     * Lists what a scan needs to know before it starts: fills source->processes, sorted, or as
     * request->only has it. 0 or -errno.
     */
    int (*begin)(struct proc_source *source, const struct scan_request *request);

    /*
     * The threads of one group, the leader first; borrowed until the next call. A group that has
     * vanished has none. Called only where rows or a sum ask for threads. 0 or -errno.
     */
    int (*threads)(struct proc_source *source, pid_t tgid, struct id_span *span);

    /*
     * Where a thread's own figures are. `listed` says that threads() was just called for its
     * group; else the folder must do by itself.
     */
    void (*thread_folder)(const struct proc_source *source, struct task_id id, bool listed,
                          struct task_folder *folder);

    /* A process's times must be summed over its threads: its own files show the leader alone. */
    bool sums_threads;
};

extern const struct walk_ops walk_dot;
extern const struct walk_ops walk_task;
extern const struct walk_ops walk_flat;

/*
 * Copies request->only into source->processes, in its order, without those that are no leader of
 * a group, or gone. 0 or -errno.
 */
int walk_begin_only(struct proc_source *source, const struct scan_request *request);

/*
 * Puts the plain entries of source->listing into source->processes, sorted: the processes of a
 * kernel that lists threads elsewhere or with a dot. 0 or -ENOMEM.
 */
int walk_begin_plain(struct proc_source *source);

/* walk_ops::threads of kernels that list all threads at once: those in source->threads. */
int walk_listed_threads(struct proc_source *source, pid_t tgid, struct id_span *span);

#endif
