/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_INTERACTIVE_LOOP_H
#define DOTPROC_TOP_INTERACTIVE_LOOP_H

/*
 * The main loop from within: interactive.c has its rounds and all that depends on time,
 * interactive_events.c what happens to it and what it does about that.
 */

#include "top/ending.h"
#include "top/model/model.h"
#include "top/term/term.h"
#include "top/view/frame.h"
#include "top/work/detail_loader.h"
#include "top/work/inspector.h"
#include "top/work/name_resolver.h"
#include "top/work/sampler.h"

struct loop {
    struct model *model;
    struct term *term;
    struct frame frame;
    const char *config_path;

    /* What works beside it. */
    struct sampler *sampler;
    struct detail_loader *details;
    struct name_resolver *names;
    struct inspector inspector;

    int64_t now_ns;  /* of this round */
    int64_t wake_ns; /* of the next one, if nothing happens before */

    /* Scans. */
    uint64_t iterations, shown;
    int64_t last_scan_ns, next_scan_ns; /* the last one's end */
    bool scanning;                      /* one was asked for that has not come */
    bool again;                         /* and another is wanted then */

    /* The screen. */
    bool changed, afresh;
    int64_t draw_by_ns; /* when it has changed */

    bool ended;
    enum ending ending;
    int error;
};

/* Comes to an end after this. */
void loop_end(struct loop *loop, enum ending ending, int error);

/* What is shown is to be another: at once, or when it is complete. */
void loop_change(struct loop *loop);

/* When the next scan is due that nobody asks for. */
int64_t loop_next_scan_ns(const struct loop *loop);

/* The screen has another size, or top does not know it yet. */
void loop_take_size(struct loop *loop);

/* Waits until something happens, or the time wake_ns, and takes what has happened. */
void loop_wait(struct loop *loop);

#endif
