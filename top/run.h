/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_RUN_H
#define DOTPROC_TOP_RUN_H

/*
 * How top runs, for the files beside this one: what the two ways to run, the interactive screen and
 * batch mode, are given, what they share, and why they end.
 */

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

/* run.c: messages about the program itself. */

/* Appends the message, shown once, for worker_pools_foreground_error(). */
void run_put_foreground_message(struct buf *out);

/* Appends the message of an ending; false, with nothing appended: it was no failure. */
bool ending_put_message(struct ending ending, struct buf *out);

/* Prints "program: message" to standard error, both escaped: the message may quote arguments. */
void complain(const char *program, const char *message);

/*
 * Takes the first of several lines of complaints, which quote files. Returns the lines after it;
 * NULL: there was none.
 */
const char *complaint_take(const char *lines, struct buf *complaint);

#endif
