/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_SLEEPER_H
#define DOTPROC_TESTS_BPF_SLEEPER_H

/* A process of a few threads, which all sleep: a child of a child of the test. */

#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/units.h"

#define THREADS  4
#define LEADER   THREADS
#define NEW_NAME "other name"

#define AREA_SIZE (4 << 20)
#define AREA_KIB  (AREA_SIZE / 1024)

/*
 * What each thread uses before it sleeps: several ticks, as less would be shown as 0. User and
 * system time are each rounded down: one tick less is shown at least.
 */
#define USED_TICKS   5
#define SHOWN_MIN_NS ((uint64_t)((USED_TICKS - 1) * ns_per_tick()))

/* Memory that the sleeper shares with the test. */
struct sleeper {
    pid_t tids[THREADS + 1]; /* the last one is its own */
    sem_t orders;  /* for the leader: each for the next thread, then to rename the first */
    sem_t started; /* by each thread */
    sem_t end;     /* for each thread that is to end */
    char *area;    /* of its own, untouched */
};

/* NULL until it is started. */
extern struct sleeper *sleeper;

/* Its parent's PID. */
pid_t sleeper_start(void);

/* Whether it is the sleeper or one of its threads. */
bool sleeper_has(uint32_t tid);

/* Writes half of its area, which it has never touched; it notices nothing. */
void sleeper_write_half(int half);

#endif
