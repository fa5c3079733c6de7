/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_RUN_H
#define DOTPROC_TOP_RUN_H

/* What the interactive screen and batch mode run with, and why they end. */

#include "top/model/model.h"
#include "top/work/sampler.h"

/*
 * At the end of the screen the user waits for the shell: what is still open or in use is left to
 * the kernel. Builds that look for leaks, or write at exit which lines have run, give all back.
 */
#ifdef GIVES_ALL_BACK
#define LEAVES_AT_ONCE false
#else
#define LEAVES_AT_ONCE true
#endif

struct run {
    struct model *model;
    struct sampler *sampler;
    const struct source_options *source_options; /* for what rows lack after a scan */
    uint64_t iterations;                         /* samples to show; 0: without end */
};

enum ending_kind {
    ENDING_ASKED,  /* requested by a key, a signal, or -n */
    ENDING_START,  /* it could not start */
    ENDING_SCAN,   /* a scan failed */
    ENDING_OUTPUT, /* the output could not be written */
    ENDING_MEMORY,
};

struct ending {
    enum ending_kind kind;
    int result; /* 0 or -errno */
};

/* Appends what is to be said of an ending; false, and nothing, if that was no failure. */
bool ending_put_message(struct ending ending, struct buf *out);

#endif
