/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BATCH_H
#define DOTPROC_TOP_BATCH_H

/* Frames as text or as JSON, one after the other: top -b. */

#include "lib/text/json.h"
#include "top/ending.h"
#include "top/model/model.h"
#include "top/work/sampler.h"

struct batch {
    struct model *model;
    struct sampler *sampler;
    const struct source_options *source_options; /* for what rows lack after a scan */
    struct json *json;                           /* NULL: frames are text */
    uint64_t iterations;                         /* 0: without end */
};

/*
 * Prints frames to standard output. A signal that is to end it is heeded at once, but for a frame
 * that is being written. `why`: as interactive_run().
 */
enum ending batch_run(const struct batch *run, int *error, struct buf *why);

#endif
