/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_RECORD_ROWS_PUT_H
#define DOTPROC_RECORD_ROWS_PUT_H

/*
 * The rows of a snapshot as bytes: their differences from the rows of another one, the base. It may
 * be the previous snapshot, the next one, or an empty one.
 *
 * Equal rows take no bytes. Members follow the table of task/fields.h, so all groups of a row are
 * kept. Texts are cut, and read_us and is_recalled are the base's if nothing else differs.
 */

#include "lib/base/buf.h"
#include "lib/task/snapshot.h"

/* Longer texts, such as command lines, are cut to this many bytes. */
#define RECORD_TEXT_MAX 4096

/*
 * Appends what turns the rows of `base` into those of `wanted`. Both are in the order of
 * snapshot.h, unless `base` has no rows. When memory is short, the buffer has failed.
 */
void record_put_rows(struct buf *out, const struct snapshot *base, const struct snapshot *wanted);

#endif
