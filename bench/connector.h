/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_BENCH_CONNECTOR_H
#define DOTPROC_BENCH_CONNECTOR_H

/* A listener to exits like the ps and top of an ordinary user (lib/ended/exits.h). */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* The results of a listener. */
struct connector_heard {
    uint64_t exits;
    bool is_lost; /* events are missing */
    double cpu_s; /* its own */
};

struct connector {
    pid_t child;
    int tell, answer;
};

/* Starts a listener as that user; false if it may not listen. */
bool connector_start(struct connector *connector, uid_t uid);

/* Stops it. */
struct connector_heard connector_stop(const struct connector *connector);

#endif
