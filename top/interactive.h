/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_INTERACTIVE_H
#define DOTPROC_TOP_INTERACTIVE_H

/* The interactive screen and its main loop. */

#include "top/ending.h"
#include "top/model/model.h"
#include "top/work/sampler.h"

struct interactive {
    struct model *model;
    struct sampler *sampler;
    const struct source_options *source_options; /* for what rows lack after a scan */
    const char *config_path;                     /* where W saves; "": nowhere */
    const char *stock_path;                      /* stock top's configuration; "": none */
    uint64_t iterations;                         /* samples to show; 0: without end */
};

/*
 * Runs until the user ends it or all iterations were shown, and restores the terminal. On any other
 * ending *error is -errno, and `why` may have one line about it.
 */
enum ending interactive_run(const struct interactive *run, int *error, struct buf *why);

#endif
