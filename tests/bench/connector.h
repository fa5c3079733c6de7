/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BENCH_CONNECTOR_H
#define DOTPROC_TESTS_BENCH_CONNECTOR_H

/* A listener to exits as an ordinary user's ps and top are one (lib/ended/exits.h). */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* What a listener has had. */
struct connector_heard {
    uint64_t exits;
    bool is_lost; /* some were not heard */
    double cpu_s; /* its own */
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
