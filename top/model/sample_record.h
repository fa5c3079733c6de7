/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_SAMPLE_RECORD_H
#define DOTPROC_TOP_MODEL_SAMPLE_RECORD_H

/*
 * A sample as bytes: the differences of its rows from those of another sample (see
 * record/rows.h), the figures of the host, and exited tasks. The wait report and the control groups
 * are not kept.
 */

#include "lib/record/bytes.h"
#include "top/model/sample.h"

/* Appends what turns the rows of `base` into `wanted`; NULL: no rows. */
void sample_record_put(struct buf *out, const struct sample *base, const struct sample *wanted);

/*
 * Turns `sample`, which has the rows of the base, into the one that was put. 0, -ENOMEM, or
 * -EBADMSG for malformed bytes; then it is a mixture of both samples, with the rows of one of them.
 */
int sample_record_take(struct record_reader *in, struct sample *sample);

/* Frees what such a sample owns. */
void sample_record_fini(struct sample *sample);

#endif
