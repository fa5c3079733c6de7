/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_DETAIL_PANE_H
#define DOTPROC_TOP_MODEL_DETAIL_PANE_H

/*
 * The pane at the bottom of the screen: one task's command line, groups or the like in full, where
 * a field shows only the beginning; or the last messages. See screens/detail_pane.h.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "lib/base/buf.h"

enum detail_kind {
    DETAIL_NONE,
    DETAIL_CAPABILITIES,
    DETAIL_CGROUPS,
    DETAIL_COMMAND_LINE,
    DETAIL_ENDED, /* what ended in the last minute: all of it, or under one name */
    DETAIL_ENVIRONMENT,
    DETAIL_GROUPS,
    DETAIL_MESSAGES,
    DETAIL_NAMESPACES,
    DETAIL_WAIT, /* what it waits for, and who holds that */
};

/* A part of detail_pane::text. */
struct detail_part {
    size_t offset, bytes;
};

struct detail_parts {
    struct detail_part *list;
    size_t count, capacity;
};

struct detail_pane {
    enum detail_kind kind;
    enum detail_kind asked; /* by the key that opened it: of what ended there is nothing else */
    pid_t tid;              /* the task; 0: it has ended, or there is none */
    char name[64];          /* its name, raw */
    size_t selected;        /* element, counted from 1; 0: none */
    size_t skip;            /* lines scrolled out of sight */
    struct buf text;        /* the elements, escaped; between them separators, perhaps newlines */
    struct detail_parts elements, lines;
};

/* Appends a part to a list; false when memory is short. */
bool detail_part_add(struct detail_parts *parts, size_t offset, size_t bytes);

void detail_pane_fini(struct detail_pane *pane);

#endif
