/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_RECORDS_H
#define DOTPROC_SOURCE_BPF_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "lib/source/bpf/wire.h"
#include "lib/task/need.h"

/*
 * The records of one pass over the kernel's tasks, sorted. The records themselves are in the
 * reader's memory and valid until its next pass.
 *
 * A reader clears, adds and sorts; a scan then iterates over the groups.
 */

/* Which of the host's tasks have records; the others are read from procfs. */
enum records_scope {
    SCOPE_NONE,       /* none */
    SCOPE_ALLOWED,    /* those that programs may see: all, unless a sandbox hides some */
    SCOPE_BUT_HIDDEN, /* all but those of the groups in `hidden` */
};

/*
 * The sort key: by tgid, then the leader, then by ascending TID. Only compared with keys of
 * records: task_key() has the same order by other numbers.
 */
static inline uint64_t record_key(uint32_t tgid, uint32_t tid)
{
    return (uint64_t)tgid << 32 | (tid == tgid ? 0 : tid);
}

/* A task and, if requested, its status. */
struct record_task {
    uint64_t key; /* record_key(); first, for merge_sort_by_key() */
    const struct wire_task *task;
    const struct wire_status *status;
};

/* Zero-initialise. */
struct records {
    struct record_task *tasks;
    size_t task_count, task_capacity;
    struct record_task *scratch; /* for sorting */
    size_t scratch_capacity;
    struct wire_group **groups;
    size_t group_count, group_capacity;
    struct wire_sums *sums; /* to be added to their groups; a group may have several */
    size_t sums_count, sums_capacity;
    pid_t *hidden; /* groups hidden from the pass, unsorted, perhaps repeated */
    size_t hidden_count, hidden_capacity;
    enum records_scope scope;
    uint64_t clears;      /* counts records_clear(): identifies a pass */
    uint64_t expected;    /* the kernel's count of tasks before the pass */
    uint64_t seen;        /* tasks that the pass visited; 0: unknown */
    long long longest_us; /* longest run, during which RCU is delayed; only with --debug=bpf */
    bool summed;          /* the sums in wire_group include the living threads */
    need_t lacks;         /* groups of ROW_NEEDS that were not requested from the pass */
};

/* One group. */
struct record_group {
    const struct wire_group *group;
    const struct record_task *tasks; /* the leader first */
    size_t count;
};

void records_fini(struct records *records);
void records_clear(struct records *records);

/*
 * Each returns 0 or -ENOMEM. Tasks (without status at first) and groups are borrowed, sums copied.
 */
int records_add_task(struct records *records, const struct wire_task *task);
int records_add_group(struct records *records, struct wire_group *group);
int records_add_sums(struct records *records, const struct wire_sums *sums);
int records_add_hidden(struct records *records, pid_t tgid);

/*
 * Called after all are added: sorts in the order of snapshot.h, drops repeats, and adds the sums to
 * the records of their groups. 0 or -ENOMEM.
 */
int records_sort(struct records *records);

/* A position among the groups. Zero-initialise. */
struct records_cursor {
    size_t task, group;
};

/*
 * Advances to the next group; false at the end. Skips groups without their leader or their own
 * record: hidden from the pass, or exited.
 */
bool records_next(const struct records *records, struct records_cursor *cursor,
                  struct record_group *next);

/* Whether there is a group with this leader. */
bool records_has(const struct records *records, uint32_t tgid);

/* --- the records of an iterator or a page, parsed --- */

/* Whether the records after this header are of our version. */
bool records_header_is_ours(const struct wire_header *header);

/*
 * Adds the `len` bytes of records at `data`, which stay there: `records` points to them and may
 * change them. 0; -EPROTO if they are malformed; or -ENOMEM.
 */
int records_parse(char *data, size_t len, struct records *records);

#endif
