/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BATCH_H
#define DOTPROC_TOP_BATCH_H

/* Frames as text or as JSON, one after the other: top -b. */

#include "lib/text/json.h"
#include "top/model/model.h"
#include "top/work/scanner.h"

/* How a run came to its end. */
enum ending {
    ENDING_ASKED,  /* by a key, a signal, or the number of iterations */
    ENDING_SCAN,   /* a scan failed: *error */
    ENDING_OUTPUT, /* the output could not be written: *error */
    ENDING_MEMORY,
};

/* Prints `iterations` frames (0: without end) to standard output, as text where `json` is NULL. */
enum ending batch_run(struct model *model, struct scanner *scanner, struct json *json,
                      uint64_t iterations, int *error);

#endif
