/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BATCH_H
#define DOTPROC_TOP_BATCH_H

/* Batch mode, top -b: prints frames as text or as JSON. */

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
 * Prints frames to standard output. A signal that ends the program takes effect at once, but a
 * frame being written is completed. `why`: as interactive_run().
 */
enum ending batch_run(const struct batch *run, int *error, struct buf *why);

#endif
