/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ENDED_WIRE_H
#define DOTPROC_SOURCE_BPF_ENDED_WIRE_H

/*
 * The keys and values of the maps that the programs of ended.bpf.c share with their reader. The
 * programs are not pinned, so both are always of the same build.
 */

#include "lib/source/bpf/wire.h"

#define ENDED_SUMS 4096 /* the capacity of a table of sums */

/*
 * The capacity for exits between two reads of tasks that rows may have shown, and of all leaders,
 * which may exit before their process. Memory is allocated per record.
 */
#define ENDED_RECORDS 131072

enum ended_wire_kind {
    ENDED_PROCESSES, /* a thread group, counted at the exit of its last thread */
    ENDED_THREADS,   /* a thread, leaders included */
    ENDED_KINDS,
};

/* Counters, since the programs were attached. */
enum ended_wire_counter {
    ENDED_EXITS, /* thread exits */
    ENDED_EXECS, /* execve(2) calls */
    ENDED_COUNTERS,
};

#define ENDED_NO_OWNER 0xffffffffu /* (uid_t)-1: an unknown user. Unknown names are empty */

/* What exited tasks have in common. Digits in names are '0', so a pool's threads have one name. */
struct ended_wire_key {
    char comm[TASK_COMM_LEN]; /* padded with NULs, as all names */
    char by[TASK_COMM_LEN];   /* of the parent; for a thread that is not a leader, of its leader */
    uint64_t cgroup;          /* ID of its cgroup v2: an inode number of cgroup2 */
    uint32_t euid;            /* in the initial user namespace */
    uint32_t kind;            /* enum ended_wire_kind */
};

/* Their usage. */
struct ended_wire_sum {
    uint64_t count;
    uint64_t runtime;  /* CPU time until they exited, ns */
    uint64_t lifetime; /* ns, including suspended time */
    uint64_t minflt, majflt;
    char comm[TASK_COMM_LEN], by[TASK_COMM_LEN]; /* the full names of the first */
    uint16_t other_comms, other_bys;             /* 1: others have different names */
    uint32_t by_pid;                             /* of the process named in `by`; 0: of several */
};

struct ended_wire_id {
    uint32_t tid; /* or the tgid of a process */
    uint32_t kind;
    uint64_t start; /* ns since boot, in the initial time namespace */
};

/* A task that the reader may have shown. */
struct ended_wire_record {
    struct ended_wire_key key;
    struct ended_wire_sum used; /* of this task alone */
    uint32_t tgid;
    uint32_t exchanged; /* 1: a leader whose PID a thread takes over in execve(2); its id has that
                           thread's TID */
};

/* Written by the reader. */
struct ended_wire_control {
    uint64_t known_before;  /* threads that started no later, since boot, get records */
    int64_t clock_ahead_ns; /* how far the scheduler's clock is ahead of CLOCK_MONOTONIC */
    uint32_t kinds;         /* a bit for each enum ended_wire_kind that is counted */
    uint32_t table;         /* which of the two tables of sums is growing */
};

WIRE_LAYOUT(ended_wire_key, 48, kind, 44);
WIRE_LAYOUT(ended_wire_sum, 80, by_pid, 76);
WIRE_LAYOUT(ended_wire_id, 16, start, 8);
WIRE_LAYOUT(ended_wire_record, 136, exchanged, 132);
WIRE_LAYOUT(ended_wire_control, 24, table, 20);

#endif
