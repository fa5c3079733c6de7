/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ENDED_WIRE_H
#define DOTPROC_SOURCE_BPF_ENDED_WIRE_H

/*
 * What the program of ended.bpf.c and its reader share: maps of the kernel's, with these keys and
 * values. Of these nothing is pinned, so both sides are always of the same build; but for the
 * stream of sums, whose header says the version.
 */

#include "lib/source/bpf/wire.h"

/*
 * Entries of the table of sums, and of records that wait for the reader: a process of very many
 * threads may end between two readings.
 */
#define ENDED_SUMS    4096
#define ENDED_RECORDS 32768

/*
 * Zombies, and tasks on the way from their end to being freed, some hundredths of a second; what
 * has no room is counted when it is freed.
 */
#define ENDED_LEAVING 65536

/* How long it may take from a task's end until the kernel frees it: RCU may be lazy. */
#define ENDED_LATE_NS UINT64_C(2000000000)

enum ended_wire_kind {
    ENDED_PROCESSES, /* a thread group, counted with its leader, which is freed last */
    ENDED_THREADS,   /* a thread, the leader too */
    ENDED_KINDS,
};

/* What ended tasks are alike by. */
struct ended_wire_key {
    char comm[16];   /* the last name, filled up with NULs */
    char by[16];     /* the name of the parent; of a thread but the leader: of its leader */
    uint64_t cgroup; /* the id of the unified hierarchy's cgroup, an inode number of cgroup2 */
    uint32_t euid;   /* in the first user namespace */
    uint32_t kind;   /* enum ended_wire_kind */
};

/* What they have used. */
struct ended_wire_sum {
    uint64_t count;
    uint64_t runtime;  /* on processors, ns */
    uint64_t lifetime; /* ns, suspended time included */
    uint64_t minflt, majflt;
};

/* A task that the reader may know. */
struct ended_wire_id {
    uint32_t tid; /* of a process: its tgid */
    uint32_t kind;
    uint64_t start; /* after boot, ns, in the first time namespace */
};

struct ended_wire_record {
    struct ended_wire_key key;
    struct ended_wire_sum used; /* by this task alone */
    uint32_t tgid;
    /*
     * 1: it was a leader until another thread of its group started a program: that one got its
     * number and start time, and it got that one's number.
     */
    uint32_t exchanged;
};

/* A task that has exited and was not freed yet; its record is as of its exit. */
struct ended_wire_leaving {
    struct ended_wire_id id;
    struct ended_wire_record record;
    uint64_t exited;  /* after boot, as the start */
    uint32_t led;     /* it was its group's leader */
    uint32_t counted; /* already, as it was not freed for long; it may be yet */
};

/* Written by the reader. */
struct ended_wire_control {
    uint64_t known_before; /* tasks that started until then get a record of their own */
    uint64_t complete;     /* from then on no task is freed that exited before all was attached */
    uint32_t kinds;        /* a bit for each enum ended_wire_kind that is asked for */
    uint32_t reserved;
};

/*
 * What users read of a pinned program, front to back: a header, the sums in any order, of which one
 * may come twice, and an end, without which some are missing. A procfs would have shown all of it
 * to anybody, to whom that looked at each task just before its end.
 */
struct ended_wire_header {
    uint32_t kind; /* WIRE_HEADER */
    uint32_t magic, version;
    uint32_t entry_size;
    uint64_t complete; /* of the control: another one means other sums, which began at 0 */
};

struct ended_wire_entry {
    struct ended_wire_key key;
    struct ended_wire_sum sum;
};

struct ended_wire_end {
    uint32_t kind; /* WIRE_END */
    uint32_t reserved;
    uint64_t execs;
    struct ended_wire_sum rest[ENDED_KINDS]; /* what had no room among the sums */
};

#endif
