/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_RECORD_ROWS_H
#define DOTPROC_TOP_RECORD_ROWS_H

/*
 * The rows of a snapshot as bytes: their differences from the rows of another one, the base. It may
 * be the previous snapshot, the next one, or an empty one.
 *
 * Equal rows take no bytes. Members follow the table of task/fields.h, so all groups of a row are
 * kept. Texts are cut, and read_us and is_recalled are the base's if nothing else differs.
 *
 * Numbers, texts and rows are for every caller; what follows them is the format, for the files of
 * this folder, of which model/sample.c uses record_load() and record_store() alone.
 */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "lib/base/buf.h"
#include "lib/task/fields.h"
#include "lib/task/snapshot.h"

/* --- numbers and texts --- */

/*
 * Numbers and texts as bytes. A number takes seven bits per byte, the lowest first; the eighth bit
 * is set if more follow (LEB128).
 */

void record_put_number(struct buf *out, uint64_t number);

/* NULL and "" remain different. */
void record_put_bytes(struct buf *out, const void *bytes, size_t len);

/* Reads what these functions wrote, in that order: bytes never come from elsewhere. */
struct record_reader {
    const unsigned char *at, *end;
};

struct record_reader record_reader_of(const void *bytes, size_t len);
uint64_t record_take_number(struct record_reader *in);

/* The bytes, which are a part of the record; NULL if NULL was put. */
const void *record_take_bytes(struct record_reader *in, size_t *len);

/* --- rows --- */

/* Longer texts, such as command lines, are cut to this many bytes. */
#define RECORD_TEXT_MAX 4096

/*
 * Appends what turns the rows of `base` into those of `wanted`. Both are in the order of
 * snapshot.h, unless `base` has no rows. When memory is short, the buffer has failed.
 */
void record_put_rows(struct buf *out, const struct snapshot *base, const struct snapshot *wanted);

/*
 * Turns the rows of `base` into those that were put; its other members stay. The rows point into
 * the snapshot's arena, which keeps the data of removed rows until it is cleared. Groups that the
 * base received after the record was made, such as details, are dropped. 0; or -ENOMEM, then the
 * rows are unchanged.
 */
int record_take_rows(struct record_reader *in, struct snapshot *base);

/* --- the format --- */

/* The bit of a byte of a number that says that more follow. */
#define RECORD_MORE 0x80U

/* Changes of rows; before each stands the number of equal rows since the previous one. */
enum record_change {
    RECORD_CHANGE_END,
    RECORD_CHANGE_GONE,   /* the base's row is not wanted */
    RECORD_CHANGE_ROW,    /* the base's row with changed members */
    RECORD_CHANGE_INSERT, /* a new row */
    RECORD_CHANGE_HAVE,   /* no row: the groups of the base's rows from here on */
};

enum record_flag {
    RECORD_FLAG_THREAD = 1 << 0,
    RECORD_FLAG_STAT_UNREAD = 1 << 1,
    RECORD_FLAG_RECALLED = 1 << 2,
    RECORD_FLAG_KNOWS_EXITED = 1 << 3,
    RECORD_FLAG_ENDED = 1 << 4,
    RECORD_FLAG_NEW_FAULTS = 1 << 5,
    RECORD_FLAG_CPU_NOT_COMPARED = 1 << 6,
};

/* The records of a row that have its members. */
struct record_row {
    const struct task *task;
    const struct process *process;
    const struct task_details *details;
};

static inline const void *record_of(const struct record_row *row, const struct task_field *field)
{
    switch (field->record) {
    case RECORD_TASK:
        return row->task;
    case RECORD_PROCESS:
        return row->process;
    default:
        return row->details;
    }
}

static inline const void *record_member(const void *record, size_t offset)
{
    return (const char *)record + offset;
}

static inline bool record_has_field(need_t have, const struct task_field *field)
{
    return !field->need || field->need & have;
}

/* A number of 1, 2, 4 or 8 bytes, also the bits of a double. */
static inline uint64_t record_load(const void *from, size_t size)
{
    uint8_t byte;
    uint16_t quarter;
    uint32_t half;
    uint64_t whole;

    switch (size) {
    case sizeof(byte):
        memcpy(&byte, from, size);
        return byte;
    case sizeof(quarter):
        memcpy(&quarter, from, size);
        return quarter;
    case sizeof(half):
        memcpy(&half, from, size);
        return half;
    default:
        memcpy(&whole, from, sizeof(whole));
        return whole;
    }
}

static inline void record_store(void *to, size_t size, uint64_t number)
{
    const uint8_t byte = (uint8_t)number;
    const uint16_t quarter = (uint16_t)number;
    const uint32_t half = (uint32_t)number;

    switch (size) {
    case sizeof(byte):
        memcpy(to, &byte, size);
        break;
    case sizeof(quarter):
        memcpy(to, &quarter, size);
        break;
    case sizeof(half):
        memcpy(to, &half, size);
        break;
    default:
        memcpy(to, &number, sizeof(number));
        break;
    }
}

/* An empty row: the defaults of members that were not read. */
struct record_blank {
    struct task task;
    struct task_details details;
};

static inline struct record_row record_blank_init(struct record_blank *blank)
{
    *blank = (struct record_blank){.task = {.process = &process_none}};
    fields_init_details(&blank->details);
    return (struct record_row){&blank->task, &process_none, &blank->details};
}

#endif
