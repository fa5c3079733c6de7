/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_BOTTOM_H
#define DOTPROC_TOP_MODEL_BOTTOM_H

/*
 * The window at the bottom of the screen: all of something that a field shows the beginning of,
 * for one task, or the last messages.
 *
 * What it tells is a list of elements, such as the arguments of a command line, that flow over
 * its lines; Tab goes through them. It is made anew after each event, as the screen's width and
 * the reading in hand say. The files that it takes are read of that task alone: see visible.h.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "lib/task/need.h"
#include "lib/text/buf.h"

enum bottom_kind {
    BOTTOM_NONE,
    BOTTOM_CAPABILITIES,
    BOTTOM_CGROUPS,
    BOTTOM_COMMAND_LINE,
    BOTTOM_ENVIRONMENT,
    BOTTOM_GROUPS,
    BOTTOM_MESSAGES,
    BOTTOM_NAMESPACES,
};

/* A part of bottom::text. */
struct bottom_part {
    size_t offset, bytes;
};

struct bottom_parts {
    struct bottom_part *list;
    size_t count, capacity;
};

struct bottom {
    enum bottom_kind kind;
    pid_t tid;       /* whom it is about */
    char name[64];   /* that task's name, raw */
    size_t selected; /* of the elements, from 1 on; 0: none */
    size_t skip;     /* lines that are out of sight above */
    struct buf text; /* the elements with what stands between them, escaped */
    struct bottom_parts elements, lines;
};

struct model;

/* Opens it for the first task on the screen; closes it when it shows this very thing. */
void bottom_toggle(struct model *model, enum bottom_kind kind);
void bottom_close(struct model *model);
void bottom_fini(struct bottom *bottom);

/*
 * The next element (1) or the one before (-1); in the end none is selected. Where there is not
 * `room` for all lines of an element one goes through these first.
 */
void bottom_select(struct bottom *bottom, int direction, size_t room);

/* Figures that it takes of its task. */
need_t bottom_need(enum bottom_kind kind);

/* Makes the text anew. */
void bottom_refresh(struct model *model);

/*
 * Lines that it takes with its title of `rows` below the message: as many as it has a use for, but
 * for those that tasks keep. These keep less than half where that is not enough.
 */
size_t bottom_height(const struct bottom *bottom, size_t rows, size_t kept);

/* The first line to be shown when there is room for so many: some of the selected element are. */
size_t bottom_first_line(const struct bottom *bottom, size_t room);

/* Appends what stands above it. */
void bottom_put_title(const struct bottom *bottom, struct buf *out);

#endif
