/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_HARVEST_H
#define DOTPROC_SOURCE_BPF_HARVEST_H

/*
 * The records of one pass over the kernel's tasks, in order.
 *
 * The harvest points into the reader's memory: it is good until that reader reads again.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "lib/source/bpf/wire.h"

/* What a pass is to bring. */
struct harvest_want {
    bool threads; /* else leaders alone, their groups' sums in wire_group */
    bool status;
    bool times; /* of all processes; else of some or none */
    bool usage; /* sums of all figures, and not of the runtime alone */
    bool again; /* there will be other passes */
};

/* What in wire_group is of the living threads too. */
enum sums_kind {
    SUMS_OF_NOTHING, /* it is the reader's to add them up */
    SUMS_OF_RUNTIME,
    SUMS_OF_ALL,
};

/* A task and, where status was asked for, what stands there. */
struct harvest_task {
    uint64_t
        key; /* first, for sort_by_key(): tgid, then 0 for the leader and the tid of any other */
    const struct wire_task *task;
    const struct wire_status *status;
};

struct harvest {
    struct harvest_task *tasks;
    size_t task_count, task_capacity;
    struct harvest_task *scratch; /* for sorting */
    size_t scratch_capacity;
    struct wire_group **groups;
    size_t group_count, group_capacity;
    struct wire_sums *sums; /* to be added to their groups, several to one */
    size_t sums_count, sums_capacity;
    pid_t
        *hidden; /* groups that the pass was kept from seeing, in any order; some may come twice */
    size_t hidden_count, hidden_capacity;
    bool tells_hidden; /* and there are no others */
    uint64_t expected; /* the kernel's count of tasks before the pass */
    uint64_t seen;     /* tasks that the pass came across, put out or not; 0: not known */
    enum sums_kind sums_kind;
    const void *kept_for; /* see harvest_keep() */
    size_t sorted_count;  /* of tasks in the last pass */
};

/* One group of a sorted harvest. */
struct harvest_group {
    const struct wire_group *group;
    const struct harvest_task *tasks; /* the leader first */
    size_t count;
};

void harvest_init(struct harvest *harvest);
void harvest_fini(struct harvest *harvest);
void harvest_clear(struct harvest *harvest);

/* Makes room for so many in all, each at least 1, where that is known before. 0 or -ENOMEM. */
int harvest_reserve(struct harvest *harvest, size_t tasks, size_t groups);

/* Both 0 or -ENOMEM. The task has no status yet. */
int harvest_add_task(struct harvest *harvest, const struct wire_task *task);
int harvest_add_group(struct harvest *harvest, struct wire_group *group);

/* Copies them. 0 or -ENOMEM. */
int harvest_add_sums(struct harvest *harvest, const struct wire_sums *sums);

/*
 * For who has the same tasks in the next pass: once all are added, their records will stay. And, in
 * that pass: puts them back, in order, if nobody has added any since; false where they are gone.
 */
void harvest_keep(struct harvest *harvest, const void *owner);
bool harvest_recall(struct harvest *harvest, const void *owner);

/* 0 or -ENOMEM. */
int harvest_add_hidden(struct harvest *harvest, pid_t tgid);

/*
 * Sorts as snapshot.h says, drops what came twice, and adds the sums to the records of their
 * groups. To be called once all is added. 0 or -ENOMEM.
 */
int harvest_sort(struct harvest *harvest);

/*
 * The next group from *cursor on (0 at first); false at the end. Groups of which the leader or
 * the group's own record is missing are passed over: the pass was not to see them, or they ended.
 */
bool harvest_next(const struct harvest *harvest, size_t cursor[2], struct harvest_group *next);

/* Is there a group with this leader? */
bool harvest_has(const struct harvest *harvest, uint32_t tgid);

#endif
