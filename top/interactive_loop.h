/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_INTERACTIVE_LOOP_H
#define DOTPROC_TOP_INTERACTIVE_LOOP_H

/*
 * The internals of the main loop: interactive.c has its rounds and all that depends on time,
 * interactive_events.c has the events and their effects.
 */

#include "top/actions.h"
#include "top/run.h"
#include "top/term/term.h"
#include "top/view/frame.h"
#include "top/work/detail_loader.h"
#include "top/work/inspector.h"
#include "top/work/name_resolver.h"

struct loop {
    struct model *model;
    struct term *term;
    struct frame frame;
    struct saving saving;

    /* Background work. */
    struct sampler *sampler;
    struct detail_loader *details;
    struct name_resolver *names;
    struct inspector inspector;

    int64_t now_ns;  /* the time of this round */
    int64_t wake_ns; /* of the next one, unless something happens before */

    /* Scans. */
    uint64_t iterations, shown;
    int64_t last_scan_ns, next_scan_ns; /* the last one's end */
    bool scanning;                      /* a scan is running */
    bool again;                         /* another one is wanted after it */

    /* The screen. */
    int64_t begun_ns;
    bool pressed; /* a key, at any time */
    bool changed, afresh;
    int64_t draw_by_ns; /* after a change: the latest time to draw */

    bool ended;
    struct ending ending;
};

/* Ends the loop after this round. */
void loop_end(struct loop *loop, enum ending_kind kind, int result);

/* The screen has to be drawn: when it is complete, or at draw_by_ns. */
void loop_change(struct loop *loop);

/* When the next regular scan is due. */
int64_t loop_next_scan_ns(const struct loop *loop);

/* Takes the size of the screen, at first and after a change. */
void loop_take_size(struct loop *loop);

/* Waits until something happens, or until wake_ns, and handles what has happened. */
void loop_wait(struct loop *loop);

#endif
