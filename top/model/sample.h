/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_SAMPLE_H
#define DOTPROC_TOP_MODEL_SAMPLE_H

/*
 * What one scan brings: the tasks and the host's figures of one moment, and what was asked for.
 *
 * A sample is handed over whole. Whoever holds it may fill in more figures of its tasks; nobody
 * else looks at it meanwhile.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/host/host.h"
#include "lib/task/snapshot.h"

/* As many pids as -p takes. */
#define PID_LIMIT 20

/* What a scan shall find. */
struct sample_request {
    unsigned rows; /* ROWS_PROCESSES or ROWS_THREADS, see source.h */
    need_t need;   /* beside NEED_STAT; groups outside NEED_SCANNED are filled in for every row */
    pid_t pids[PID_LIMIT];
    size_t pid_count; /* 0: all processes */
};

/* What it took. */
struct scan_cost {
    const char *source; /* its name */
    uint64_t scan_ns;   /* time that the scan of the tasks went on */
    uint64_t cpu_ns;    /* that this program has used since the sample before, all threads */
    uint64_t since_ns;  /* the sample before; 0: there was none */
};

struct sample {
    struct snapshot snapshot;
    uint64_t interval_ns; /* that the tasks' delta figures cover; 0: there is none */
    struct host_figures host;
    bool
        host_known; /* false: the tasks are of a recorded tree, about whose host nothing is known */
    struct scan_cost cost;
    struct sample_request request;
    int error; /* 0 or -errno: the scan failed and all but the request is undefined */
};

/* The row of a task in a sample, or NULL. */
struct task *sample_find_row(const struct sample *sample, const struct task *task);

#endif
