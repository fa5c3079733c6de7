/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_RUN_H
#define DOTPROC_TOP_RUN_H

/* What the two ways to run, the interactive screen and batch mode, are given, and why they end. */

#include "lib/base/buf.h"
#include "top/model/model.h"
#include "top/work/sampler.h"

/*
 * When the screen ends, the user waits for the shell, so open files and memory are left to the
 * kernel. Builds that look for leaks or write coverage at exit free everything.
 */
#ifdef GIVES_ALL_BACK
#define LEAVES_AT_ONCE false
#else
#define LEAVES_AT_ONCE true
#endif

struct run {
    struct model *model;
    struct sampler *sampler;
    const struct source_options *source_options; /* to read figures that rows lack after a scan */
    const char *container_root;                  /* as for container_labels_open() */
    uint64_t iterations;                         /* samples to show; 0: no limit */
};

enum ending_kind {
    ENDING_ASKED,  /* requested by a key, a signal, or -n */
    ENDING_START,  /* it could not start */
    ENDING_SCAN,   /* a scan failed */
    ENDING_WAIT,   /* waiting failed: see interrupt_error() */
    ENDING_OUTPUT, /* the output could not be written */
    ENDING_MEMORY,
};

struct ending {
    enum ending_kind kind;
    int result; /* 0 or -errno */
};

/* Appends the message, shown once, for worker_pools_any_in_foreground(). */
void run_put_foreground_message(struct buf *out);

/* Appends the message of an ending; false, with nothing appended: it was no failure. */
bool ending_put_message(struct ending ending, struct buf *out);

#endif
