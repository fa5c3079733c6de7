/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ENDED_PROBE_H
#define DOTPROC_SOURCE_BPF_ENDED_PROBE_H

/*
 * The programs of ended.bpf.c: the usage of tasks that exited since they were attached.
 *
 * They serve only the process that attached them. Descriptors alone keep them attached, so they are
 * detached when it exits, however it exits.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lib/base/buf.h"
#include "lib/source/bpf/ended_wire.h"

#define ENDED_HOOKS 3 /* tracepoints that the programs are attached to */

/* The maps of ended.bpf.c. */
enum ended_map {
    ENDED_MAP_SUMS, /* two of them */
    ENDED_MAP_OTHER_SUMS,
    ENDED_MAP_COUNTERS,
    ENDED_MAP_RECORDS,
    ENDED_MAP_CONTROL,
    ENDED_MAPS,
};

struct ended_probe {
    int links[ENDED_HOOKS], maps[ENDED_MAPS], clocks; /* file descriptors */
    struct ended_wire_control control;
    struct ended_chunk *chunk; /* buffers for the elements read at a time */
};

/* Called for each sum and each record; a result other than 0 ends the reading and is returned. */
struct ended_taker {
    void *context;
    int (*take_sum)(void *context, const struct ended_wire_key *key,
                    const struct ended_wire_sum *sum);
    int (*take_record)(void *context, const struct ended_wire_id *id,
                       const struct ended_wire_record *record);
};

/*
 * Whether this process may load and attach the programs, and PIDs and kernel are suitable: Linux
 * 6.2 and the initial PID namespace. If not, a line in `why`.
 */
bool ended_probe_is_supported(struct buf *why);

/*
 * Loads and attaches the programs, which count nothing until ended_probe_begin(). 0; or with
 * nothing open -ENOTSUP, and a line in `why`, if the kernel, or the process's capabilities or
 * namespaces, do not allow it, or the error of a shortage.
 */
int ended_probe_open(struct ended_probe *probe, struct buf *why);
void ended_probe_close(struct ended_probe *probe);

/*
 * From now on tasks of this kind are counted. Each leader gets a record, as does each thread that
 * started no later than `known_before`, in ns since boot, in the initial time namespace. 0 or
 * -errno.
 */
int ended_probe_begin(struct ended_probe *probe, enum ended_wire_kind kind, uint64_t known_before);

/* Takes what was counted since the last call: a task is in a sum or has a record. 0 or -errno. */
int ended_probe_take(struct ended_probe *probe, const struct ended_taker *taker);

/* The value of a counter since the probe was opened. 0 or -errno. */
int ended_probe_count(const struct ended_probe *probe, enum ended_wire_counter counter,
                      uint64_t *count);

#endif
