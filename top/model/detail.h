/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_DETAIL_H
#define DOTPROC_TOP_MODEL_DETAIL_H

/*
 * The pane at the bottom of the screen, which shows one task's command line, groups or the like in
 * full, where a field shows only the beginning; or the last messages. See screens/detail_pane.h.
 */

#include <stddef.h>
#include <stdlib.h>

#include "lib/base/buf.h"
#include "lib/task/task.h"

enum detail_kind {
    DETAIL_NONE,
    DETAIL_CAPABILITIES,
    DETAIL_CGROUPS,
    DETAIL_COMMAND_LINE,
    DETAIL_ENDED, /* exited tasks of the last minute: all, or those with one name */
    DETAIL_ENVIRONMENT,
    DETAIL_GROUPS,
    DETAIL_MESSAGES,
    DETAIL_NAMESPACES,
    DETAIL_SIGNALS, /* signals, opened by ? at the prompt for a signal */
    DETAIL_WAIT,    /* why the task waits: call, owner, stack */
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
    enum detail_kind asked; /* what the key requested; `kind` may be DETAIL_ENDED instead */
    struct {
        enum detail_kind kind, asked;
    } covered;                 /* by DETAIL_SIGNALS, shown again when that closes */
    struct task_identity task; /* none: exited tasks, or there is none */
    char name[64];             /* its name, raw */
    size_t selected;           /* index of the selected element, counted from 1; 0: none */
    size_t skip;               /* number of lines scrolled past the top */
    struct buf text;           /* elements, escaped, and separators, which may be newlines */
    struct detail_parts elements, lines;
};

static inline void detail_pane_fini(struct detail_pane *pane)
{
    buf_fini(&pane->text);
    free(pane->elements.list);
    free(pane->lines.list);
    *pane = (struct detail_pane){.kind = DETAIL_NONE};
}

#endif
