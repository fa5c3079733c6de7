/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_RANDOM_H
#define DOTPROC_TESTS_COMMON_RANDOM_H

/* Pseudo-random numbers, the same in each run. */

#include <stdint.h>

static uint64_t random_state = 1;

/* A number below `limit`, by the generator of Knuth's MMIX. */
static inline unsigned random_below(unsigned limit)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(random_state >> 33) % limit;
}

#endif
