/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_RUN_H
#define DOTPROC_TOP_RUN_H

/* The two ways to run: the interactive screen and batch mode. */

#include <stdbool.h>
#include <stdint.h>

#include "lib/base/buf.h"
#include "lib/text/json.h"
#include "top/actions.h"
#include "top/ending.h"
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
 * Prints frames to standard output, as text if `json` is NULL. A signal that ends the program takes
 * effect at once, but a frame being written is completed, or cut after some seconds if a terminal
 * takes no more (watchdog.h). `why`: as interactive_run().
 */
struct ending batch_run(const struct run *run, struct json *json, struct buf *why);

#endif
