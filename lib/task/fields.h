/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_FIELDS_H
#define DOTPROC_TASK_FIELDS_H

/*
 * The members of a task's records as data: a row for each, with the need bit that provides it
 * (need.h), its offset and size, and whether it is a number or a pointer. The code that
 * initialises, reads and copies records is driven by this table.
 *
 * Not in the table: `have`, the pointers to other records, bits, and what is computed after the
 * scan for rows that stand for several tasks (ended).
 */

#include <stddef.h>

#include "lib/base/arena.h"
#include "lib/task/task.h"

/* The records of a task. Members of a record that was not read have no value. */
enum record {
    RECORD_TASK,
    RECORD_PROCESS,
    RECORD_DETAILS,
    RECORD_STATUS,
    RECORD_ADDRESSES, /* all zero if not read */
    RECORD_IO,
    RECORD_SMAPS,
};

enum field_kind {
    FIELD_NUMBER, /* in the record itself */
    FIELD_TEXT,   /* a pointer to a string; in details "" if there is none */
    FIELD_RECORD, /* a pointer to a plain record; NULL if there is none */
};

struct task_field {
    need_t need;        /* one bit; 0: always present; several: each of them provides it */
    enum record record; /* that the member belongs to */
    enum field_kind kind;
    uint16_t offset; /* of the member in that record */
    uint16_t size;   /* of the number, or of the record pointed to */
    uint16_t length; /* offset of the length of a text with embedded NULs; else 0 */
    uint16_t text;   /* FIELD_RECORD: offset of a string in the record pointed to; else 0 */

    /* Only for struct task_details. */
    const char *file; /* relative to /proc/PID; NULL: not just one file */
    int32_t none;     /* default of a number */
};

/*
 * The row with this index; NULL past the end. Those of details come first, in the order of reading.
 * The rows of one bit in one record are adjacent.
 */
const struct task_field *task_field_at(size_t index);

/* The first row of a need bit; NULL if the table has none. */
const struct task_field *task_field_find(need_t need);

/* The need bits of struct task_details with a FIELD_TEXT, which may contain any bytes. */
need_t fields_of_texts(void);

/* Sets all members to their defaults. */
void fields_init_details(struct task_details *details);

/* Sets a FIELD_NUMBER of 32 or 64 bits; `number` is truncated to its size. */
void task_field_set(const struct task_field *field, struct task_details *details, int64_t number);

/*
 * Sets a FIELD_TEXT or a FIELD_RECORD to a copy of these bytes in the arena; texts get a final NUL.
 * 0 or -ENOMEM.
 */
int task_field_keep(const struct task_field *field, void *record, struct arena *arena,
                    const void *bytes, size_t len);

/*
 * Copies the members of these groups from one record to another of the same type, including what
 * they point to. 0 or -ENOMEM.
 */
int fields_copy(enum record record, void *to, const void *from, need_t need, struct arena *arena);

#endif
