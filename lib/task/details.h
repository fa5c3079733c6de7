/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_DETAILS_H
#define DOTPROC_TASK_DETAILS_H

/*
 * The members of struct task_details as data: which group each belongs to, what it says where the
 * kernel has nothing, how it is kept, and which file has it. What makes, copies and reads details
 * goes by this table.
 */

#include <stddef.h>

#include "lib/task/arena.h"
#include "lib/task/task.h"

enum detail_kind {
    DETAIL_NUMBER, /* of 32 or 64 bits */
    DETAIL_TEXT,   /* a string; "" where there is none */
    DETAIL_RECORD, /* a pointer to a plain record; NULL where there is none */
};

struct detail {
    need_t group;     /* one bit of NEED_DETAILS; the rows of a group stand together */
    const char *file; /* below /proc/PID; NULL: it takes more than one file of the task */
    enum detail_kind kind;
    uint16_t offset; /* the member, in struct task_details */
    uint16_t size;   /* of the number, or of the record */
    uint16_t length; /* of a text that has NULs in it: where its length is; else 0 */
    int32_t none;    /* of a number: what it says where there is none */
    bool always;     /* of a number: every task has one, `none` is as good as any other */
};

/* In the order in which they are read; NULL past the end. */
const struct detail *detail_at(size_t index);

/* Details of which nothing has been read. */
void details_init(struct task_details *details);

/* Sets a DETAIL_NUMBER; what does not fit is cut. */
void detail_set_number(const struct detail *detail, struct task_details *details, int64_t number);

/*
 * Sets a DETAIL_TEXT or a DETAIL_RECORD to a copy of these bytes, which stands in the arena; texts
 * get a NUL behind them. 0 or -ENOMEM.
 */
int detail_keep(const struct detail *detail, struct task_details *details, struct arena *arena,
                const void *bytes, size_t len);

/* Copies the members of those groups, and all that they point to. 0 or -ENOMEM. */
int details_copy(struct task_details *to, const struct task_details *from, need_t groups,
                 struct arena *arena);

#endif
