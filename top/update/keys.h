/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_KEYS_H
#define DOTPROC_TOP_UPDATE_KEYS_H

/*
 * The keys and what they do, as one const table; the help screen is made from it. A key is as in
 * base/keys.h.
 */

#include <stdbool.h>
#include <stddef.h>

enum action {
    ACTION_QUIT,
    ACTION_REFRESH,
    ACTION_SAVE,
    ACTION_OPEN,    /* argument: enum screen */
    ACTION_ASK,     /* argument: enum prompt_kind */
    ACTION_SORT_BY, /* argument: enum field_id */
    ACTION_SORT_REVERSE,
    ACTION_SORT_MOVE,      /* argument: -1 or 1 field */
    ACTION_TOGGLE,         /* argument: enum toggle */
    ACTION_SUMMARY,        /* argument: enum summary_act */
    ACTION_WINDOW,         /* argument: enum window_act */
    ACTION_SCALE,          /* argument: enum scaled */
    ACTION_SCROLL_ROWS,    /* argument: -1 or 1 task */
    ACTION_SCROLL_PAGES,   /* argument: -1 or 1 screen */
    ACTION_SCROLL_ENDS,    /* argument: -1 first or 1 last */
    ACTION_SCROLL_COLUMNS, /* argument: -1 or 1 */
    ACTION_LOCATE_NEXT,
    ACTION_FOREST,        /* the forest, on or off */
    ACTION_COLLAPSE,      /* the children of the first task, hidden or shown */
    ACTION_FOCUS,         /* the first task and its descendants alone, or all */
    ACTION_POOLS,         /* threads with like names as one row, or each by itself */
    ACTION_BOTTOM,        /* argument: enum bottom_kind */
    ACTION_BOTTOM_SELECT, /* argument: -1 or 1 element */
    ACTION_COUNT,
};

/* Units that go round. */
enum scaled {
    SCALED_SUMMARY,
    SCALED_TASKS,
    SCALED_TIMES,
};

/* What is simply on or off. */
enum toggle {
    TOGGLE_THREADS,
    TOGGLE_COMMAND_LINES,
    TOGGLE_IDLE,
    TOGGLE_CUMULATIVE,
    TOGGLE_SOLARIS,
    TOGGLE_MARK_SORT,
    TOGGLE_MARK_RUNNING,
    TOGGLE_MARK_REVERSE,
    TOGGLE_LOAD_LINE,
    TOGGLE_SCAN_LINE,
    TOGGLE_PAUSE,
    TOGGLE_COORDINATES,
    TOGGLE_COLOURS,
    TOGGLE_BOLD,
    TOGGLE_NUMBERS_LEFT,
    TOGGLE_TEXT_RIGHT,
    TOGGLE_ZEROS,
    TOGGLE_COUNT,
};

struct binding {
    int key;
    enum action action;
    int argument;
    bool outside;      /* changes something beside the screen: not in secure mode */
    const char *label; /* for the help screen; NULL: not shown there, as its twin is */
    const char *help;
};

/* NULL when the key does nothing. */
const struct binding *binding_find(int key);

/* All bindings in the order of the help screen; NULL past the end. */
const struct binding *binding_at(size_t index);

#endif
