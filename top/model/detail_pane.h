/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_DETAIL_PANE_H
#define DOTPROC_TOP_MODEL_DETAIL_PANE_H

/*
 * The pane at the bottom of the screen: all of something that a field shows the beginning of, for
 * one task, or the last messages. See screens/detail_pane.h.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "lib/text/buf.h"

enum detail_kind {
    DETAIL_NONE,
    DETAIL_CAPABILITIES,
    DETAIL_CGROUPS,
    DETAIL_COMMAND_LINE,
    DETAIL_ENVIRONMENT,
    DETAIL_GROUPS,
    DETAIL_MESSAGES,
    DETAIL_NAMESPACES,
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
    pid_t tid;       /* of the task that it is about */
    char name[64];   /* that task's name, raw */
    size_t selected; /* of the elements, from 1 on; 0: none */
    size_t skip;     /* lines that are out of sight above */
    struct buf text; /* the elements with what stands between them, escaped */
    struct detail_parts elements, lines;
};

void detail_pane_fini(struct detail_pane *pane);

#endif
