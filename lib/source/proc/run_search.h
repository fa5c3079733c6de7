/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_RUN_SEARCH_H
#define DOTPROC_SOURCE_PROC_RUN_SEARCH_H

/*
 * Which threads of a process have run since they were asked before.
 *
 * A process's CPU clock is the sum of what its threads have run, the dead ones included. So threads
 * are asked how much they have run, those that ran last first, until what the clock has gained is
 * explained: no other thread has run then. Threads that run again and again stay in front, and
 * mostly what ran is what is asked.
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

#include "lib/source/proc/ids.h"
#include "lib/source/proc/stat_figures.h"

/* What one thread had run when it was asked, and what it showed when it was read. */
struct run_thread {
    struct stat_figures figures;
    uint64_t run_ns;
    pid_t tid;
    bool ran;    /* since its figures were read, or there are none: they are to be read */
    bool moved;  /* found in the search going on */
    bool is_new; /* just set */
};

/* The threads of a process. Zero-initialise. */
struct run_search {
    struct run_thread *threads; /* the leader, then by ascending tid */
    uint32_t *order;            /* places in it, those that ran last first */
    uint32_t *spare;            /* room for as many */
    size_t count;
    bool based;        /* run_ns are known, */
    bool unordered;    /* and no more than that: the next search asks all */
    bool lost;         /* a thread could not be asked: it has gone */
    size_t front;      /* so many at the front of `order` are asked before all others */
    size_t found;      /* so many have run, by the last search */
    size_t searched;   /* so many behind them were asked by searches that did not come to an end */
    size_t tokens;     /* so many more of them may be asked */
    uint64_t used_ns;  /* the clock at the last search */
    uint64_t known_ns; /* of the clock: what is explained */
    uint64_t residual_ns; /* what was not when this pass through all of them began */
};

/* How threads and their process are asked for what they have run; false: gone. */
struct run_clocks {
    bool (*thread)(void *context, pid_t tid, uint64_t *ns);
    bool (*process)(void *context, uint64_t *ns);
    void *context;
    uint64_t tick_ns; /* to which figures are cut */
};

void run_search_fini(struct run_search *search);

/*
 * Takes the ids of all threads, in order. Those that are new have `ran` and stand in front. 0 or
 * -ENOMEM, and then the threads are what they were.
 */
int run_search_set(struct run_search *search, const struct id_span *ids);

/*
 * Asks all, as no search did before. Who has figures and has run for less than two ticks since does
 * not count as one that ran.
 */
void run_search_base(struct run_search *search, const struct run_clocks *clocks);

/*
 * Asks those in front, and those behind them, until the process's clock at `used_ns` is explained;
 * what was found has `ran`. True when it is. The first of the two may be called again, after
 * run_search_set(), before the second; the second ends the search.
 */
bool run_search_front(struct run_search *search, const struct run_clocks *clocks, uint64_t used_ns);
bool run_search_rest(struct run_search *search, const struct run_clocks *clocks, uint64_t used_ns);

#endif
