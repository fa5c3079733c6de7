/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_INTERACTIVE_LOOP_H
#define DOTPROC_TOP_INTERACTIVE_LOOP_H

/*
 * The state of the interactive screen, and the only place where it waits: for keys, samples, names,
 * signals and the output of inspected programs. All of these become events of the model, and their
 * effects are carried out here. interactive.c handles what is due by time.
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
    struct terminal *term;
    struct frame frame;
    struct saving saving;

    /* Background work. */
    struct sampler *sampler;
    struct detail_loader *details;
    struct name_resolver *names;
    struct inspector inspector;

    int64_t now_ns;  /* the time of this round */
    int64_t wake_ns; /* when the next round begins, unless something happens before */

    /* Scans. */
    uint64_t iterations, shown;
    int64_t last_scan_ns, next_scan_ns; /* end of the last scan; when the next one is due */
    bool scanning;                      /* a scan is running */
    bool again;                         /* another scan follows it */

    /* The screen. */
    int64_t begun_ns;
    bool pressed;        /* a key was pressed since the start */
    int64_t last_key_ns; /* when keys were read last */
    bool keys_wait;      /* more were to be read then; they may not be in the kernel any more */
    bool changed, afresh;
    int64_t changed_ns; /* time of the first change since the last frame */

    bool ended;
    struct ending ending;
};

/* Ends the loop after this round. */
void loop_end(struct loop *loop, enum ending_kind kind, int result);

/* Marks the screen as changed: it will be drawn. */
void loop_change(struct loop *loop);

/* When the next regular scan is due; CLOCK_NEVER while paused. */
int64_t loop_next_scan_ns(const struct loop *loop);

/* Reads the size of the screen: at first, and after a change. */
void loop_take_size(struct loop *loop);

/* Updates the model, carries out the effects, and brings the next scan forward if one is needed. */
void loop_dispatch(struct loop *loop, const struct event *event);

/* Waits until something happens, or until wake_ns, and handles what has happened. */
void loop_wait(struct loop *loop);

#endif
