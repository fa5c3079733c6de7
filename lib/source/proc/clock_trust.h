/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_CLOCK_TRUST_H
#define DOTPROC_SOURCE_PROC_CLOCK_TRUST_H

/*
 * Whether clocks can be relied on: those of processes, see leader_stat.h, and the run times of
 * threads, see ran_threads.h.
 */
enum clock_trust {
    CLOCK_UNTRIED, /* tested for the first process that is read this way */
    CLOCK_GOOD,
    CLOCK_BAD,
};

#endif
