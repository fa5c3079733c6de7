/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_WAITS_RECORDED_H
#define DOTPROC_TESTS_WAITS_RECORDED_H

/*
 * A thread that never ends, with a word in the C library's record of it that begins as the one by
 * which glibc 2.43 joins it: a value of a key, of which the first are in the record, behind the
 * list of robust mutexes.
 */

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define RECORDED_NOWHERE "values of a thread are not in its record"

struct recorded {
    pthread_t thread;
    atomic_int tid;
    uint32_t *word; /* NULL: it is not there, as with other C libraries */
};

/* Returns when it runs. */
void recorded_start(struct recorded *recorded);

#endif
