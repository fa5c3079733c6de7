/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_ENDED_SEEN_H
#define DOTPROC_ENDED_SEEN_H

/*
 * The usage that rows of past snapshots have shown, so that it does not count again when their
 * tasks exit.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/task_flags.h"
#include "lib/ledger/ledger.h"
#include "lib/task/snapshot.h"

/*
 * The usage of one or several tasks. Differences may be negative for a moment: shown usage is
 * subtracted when a task is freed.
 */
struct ended_used {
    uint64_t count; /* 0: unknown */
    int64_t cpu_ns;
    int64_t lifetime_ns; /* their sum */
    int64_t minflt, majflt;
};

static inline void ended_used_add(struct ended_used *sum, const struct ended_used *used)
{
    sum->count += used->count;
    sum->cpu_ns += used->cpu_ns;
    sum->lifetime_ns += used->lifetime_ns;
    sum->minflt += used->minflt;
    sum->majflt += used->majflt;
}

static inline void ended_used_subtract(struct ended_used *from, const struct ended_used *used)
{
    from->count -= used->count;
    from->cpu_ns -= used->cpu_ns;
    from->lifetime_ns -= used->lifetime_ns;
    from->minflt -= used->minflt;
    from->majflt -= used->majflt;
}

/* The row of a thread or process in the last snapshot that had it. Times in ns. */
struct seen {
    struct ledger_id id;
    uint64_t cpu_ns;        /* in ns if the source has that */
    uint64_t cpu_before_ns; /* in the snapshot before; equals cpu_ns in a new row */
    uint64_t minflt, majflt;
    bool was_exiting; /* or not read, so it may have been */
};

#define PID_OF_INIT 1 /* whoever has no other reaper is reaped by it */

/* A process: what its rows have shown. */
struct seen_process {
    struct seen seen;
    uint64_t reaped_ns; /* cutime + cstime: of reaped children and theirs */
    uint64_t reaped_minflt, reaped_majflt;
    struct ended_used growth; /* of these since the snapshot before, as far as known */
    int64_t exited_ns;        /* if knows_exited: as in struct process */
    pid_t ppid;
    bool is_new;              /* not in the snapshot before */
    bool leader_is_zombie;    /* while other threads may live */
    bool has_threads;         /* more than one */
    bool sums_threads;        /* its CPU time is unknown: the sum of those of its threads */
    bool knows_exited;        /* see struct task */
    bool knew_exited;         /* in the snapshot before */
    char comm[TASK_COMM_LEN]; /* filled up with NULs */
};

static inline bool seen_is_zombie(const struct seen_process *process)
{
    return process->leader_is_zombie && !process->has_threads;
}

/*
 * Zero-initialise. Rows are those of the last snapshot; rows that are gone those of the one before.
 */
struct seen_lists {
    struct ledger processes, threads;
    struct system_info system;    /* of the last snapshot; zeros: none yet */
    uint64_t interval_ns;         /* from the one before; 0: none yet */
    struct seen_process *current; /* while a snapshot is read: the last process */
};

void seen_fini(struct seen_lists *lists);

/*
 * Records the rows of a snapshot, in the order of snapshot.h; they have NEED_STAT and perhaps
 * NEED_COMM. They are all processes or all threads; then processes have the figures of the threads
 * that lead them, NEED_GROUP_CPU, and the faults of their threads. 0 or -ENOMEM.
 */
int seen_update(struct seen_lists *lists, const struct snapshot *snapshot);

/* The key of the row of the thread that leads a process. */
uint64_t seen_leader_key(pid_t tgid);

/* The row with that key in the last snapshot; the row that disappeared with it. Or NULL. */
struct seen *seen_find(struct seen_lists *lists, uint64_t key);
struct seen *seen_find_gone(struct seen_lists *lists, uint64_t key);

/* The same for the process with that id. */
struct seen_process *seen_find_process(struct seen_lists *lists, pid_t tgid);
struct seen_process *seen_find_gone_process(struct seen_lists *lists, pid_t tgid);

static inline pid_t seen_tgid(const struct seen *row)
{
    return (pid_t)(row->id.key >> 32);
}

/* The usage that a row has shown, of its task; of the children that it has reaped. No count. */
struct ended_used seen_shown(const struct seen *row);
struct ended_used seen_reaped(const struct seen_process *row);

/*
 * By how much the CPU time of a row decreased between the last two snapshots, because another
 * thread took over its PID by execve(2). Else 0.
 */
uint64_t seen_went_back_ns(struct seen_lists *lists, uint64_t key);

/* The CPU time that the living tasks of a ledger are known to have used in the interval. */
uint64_t seen_used_ns(const struct seen_lists *lists, const struct ledger *ledger);

/*
 * What others keep of a process that has a row, a living one or a zombie: rows of a ledger of
 * theirs begin with it.
 */
struct seen_living {
    struct ledger_id id;             /* that of `seen` */
    const struct seen_process *seen; /* its row in the last snapshot; dangling once it is gone */
};

/*
 * Takes the processes of the last snapshot, zombies too, as rows of such a ledger; rows of others
 * are gone. 0 or -ENOMEM.
 */
int seen_take_living(const struct seen_lists *lists, struct ledger *own, size_t row_size);

/* The row with this index; NULL if it is gone. */
static inline void *seen_living_at(const struct ledger *own, size_t index)
{
    struct seen_living *living = ledger_at(own, index);

    return ledger_is_gone(own, &living->id) ? NULL : living;
}

/* Whether a process started after the snapshot before. */
bool seen_started(const struct seen_lists *lists, const struct seen_process *row);

#endif
