/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BATCH_H
#define DOTPROC_TOP_BATCH_H

#include "lib/text/json.h"
#include "top/run.h"

/*
 * Batch mode, top -b. Prints frames to standard output, as text if `json` is NULL. A signal that
 * ends the program takes effect at once, but a frame being written is completed. `why`: as
 * interactive_run().
 */
struct ending batch_run(const struct run *run, struct json *json, struct buf *why);

#endif
