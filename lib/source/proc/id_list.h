/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_ID_LIST_H
#define DOTPROC_SOURCE_PROC_ID_LIST_H

#include <stddef.h>
#include <sys/types.h>

/* A list of task ids, each with its thread group. */

struct task_id {
    pid_t tgid;
    pid_t tid;
};

/* Zero-initialise. */
struct id_list {
    struct task_id *ids;
    size_t count;
    size_t capacity;
};

/* A part of a list, borrowed. */
struct id_span {
    const struct task_id *ids;
    size_t count;
};

void id_list_fini(struct id_list *list);
void id_list_clear(struct id_list *list);

/* 0 or -ENOMEM */
int id_list_add(struct id_list *list, pid_t tgid, pid_t tid);

/* Sorts the list in the order of a snapshot (tgid, the leader, then tid) and drops repeats. */
void id_list_sort(struct id_list *list);

/* Drops the groups above `tgid` from a sorted list. */
void id_list_cut(struct id_list *list, pid_t tgid);

/* The IDs of one group in a sorted list; an empty span if it is missing. */
struct id_span id_list_group(const struct id_list *list, pid_t tgid);

#endif
