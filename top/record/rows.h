/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_RECORD_ROWS_H
#define DOTPROC_TOP_RECORD_ROWS_H

/*
 * The rows of a snapshot as bytes: their differences from the rows of another one, the base. It may
 * be the previous snapshot, the next one, or an empty one.
 *
 * Equal rows take no bytes. Members follow the table of task/fields.h, so all groups of a row are
 * kept. Texts are cut, and read_us and is_recalled are the base's if nothing else differs.
 */

#include <stddef.h>
#include <stdint.h>

#include "lib/base/buf.h"
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

#endif
