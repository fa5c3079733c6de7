/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_RECORD_ROWS_TAKE_H
#define DOTPROC_RECORD_ROWS_TAKE_H

/* The rows of a snapshot from bytes: see rows_put.h. */

#include "lib/record/bytes.h"
#include "lib/task/snapshot.h"

/*
 * Turns the rows of `base` into those that were put; its other members stay. The rows point into
 * the snapshot's arena, which keeps the data of removed rows until it is cleared. Groups that the
 * base received after the record was made, such as details, are dropped. 0, -ENOMEM, or -EBADMSG
 * for bytes that record_put_rows() did not write; then the rows are unchanged.
 */
int record_take_rows(struct record_reader *in, struct snapshot *base);

#endif
