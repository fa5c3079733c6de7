/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_DETAILS_H
#define DOTPROC_TASK_DETAILS_H

/*
 * The members of struct task_details as data: the group of each, its default, how it is stored, and
 * its file. The code that makes, copies and reads details follows this table.
 */

#include <stddef.h>

#include "lib/base/arena.h"
#include "lib/task/task.h"

enum detail_kind {
    DETAIL_NUMBER, /* of 32 or 64 bits */
    DETAIL_TEXT,   /* a string; "" if there is none */
    DETAIL_RECORD, /* a pointer to a plain record; NULL if there is none */
};

struct detail {
    need_t group;     /* one bit of NEED_DETAILS; the rows of a group are adjacent */
    const char *file; /* below /proc/PID; NULL: not just one file */
    enum detail_kind kind;
    uint16_t offset; /* the member, in struct task_details */
    uint16_t size;   /* of the number, or of the record */
    uint16_t length; /* of a text with embedded NULs: the member with its length; else 0 */
    int32_t none;    /* of a number: the default */
    bool always;     /* of a number: every task has one, so `none` is arbitrary */
};

/* The rows in the order of reading; NULL past the end. */
const struct detail *detail_at(size_t index);

/* The first row of a group that is in the table. */
const struct detail *detail_find(need_t group);

/* The groups with a DETAIL_TEXT, which may have any characters. */
need_t details_with_texts(void);

/* Sets all members to their defaults. */
void details_init(struct task_details *details);

/* Sets a DETAIL_NUMBER, truncated to its size. */
void detail_set_number(const struct detail *detail, struct task_details *details, int64_t number);

/*
 * Sets a DETAIL_TEXT or a DETAIL_RECORD to a copy of these bytes in the arena; texts get a final
 * NUL. 0 or -ENOMEM.
 */
int detail_keep(const struct detail *detail, struct task_details *details, struct arena *arena,
                const void *bytes, size_t len);

/* Copies the members of those groups and what they point to. 0 or -ENOMEM. */
int details_copy(struct task_details *to, const struct task_details *from, need_t groups,
                 struct arena *arena);

#endif
