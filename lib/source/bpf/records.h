/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_RECORDS_H
#define DOTPROC_SOURCE_BPF_RECORDS_H

/*
 * The records of one pass over the kernel's tasks, sorted. The records themselves are in the
 * reader's memory and valid until its next pass.
 *
 * A reader clears, reserves, adds and sorts; a scan then goes from group to group.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "lib/source/bpf/wire.h"
#include "lib/source/group_counts.h"
#include "lib/task/need.h"

/* Which of the host's tasks have records; the others are read from procfs. */
enum records_scope {
    SCOPE_NONE,       /* none */
    SCOPE_ALLOWED,    /* those that BPF programs may see: all, unless a sandbox hides some */
    SCOPE_BUT_HIDDEN, /* all but those of the groups in `hidden` */
};

/* Which sums in wire_group include the living threads. */
enum sums_kind {
    SUMS_OF_NOTHING, /* none: the threads' records must be added up */
    SUMS_OF_RUNTIME,
    SUMS_OF_ALL,
};

/* By tgid, then the leader, then by ascending tid. */
static inline uint64_t record_key(uint32_t tgid, uint32_t tid)
{
    return (uint64_t)tgid << 32 | (tid == tgid ? 0 : tid);
}

/* A task and, if it was asked for, its status. */
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
    struct wire_sums *sums; /* to be added to their groups, several to one */
    size_t sums_count, sums_capacity;
    pid_t *hidden; /* groups hidden from the pass, unsorted, perhaps repeated */
    size_t hidden_count, hidden_capacity;
    enum records_scope scope;
    uint64_t clears;   /* by records_clear(): what is of the same pass has the same number */
    uint64_t expected; /* the kernel's count of tasks before the pass */
    uint64_t seen;     /* tasks that the pass visited; 0: unknown */
    enum sums_kind sums_kind;
    need_t lacks;                      /* of ROW_NEEDS: what the pass was not asked for */
    const struct group_counts *counts; /* of all groups, in place of records; NULL: none */
};

/* One group. */
struct record_group {
    const struct wire_group *group;
    const struct record_task *tasks; /* the leader first */
    size_t count;
};

void records_fini(struct records *records);
void records_clear(struct records *records);

/* Makes room for this many in all, each at least 1. 0 or -ENOMEM. */
int records_reserve(struct records *records, size_t tasks, size_t groups);

/* Each 0 or -ENOMEM. Tasks, which have no status yet, and groups are borrowed, sums are copied. */
int records_add_task(struct records *records, const struct wire_task *task);
int records_add_group(struct records *records, struct wire_group *group);
int records_add_sums(struct records *records, const struct wire_sums *sums);
int records_add_hidden(struct records *records, pid_t tgid);

/*
 * After all is added: sorts as snapshot.h says, drops repeats, and adds the sums to the records of
 * their groups. 0 or -ENOMEM.
 */
int records_sort(struct records *records);

/* A position among the groups. Zero-initialise. */
struct records_cursor {
    size_t task, group;
};

/*
 * Advances to the next group; false at the end. Skips a group without its leader or its own record:
 * the pass may not see it, or it has ended.
 */
bool records_next(const struct records *records, struct records_cursor *cursor,
                  struct record_group *next);

/* Whether there is a group with this leader. */
bool records_has(const struct records *records, uint32_t tgid);

#endif
