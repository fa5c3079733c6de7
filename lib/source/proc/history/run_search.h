/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_HISTORY_RUN_SEARCH_H
#define DOTPROC_SOURCE_PROC_HISTORY_RUN_SEARCH_H

/*
 * Finds the threads of a process that have run since the last search.
 *
 * A process's CPU clock is the sum of the run times of its threads, including dead ones. So threads
 * are asked for their run time, those that ran last first, until they account for all that the
 * clock has gained: then no other thread has run. Threads that run often stay in front, so mostly
 * only threads that ran are asked.
 *
 * Time that no asked thread accounts for stays in the difference, so no thread is missed for good.
 * What threads run while they are being asked may hide the same amount of another's, once. What is
 * still unexplained after all have been asked was run by threads that have died.
 *
 * Asking sleeping threads is the expensive part: each search asks an eighth of them, or all if no
 * search has had to for a while. A thread that is missed is found by a later search, or when it
 * runs again.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/source/proc/history/stat_figures.h"
#include "lib/source/proc/ids.h"

/* What is known of a thread: its figures when it was last read, its run time when last asked. */
struct run_thread {
    struct stat_figures figures;
    uint64_t run_ns;
    bool ran;    /* since its figures were read, or there are none: read them */
    bool moved;  /* found by the current search */
    bool is_new; /* only within run_search_set() */
};

/* Whether a search has found all that ran. */
enum run_certainty {
    RUNS_ROUGHLY, /* but for those that ran for less than two ticks, or that it had no tokens for */
    RUNS_PROBABLY, /* but for those that ran for less than others did while they were being asked */
    RUNS_EXACTLY,
};

/*
 * The threads of a process. Zero-initialise.
 *
 * Between searches `order` has three parts: `front` threads, the first `found` of which ran by the
 * last search; `searched` threads, which this pass has asked in vain; and those that it has still
 * to ask. A pass goes on from search to search until all time is accounted for or all threads have
 * been asked; then `searched` is 0. The run time of threads that are asked is added to `known_ns`,
 * which is at most a tick more than the clock. Of `residual_ns`, by which it was less when the pass
 * began, a pass that has asked all adds what is still missing: dead threads ran it. After
 * run_search_set() `found` and `searched` may be too large for the threads that are left: then some
 * are asked without need, or by the next pass.
 */
struct run_search {
    struct task_id *ids;        /* the leader, then by ascending tid */
    struct run_thread *threads; /* in the same order */
    uint32_t *order;            /* indices of `threads`, those that ran last first */
    uint32_t *spare;            /* scratch space of the same size */
    size_t count;
    bool based;                   /* run_ns is set */
    bool unordered;               /* `order` is not by time yet: the next search asks all threads */
    bool lost;                    /* a thread could not be asked, as it has ended */
    enum run_certainty certainty; /* of the last search */
    size_t front;                 /* threads at the front of `order` that are always asked first */
    size_t found;                 /* threads that have run, by the last search */
    size_t searched;              /* threads behind them already asked by unfinished searches */
    size_t tokens;                /* how many more of them may be asked */
    uint64_t used_ns;             /* the clock at the last search */
    uint64_t known_ns;            /* the part of the clock accounted for */
    uint64_t residual_ns;         /* the rest, when this pass over all threads began */
};

/* How to read the run time of a thread and the clock of the process; false: it has ended. */
struct run_clocks {
    bool (*thread)(void *context, pid_t tid, uint64_t *ns);
    bool (*process)(void *context, uint64_t *ns);
    void *context;
    uint64_t tick_ns; /* the unit of stat, to which it rounds down */
};

void run_search_fini(struct run_search *search);

/*
 * Sets the threads by their ids, the leader first, then ascending. New ones have `ran` and come
 * first in `order`. 0; or -ENOMEM, which changes nothing.
 */
int run_search_set(struct run_search *search, const struct id_span *ids);

/* The next search may ask all threads: it begins a pass of its own. */
void run_search_allow_all(struct run_search *search);

/*
 * The first search: asks all threads. A thread with figures counts as having run only if it has run
 * two ticks more than they show.
 */
void run_search_base(struct run_search *search, const struct run_clocks *clocks);

/*
 * A later search: asks the threads in front, then those behind them, until they account for
 * `used_ns`, the process's clock: then true. Threads found have `ran`. The first function may be
 * called again after run_search_set(); the second one ends the search.
 */
bool run_search_front(struct run_search *search, const struct run_clocks *clocks, uint64_t used_ns);
bool run_search_rest(struct run_search *search, const struct run_clocks *clocks, uint64_t used_ns);

#endif
