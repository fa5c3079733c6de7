/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_SAMPLE_H
#define DOTPROC_TOP_MODEL_SAMPLE_H

/*
 * The result of one scan: the tasks, the host's figures, and what was requested. Also as bytes, for
 * looking back.
 *
 * A sample has one owner at a time, which may fill in more figures of its tasks.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/cgroup/path.h"
#include "lib/cgroup/reader.h"
#include "lib/host/host.h"
#include "lib/pressure/pressure.h"
#include "lib/task/snapshot.h"
#include "lib/task/task.h"
#include "lib/task/wait_report.h"
#include "top/model/ended.h"

struct record_reader;

/* The most PIDs that -p takes. */
#define PID_LIMIT 20

/* The most rows that a request lists as shown; the last rows of a taller screen are left out. */
#define SHOWN_MAX 256

/* What a scan has to read. */
struct sample_request {
    unsigned rows; /* ROWS_PROCESSES or ROWS_THREADS, see source.h */
    need_t need;   /* and NEED_STAT; groups outside NEED_SCANNED are read for every row, too */
    pid_t pids[PID_LIMIT];
    size_t pid_count;          /* 0: all processes */
    uint64_t shown[SHOWN_MAX]; /* rows on the screen, by ascending task_key() */
    size_t shown_count;
    bool ended; /* also report the tasks that exited since the previous scan */
    bool last;  /* no other sample will be requested */
    bool early; /* return at once, though there is no previous scan to compare with */

    /*
     * Only with `early`: after this time the scan ends with the tasks read so far, which are shown
     * while another scan begins anew; 0: no limit.
     */
    int64_t limit_ns;
    int64_t search_ns;             /* as in scan_request */
    bool pressure;                 /* read the PSI of the host */
    char cgroup[CGROUP_PATH_SIZE]; /* the group whose figures are shown; "": none */

    bool cgroups;                         /* all control groups, too */
    struct cgroup_request cgroup_request; /* what of them */
    const char *cgroup_root;              /* as cgroup_reader_open() takes it */
};

/* The time from an early sample to the next one. */
#define SAMPLE_EARLY_NS 200000000

/* The cost of a scan. */
struct scan_cost {
    const char *source; /* its name */
    uint64_t scan_ns;   /* wall time of the scan of the tasks */
    uint64_t cpu_ns;    /* CPU time of top, all threads, since the previous sample */
    uint64_t since_ns;  /* wall time since the previous sample; 0: this is the first one */
};

struct sample {
    struct snapshot snapshot;
    bool early;           /* differences between two scans are unknown */
    uint64_t interval_ns; /* interval of the tasks' differences; 0: none */
    struct ended_sample ended;
    struct host_figures host;
    bool host_known; /* false with a recorded tree: no figures of the host */
    struct pressure pressures[PRESSURE_KINDS]; /* PSI of the host, if requested */
    struct cgroup_figures cgroup;              /* PSI of the requested cgroup */
    struct cgroup_table cgroups;               /* if requested */
    struct scan_cost cost;
    struct wait_report report; /* of task `report_tid`, for the detail pane */
    pid_t report_tid;          /* 0: none was read */
    struct sample_request request;
    int error; /* 0 or -errno: the scan failed, and only the request is valid */
};

/* A sample can be filled repeatedly. To free one that is zero-initialised is fine. */
void sample_init(struct sample *sample);
void sample_fini(struct sample *sample);

/* Since boot, of the host or of the container whose figures are shown; 0: unknown. */
static inline uint64_t sample_uptime_ns(const struct sample *sample)
{
    return sample->host_known ? sample->host.uptime_ns : sample->snapshot.system.uptime_ns;
}

/* The row of a task in a sample, or that of a process's leader among threads; NULL: none. */
struct task *sample_find_row(const struct sample *sample, const struct task *task);
struct task *sample_find_leader(const struct sample *sample, enum task_kind kind, pid_t tgid);

/* The row of this very task, or of its process; NULL: it has none, or `sample` is NULL. */
struct task *sample_find_same(const struct sample *sample, const struct task_identity *task);

/*
 * A sample as bytes: the differences of its rows from those of another sample (see
 * record/rows.h), the figures of the host, and exited tasks. The wait report and the control
 * groups are not kept. Appends what turns the rows of `base` into `wanted`; NULL: no rows.
 */
void sample_record_put(struct buf *out, const struct sample *base, const struct sample *wanted);

/*
 * Turns `sample`, which has the rows of the base, into the one that was put. 0; or -ENOMEM,
 * then it is a mixture of both samples, with the rows of one of them.
 */
int sample_record_take(struct record_reader *in, struct sample *sample);

#endif
