/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_RECORDS_H
#define DOTPROC_SOURCE_BPF_RECORDS_H

/*
 * The records of one pass over the kernel's tasks, in order.
 *
 * They are in the reader's memory, and good until that reader reads again.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "lib/source/bpf/wire.h"
#include "lib/source/group_counts.h"

/* Which of the host's tasks records are of; the others are left to procfs. */
enum records_scope {
    SCOPE_NONE,       /* there are none */
    SCOPE_ALLOWED,    /* those that programs may see, perhaps not all */
    SCOPE_BUT_HIDDEN, /* all but those in `hidden` */
};

/* What in wire_group is of the living threads too. */
enum sums_kind {
    SUMS_OF_NOTHING, /* it is the reader's to add them up */
    SUMS_OF_RUNTIME,
    SUMS_OF_ALL,
};

/* A task and, where status was asked for, what stands there. */
struct record_task {
    uint64_t key; /* first, for merge_sort(): tgid, then 0 for the leader, the tid of any other */
    const struct wire_task *task;
    const struct wire_status *status;
};

struct records {
    struct record_task *tasks;
    size_t task_count, task_capacity;
    struct record_task *scratch; /* as many, for sorting */
    struct wire_group **groups;
    size_t group_count, group_capacity;
    struct wire_sums *sums; /* to be added to their groups, several to one */
    size_t sums_count, sums_capacity;
    pid_t *hidden; /* groups kept from the pass, in any order; some may come twice */
    size_t hidden_count, hidden_capacity;
    enum records_scope scope;
    uint64_t expected; /* the kernel's count of tasks before the pass */
    uint64_t seen;     /* tasks that the pass came across, put out or not; 0: not known */
    enum sums_kind sums_kind;
    const struct group_counts *counts; /* of all groups, instead of records; NULL: none */
    const void *kept_for;              /* see records_keep() */
    size_t sorted_count;               /* of tasks in the last pass */
};

/* One group of a sorted records. */
struct record_group {
    const struct wire_group *group;
    const struct record_task *tasks; /* the leader first */
    size_t count;
};

void records_init(struct records *records);
void records_fini(struct records *records);
void records_clear(struct records *records);

/* Makes room for so many in all, each at least 1, where that is known before. 0 or -ENOMEM. */
int records_reserve(struct records *records, size_t tasks, size_t groups);

/* Both 0 or -ENOMEM. The task has no status yet. */
int records_add_task(struct records *records, const struct wire_task *task);
int records_add_group(struct records *records, struct wire_group *group);

/* Copies them. 0 or -ENOMEM. */
int records_add_sums(struct records *records, const struct wire_sums *sums);

/*
 * For who has the same tasks in the next pass: once all are added, their records will stay. And, in
 * that pass: puts them back, in order, if nobody has added any since; false where they are gone.
 */
void records_keep(struct records *records, const void *owner);
bool records_recall(struct records *records, const void *owner);

/* 0 or -ENOMEM. */
int records_add_hidden(struct records *records, pid_t tgid);

/*
 * Sorts as snapshot.h says, drops what came twice, and adds the sums to the records of their
 * groups. To be called once all is added. 0 or -ENOMEM.
 */
int records_sort(struct records *records);

/* Where a reader of the groups is. Zero-initialise. */
struct records_cursor {
    size_t task, group;
};

/*
 * Goes on to the next group; false at the end. Groups of which the leader or the group's own record
 * is missing are passed over: the pass was not to see them, or they ended.
 */
bool records_next(const struct records *records, struct records_cursor *cursor,
                  struct record_group *next);

/* Is there a group with this leader? */
bool records_has(const struct records *records, uint32_t tgid);

#endif
