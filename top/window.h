/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WINDOW_H
#define DOTPROC_TOP_WINDOW_H

/* How one window shows its tasks and its summary: fields, order, limits and looks. */

#include <stdbool.h>
#include <stddef.h>

#include "top/fields.h"
#include "top/user_filter.h"

enum summary_mode {
    SUMMARY_OFF,
    SUMMARY_DETAIL,
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

    bool show_load;           /* l */
    enum summary_mode cpus;   /* t */
    bool each_cpu;            /* 1: a line for every processor */
    enum summary_mode memory; /* m */

    size_t max_tasks; /* n; 0: as many as there is room for */
    struct user_filter users;

    size_t first_row;    /* scrolled down by this many tasks */
    size_t first_column; /* and to the right by this many fields */
    size_t text_offset;  /* and in fields of flexible width by this many cells */
};

/* As stock's window "Def" is on first start. */
void window_init(struct window *window);

#endif
