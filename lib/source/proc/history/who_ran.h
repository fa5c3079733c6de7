/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_HISTORY_WHO_RAN_H
#define DOTPROC_SOURCE_PROC_HISTORY_WHO_RAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/source/proc/listing.h"
#include "lib/task/snapshot.h"

/* What is kept of threads: their figures, and which of them have run. */

/*
 * The figures of one task from stat, without those that its process shares; kept for later scans.
 *
 * Names have at most 15 bytes. Those of kernel threads may be longer (proc_task_name() in
 * fs/proc/array.c); such a thread is the only one of its process, whose record holds the name.
 */
#define STAT_COMM_SIZE      16
#define STAT_LONG_COMM_SIZE 64

struct stat_figures {
    uint64_t start_ns, utime_ns, stime_ns, minflt, majflt;
    uint32_t flags;
    int32_t processor;
    int16_t priority, exit_signal;
    int8_t nice;
    uint8_t rt_priority, policy;
    char state; /* '\0': no figures */
    bool has_long_comm;
    char comm[STAT_COMM_SIZE];
};

/*
 * Stores the figures of a row that was just read, and a long name in `long_comm`, which has
 * STAT_LONG_COMM_SIZE bytes. A task whose name is even longer is not stored.
 */
void stat_figures_keep(struct stat_figures *figures, char *long_comm, const struct task *task);

/* Sets these figures in a new row of the snapshot. 0 or -ENOMEM. */
int stat_figures_show(const struct stat_figures *figures, const char *long_comm,
                      struct snapshot *snapshot, struct task *task);

static inline bool stat_figures_are_there(const struct stat_figures *figures)
{
    return figures->state != '\0';
}

/* --- which threads have run --- */

/*
 * Finds the threads of a process that have run since the last search.
 *
 * A process's CPU clock is the sum of the run times of its threads, exited ones included. So run
 * times are read, those of the threads that ran last first, until they add up to the clock: then no
 * other thread has run. If that takes all threads, all are read in the same search; only beyond a
 * time limit are some left for the next search, which begins with them.
 *
 *     order:   [ ran by the last search | new | others, those that ran last first ]
 *     read:    ------->  the first part, then who_ran_set() if threads may have come and gone
 *                        ------------------->  the rest, while time is unexplained
 *
 * Run times are absolute: what one search misses is still in the difference seen by the next. The
 * clock is read first and threads keep running while they are read, so what they gain may stand in
 * for the time of others. Therefore the clock is read again when all seems explained: other threads
 * can have run at most by how much it exceeds the sum, and if that is more than WHO_RAN_SLACK of a
 * tick, all threads are read.
 *
 * Time that remains unexplained after all threads have been read was run by threads that exited.
 */

/* The part of a tick, the unit of stat, that may remain unexplained in a running process. */
#define WHO_RAN_SLACK(tick_ns) ((tick_ns) / 2)

/* The maximum number of consecutive searches that stop at their time limit; the next has none. */
#define WHO_RAN_LATE_MAX 2

/* A thread: its figures when stat was last read, and its run time when schedstat was. */
struct run_thread {
    struct stat_figures figures;
    uint64_t run_ns;
    bool asked;  /* its run time was read at least once */
    bool ran;    /* since its figures were read, or there are none: read stat */
    bool moved;  /* it ran, by the current search */
    bool is_new; /* only used within who_ran_set() */
};

/* The threads of a process. Zero-initialise. */
struct who_ran {
    struct task_id *ids;        /* the leader, then by ascending TID */
    struct run_thread *threads; /* in the same order */
    uint32_t *order;            /* indices into `threads`, see above */
    uint32_t *spare;            /* scratch space of the same size */
    size_t count;

    /* The result of the last search. */
    size_t ran_count;    /* the number of threads at the front of `order` that ran */
    size_t unread_count; /* the number after them that the search had no time to read */
    bool is_exact;       /* only threads with `ran` have run; else others may have, below a tick */
    bool saw_exit;       /* a thread could not be read */
    unsigned timeouts;   /* consecutive searches that stopped at the time limit */

    /* The current search. */
    size_t next;        /* index in `order` */
    uint64_t target_ns; /* the clock value to be explained */
    bool took_slack;    /* a difference within the slack was taken as explained */

    /*
     * The process clock is explained_ns plus what is still to be found; time of exited threads that
     * is not known by thread goes from there to exited_ns. The two upper bounds limit the error.
     * Valid with has_baseline: all threads were read in one search.
     *
     * An example in ms with a slack of 5: threads A and B, and others that have exited.
     *
     *     clock  read        explained   unseen  maybe_exited  exited
     *     100    A 40, B 30  70, so 100  0       0             30      run by threads that exited
     *     101                101         1       0             30      run by A or B meanwhile
     *     125    A 65        126         1       0             30      within the slack
     *
     * The 1 ms is in the 25 of A again, and B, which is not read, may have run as much.
     *
     * If the clock is read again at 110 instead, the 10 may be those of A or B, or of a thread that
     * exited meanwhile: exited, a lower bound, does not include them.
     *
     *     110                100         0       10            30
     *     110    A 50        110         0       10            30      they were A's
     *     117    A 40, B 30  100, so 117 0       0             37      or not, and 7 more are not
     */
    bool has_baseline;
    uint64_t explained_ns;
    uint64_t maybe_exited_ns; /* at most this was run by threads that exited before the baseline */
    uint64_t unseen_ns;       /* at most this of explained_ns was run unseen, by living threads */
    int64_t exited_ns;        /* at least this was run by exited threads beyond what their rows
                                 showed, which was rounded to ticks: it may be negative */
};

/* Read the run time of a thread and the clock of the process; false: it has exited. */
struct run_clocks {
    bool (*thread)(void *context, pid_t tid, uint64_t *ns);
    bool (*process)(void *context, uint64_t *ns);
    void *context;
    uint64_t slack_ns; /* see is_within_slack(); 0: the answer must be exact */
    int64_t until_ns;  /* the time limit in CLOCK_MONOTONIC; 0: none */
};

void who_ran_fini(struct who_ran *who);

/*
 * Sets the threads by their IDs: the leader first, then ascending. New ones have `ran`. 0; or
 * -ENOMEM, which changes nothing.
 */
int who_ran_set(struct who_ran *who, const struct id_span *ids);

/* Forgets all but the IDs: the threads are those of another process. */
void who_ran_forget(struct who_ran *who);

/*
 * Begins a search with the process clock at `used_ns`: reads the threads that ran by the last
 * search. Returns whether they explain the clock; if not, who_ran_set() may follow.
 */
bool who_ran_begin(struct who_ran *who, const struct run_clocks *clocks, uint64_t used_ns);

/*
 * Ends the search: reads all other threads if necessary. Threads found to have run have `ran`.
 * `is_whole`: the threads set are all of the process, so unexplained time is that of exited
 * threads.
 */
void who_ran_end(struct who_ran *who, const struct run_clocks *clocks, uint64_t used_ns,
                 bool is_whole);

#endif
