/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_RECORD_BYTES_H
#define DOTPROC_RECORD_BYTES_H

/*
 * Numbers and texts as bytes. A number takes seven bits per byte, the lowest first; the eighth bit
 * is set if more follow (LEB128).
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/buf.h"

void record_put_number(struct buf *out, uint64_t number);

void record_put_real(struct buf *out, double number);

/* NULL and "" remain different. */
void record_put_bytes(struct buf *out, const void *bytes, size_t len);

/* Reads what these functions wrote. Truncated or malformed input reads as 0 and sets `failed`. */
struct record_reader {
    const unsigned char *at, *end;
    bool failed;
};

struct record_reader record_reader_of(const void *bytes, size_t len);
uint64_t record_take_number(struct record_reader *in);
double record_take_real(struct record_reader *in);

/* The bytes, which are a part of the record; NULL if NULL was put or `in` has failed. */
const void *record_take_bytes(struct record_reader *in, size_t *len);

#endif
