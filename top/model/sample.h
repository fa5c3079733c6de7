/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_SAMPLE_H
#define DOTPROC_TOP_MODEL_SAMPLE_H

/*
 * The result of one scan: the tasks, the host's figures, and what was requested.
 *
 * A sample has one owner at a time, which may fill in more figures of its tasks.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/host/host.h"
#include "lib/pressure/cgroup_pressure.h"
#include "lib/task/snapshot.h"
#include "top/model/ended_sample.h"

/* -p takes this many pids. */
#define PID_LIMIT 20

/* The most rows that a request names as shown; on a taller screen the last ones are left out. */
#define SHOWN_MAX 256

/* What a scan is to read. */
struct sample_request {
    unsigned rows; /* ROWS_PROCESSES or ROWS_THREADS, see source.h */
    need_t need;   /* besides NEED_STAT; groups outside NEED_SCANNED are filled in for every row */
    pid_t pids[PID_LIMIT];
    size_t pid_count;          /* 0: all processes */
    uint64_t shown[SHOWN_MAX]; /* rows on the screen, by ascending task_key() */
    size_t shown_count;
    bool ended; /* what ended since the scan before, too */
    bool last;  /* none will be requested after it */
    bool early; /* at once, though there is no scan to compare it with */

    /*
     * Of `early`: after so long the scan ends with the first tasks, which are shown while another
     * one begins anew; 0: not before it has all.
     */
    int64_t limit_ns;
    bool pressure;                 /* on the host */
    char cgroup[CGROUP_PATH_SIZE]; /* the group whose pressure is shown; "": none */
};

/* So long after a sample that is early the next one is due. */
#define SAMPLE_EARLY_NS 200000000

/* What it cost. */
struct scan_cost {
    const char *source; /* its name */
    uint64_t scan_ns;   /* wall time of the scan of the tasks */
    uint64_t cpu_ns;    /* CPU time of this program, all threads, since the previous sample */
    uint64_t since_ns;  /* wall time since the previous sample; 0: there was none */
};

struct sample {
    struct snapshot snapshot;
    bool early;           /* what differs between two scans is unknown yet */
    uint64_t interval_ns; /* covered by the tasks' delta figures; 0: there is none */
    struct ended_sample ended;
    struct host_figures host;
    bool host_known; /* false for a recorded tree: it has no figures of its host */
    struct pressure pressures[PRESSURE_KINDS]; /* on the host, if requested */
    struct cgroup_pressure cgroup;             /* of the requested one */
    struct scan_cost cost;
    struct sample_request request;
    int error; /* 0 or -errno: the scan failed, and all but the request is undefined */
};

/* The row of a task in a sample, or NULL. */
struct task *sample_find_row(const struct sample *sample, const struct task *task);

#endif
