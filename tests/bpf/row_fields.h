/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_ROW_FIELDS_H
#define DOTPROC_TESTS_BPF_ROW_FIELDS_H

/*
 * The fields of a row that BPF and procfs must agree in. Addresses are not among them: they come
 * from procfs alone.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/buf.h"
#include "lib/task/task.h"

size_t row_field_count(void);

/*
 * Whether a field of `now`, which BPF read between two readings of procfs, can be true: it equals
 * one of theirs or, as an amount that changes all the time, lies between them; or one of the three
 * lacks it. If not, `text` says what each has.
 */
bool row_field_is_explained(size_t index, const struct task *before, const struct task *now,
                            const struct task *after, struct buf *text);

#endif
