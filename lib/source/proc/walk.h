/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_WALK_H
#define DOTPROC_SOURCE_PROC_WALK_H

#include "lib/source/proc/proc_source.h"

/* How tasks are found in a procfs: one walk for each kernel generation. */

struct walk_ops {
    const char *unfit; /* the message for when it does not work */

    /*
     * Prepares a scan: fills source->processes, sorted, or in the order of request->only. 0 or
     * -errno.
     */
    int (*begin)(struct proc_source *source, const struct scan_request *request);

    /*
     * The threads of one group, the leader first; borrowed until the next call. Empty if the group
     * has exited. Called only if threads are needed, as rows or for a sum. 0 or -errno.
     */
    int (*threads)(struct proc_source *source, pid_t tgid, struct id_span *span);

    /*
     * The folder with a thread's own figures. `listed`: threads() was just called for its group, so
     * the folder may be relative to task_dir; else it must not be.
     */
    void (*thread_folder)(const struct proc_source *source, struct task_id id, bool listed,
                          struct task_folder *folder);

    /* A process's times must be summed over its threads: its own files show only the leader. */
    bool sums_threads;

    /* All threads are found under PID/task, the leader as well. */
    bool uses_task_dir;
};

extern const struct walk_ops walk_dot;
extern const struct walk_ops walk_task;
extern const struct walk_ops walk_flat;

/* Whether it works on a kernel generation. */
bool walk_works(const struct walk_ops *walk, const struct generation *generation);

/*
 * Lists the processes above the PID `start` again in source->processes. 0; -ENOTSUP if /proc cannot
 * be listed from there on; or -errno.
 */
int walk_renew_behind(struct proc_source *source, pid_t start);

/* Opens PID/task of a group as source->task_dir, replacing the last one. 0 or -errno. */
int walk_open_task_dir(struct proc_source *source, pid_t tgid);
void walk_close_task_dir(struct proc_source *source);

/*
 * walk_ops::threads for any kernel with PID/task. Unlike the functions of other walks it can be
 * called outside a scan.
 */
int walk_task_threads(struct proc_source *source, pid_t tgid, struct id_span *span);

#endif
