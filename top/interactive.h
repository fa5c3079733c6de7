/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_INTERACTIVE_H
#define DOTPROC_TOP_INTERACTIVE_H

/* The screen and its main loop. */

#include "top/batch.h"
#include "top/term/term.h"

struct interactive {
    struct model *model;
    struct scanner *scanner; /* is taken over */

    /* For sources that fill in the rows on the screen while scans go on elsewhere. */
    const struct source_options *fill_options;
    const char *config_path; /* where W saves; "": nowhere */
    uint64_t iterations;     /* readings to be shown; 0: without end */
};

/*
 * Runs until the user ends it or all iterations were shown. When it could not be started, *error
 * is -errno and `why` has one line; then, and after an ending that is a failure, the terminal is
 * as it was before.
 */
enum ending interactive_run(const struct interactive *run, int *error, struct buf *why);

#endif
