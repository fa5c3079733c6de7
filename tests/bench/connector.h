/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BENCH_CONNECTOR_H
#define DOTPROC_TESTS_BENCH_CONNECTOR_H

/*
 * A listener to exits by the kernel's proc connector, as an ordinary user may be one since 6.6: to
 * measure what it would cost.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* What a listener has had. */
struct connector_heard {
    uint64_t messages;
    uint64_t overruns; /* times that some were lost, for want of room */
    double cpu_s;      /* its own */
};

struct connector {
    pid_t child;
    int tell, answer;
};

/* Starts one, as that user; false where it may not listen. */
bool connector_start(struct connector *connector, uid_t uid);

/* Ends it. */
struct connector_heard connector_stop(const struct connector *connector);

#endif
