/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ENDED_PROBE_H
#define DOTPROC_SOURCE_BPF_ENDED_PROBE_H

/*
 * The program of ended.bpf.c: what tasks have used that ended since it was attached.
 *
 * It serves the process that attached it, and is detached when that ends, however it ends, since it
 * is kept by descriptors alone. Each reader has its own, so none disturbs another.
 */

#include <stdint.h>

#include "lib/source/bpf/ended_hooks.h"
#include "lib/source/bpf/ended_wire.h"

/* What was read once; the arrays belong to the probe, or to the stream: ended_stream.h. */
struct ended_reading {
    uint64_t complete;           /* of the control; another one: sums have begun at 0 again */
    uint64_t execs;              /* programs started */
    struct ended_wire_key *keys; /* of the sums, which are beside them */
    struct ended_wire_sum *sums;
    size_t sum_count;
    struct ended_wire_sum rest[ENDED_KINDS]; /* what had no room among the sums */

    struct ended_wire_id *ids;         /* of the records, likewise */
    struct ended_wire_record *records; /* with room for all that are leaving */
    size_t record_count;

    uint64_t *subjects; /* keys of those that are leaving */
    struct ended_wire_leaving *leaving;
    size_t leaving_count;
};

/* The maps of ended.bpf.c. */
enum ended_map {
    ENDED_MAP_SUMS,
    ENDED_MAP_OTHERS,
    ENDED_MAP_EXECS,
    ENDED_MAP_RECORDS,
    ENDED_MAP_LEAVING,
    ENDED_MAP_CONTROL,
    ENDED_MAPS,
};

struct ended_probe {
    int links[ENDED_HOOKS], maps[ENDED_MAPS]; /* descriptors */
    struct ended_reading reading;             /* the last one */
};

/*
 * Loads and attaches the program, which counts nothing but what ended_probe_ask() asks for. 0 or
 * -errno with a line in `why` and nothing open: -ENOTSUP where the kernel or the process's
 * capabilities or namespaces do not allow it.
 */
int ended_probe_open(struct ended_probe *probe, struct buf *why);
void ended_probe_close(struct ended_probe *probe);

/*
 * From now on tasks of this kind are counted; each that started at `known_before` at the latest, ns
 * after boot in the first time namespace, gets a record. 0 or -errno.
 */
int ended_probe_ask(struct ended_probe *probe, enum ended_wire_kind kind, uint64_t known_before);

/*
 * Reads the sums, which grow as long as the program is attached, and takes the records: a task is
 * either in the sums or has one record. 0 or -errno.
 */
int ended_probe_read(struct ended_probe *probe);

/*
 * Takes the one with that index among those that are leaving, if it is still there: adds it to the
 * records of the reading, as it was when it exited. 0 or -errno.
 */
int ended_probe_take(struct ended_probe *probe, size_t index);

#endif
