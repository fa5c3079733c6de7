/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WINDOW_H
#define DOTPROC_TOP_WINDOW_H

/* How one window shows its tasks and its summary: fields, order, limits and looks. */

#include <stdbool.h>
#include <stddef.h>

#include "top/cpu_groups.h"
#include "top/fields.h"
#include "top/user_filter.h"

/* How processors or memory are shown, in the order that a key goes through. */
enum summary_mode {
    SUMMARY_DETAIL, /* as figures */
    SUMMARY_BARS,
    SUMMARY_BLOCKS,
    SUMMARY_OFF,
};

struct window {
    enum field_id fields[FIELD_COUNT]; /* shown, from left to right */
    size_t field_count;

    enum field_id sort;
    bool ascending; /* stock sorts every field from high to low unless told otherwise */

    bool command_lines; /* c */
    bool idle_hidden;   /* i */
    bool cumulative;    /* S: times include those of reaped children */
    bool mark_sort;     /* x */
    bool mark_running;  /* y */
    bool mark_reverse;  /* b: marks are in reverse video, not bold */

    bool show_load;               /* l */
    enum summary_mode cpus;       /* t */
    struct cpu_choice cpu_choice; /* 1 2 3 5 ! ^ */
    enum summary_mode memory;     /* m */
    unsigned adjoining;           /* 4: cells of processors and memory that share a line */

    size_t max_tasks; /* n; 0: as many as there is room for */
    struct user_filter users;

    size_t first_row;    /* scrolled down by this many tasks */
    size_t first_column; /* and to the right by this many fields */
    size_t text_offset;  /* and in fields of flexible width by this many cells */
};

/* As stock's window "Def" is on first start. */
void window_init(struct window *window);

#endif
