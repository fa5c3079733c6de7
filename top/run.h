/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_RUN_H
#define DOTPROC_TOP_RUN_H

/* What the files of top itself share: the two ways to run, and what those call. */

#include <stdbool.h>
#include <stdint.h>

#include "lib/base/buf.h"
#include "lib/text/json.h"
#include "top/actions.h"
#include "top/model/model.h"
#include "top/work/detail_loader.h"
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

/* Why top ends. */
enum ending_kind {
    ENDING_ASKED,      /* requested by a key, a signal, or -n */
    ENDING_START,      /* it could not start */
    ENDING_SCAN,       /* a scan failed */
    ENDING_BACKGROUND, /* another program has the terminal, and it cannot stop */
    ENDING_WAIT,       /* waiting failed: see interrupt_error() */
    ENDING_OUTPUT,     /* the output could not be written */
    ENDING_MEMORY,
};

struct ending {
    enum ending_kind kind;
    int result; /* 0 or -errno */
};

struct run {
    struct model *model;
    struct sampler *sampler;
    const struct source_options *source_options; /* to read figures that rows lack after a scan */
    const char *container_root;                  /* as for container_labels_open() */
    uint64_t iterations;                         /* samples to show; 0: no limit */
};

/* interactive.c: the interactive screen and its main loop. */

/*
 * Runs until the user ends it or all iterations were shown, and restores the terminal. After any
 * other ending `why` may have one line about it. With LEAVES_AT_ONCE threads in the background may
 * still use what was read, so the program has to end by _exit(2).
 */
struct ending interactive_run(const struct run *run, struct saving saving, struct buf *why);

/* batch.c: batch mode, top -b. */

/*
 * Prints frames to standard output, as text or as JSON. A signal that ends the program takes
 * effect at once, but a frame being written is completed, or cut after some seconds if a terminal
 * takes no more (watchdog.h). `why`: as interactive_run().
 */
struct ending batch_run(const struct run *run, bool as_json, struct buf *why);

/*
 * visible_details.c: the rows on the screen and that of the detail pane, which tasks they are, and
 * which of their figures the scan did not read.
 */

/* Stores these tasks in sample_request::shown. */
void visible_details_put_shown(const struct model *model, struct sample_request *request);

/* A list_details() function, see work/detail_loader.h. */
void visible_details_list(struct model *model, const struct sample *before,
                          struct detail_requests *list);

/*
 * out_json.c: a frame as JSON, for collectors, one object with the summary's figures and an object
 * for each task of the current window, in its order.
 *
 * A task's members have the names of the fields of a text frame. Values are those of
 * lib/column/column.h, independent of the screen's units and widths.
 */

/* Appends the frame of the current sample as one line. */
void out_json_put_frame(const struct model *model, struct json *json, struct buf *out);

#endif
