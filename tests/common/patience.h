/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_PATIENCE_H
#define DOTPROC_TESTS_COMMON_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/base/units.h"

/*
 * How long to look for something: states change, and a scan can miss processes that start or exit
 * meanwhile, but not each time.
 */
#define PATIENCE_S 300

/* Whether there is time left of PATIENCE_S since `start_ns`. */
static inline bool is_patient(int64_t start_ns)
{
    return clock_ns(CLOCK_MONOTONIC) < start_ns + PATIENCE_S * NS_PER_S;
}

#endif
