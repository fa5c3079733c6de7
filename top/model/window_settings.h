/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_WINDOW_SETTINGS_H
#define DOTPROC_TOP_MODEL_WINDOW_SETTINGS_H

/*
 * What the user has chosen for one window: fields, order, limits and looks. The configuration file
 * has them all. A plain value that can be copied.
 */

#include <stdbool.h>
#include <stddef.h>

#include "top/model/cpu_groups.h"
#include "top/model/fields.h"
#include "top/model/filters.h"
#include "top/model/palette.h"

/* How processors or memory are shown, in the order in which the keys t and m step. */
enum summary_mode {
    SUMMARY_DETAIL, /* as figures */
    SUMMARY_BARS,
    SUMMARY_BLOCKS,
    SUMMARY_OFF,
};

/* Users know them as 1 to 4. */
#define WINDOW_COUNT 4

/* Characters of a window's name, and the bytes it may take. */
#define WINDOW_NAME_MAX   3
#define WINDOW_NAME_BYTES (WINDOW_NAME_MAX * 4 + 1)

/* A field in the window's order. */
struct field_slot {
    enum field_id id;
    bool shown;
};

struct window_settings {
    char name[WINDOW_NAME_BYTES];
    bool tasks_hidden; /* -: not shown in alternate display */

    /* Every field once, in the order of the field manager. */
    struct field_slot slots[FIELD_COUNT];

    /* The shown fields from left to right; window_settings_update() derives them. */
    enum field_id fields[FIELD_COUNT];
    size_t field_count;

    enum field_id sort;
    bool ascending; /* stock top's default is from high to low, for every field */
    bool forest;    /* V */
    bool pools;     /* % */
    bool by_wait;   /* *: pools, apart by what their threads wait for, with fields of their own */

    bool command_lines;     /* c */
    bool idle_hidden;       /* i */
    bool cumulative;        /* S: times include those of reaped children */
    size_t max_tasks;       /* n; 0: as many as fit */
    struct filters filters; /* o O */

    bool mark_sort;         /* x */
    bool mark_running;      /* y */
    bool mark_reverse;      /* b: marks are in reverse video, not bold */
    bool bold_off;          /* B */
    bool numbers_left;      /* J: justified to the left */
    bool text_right;        /* j: to the right */
    bool show_coordinates;  /* C */
    struct palette palette; /* Z z */

    bool show_load;               /* l */
    bool show_scan;               /* ~ */
    enum summary_mode cpus;       /* t */
    struct cpu_choice cpu_choice; /* 1 2 3 5 ! ^ */
    enum summary_mode memory;     /* m */
    unsigned adjoining;           /* 4: cells of processors and memory that share a line */
};

/* The settings of stock top's window with this index on first start: Def, Job, Mem, Usr. */
void window_settings_init(struct window_settings *settings, size_t index);

/* Sets the name; false, which changes nothing: it has none or too many characters, or others than
 * printable ones. */
bool window_settings_set_name(struct window_settings *settings, const char *name);

/* Derives the shown fields: to be called after a change of the slots, or of by_wait. */
void window_settings_update(struct window_settings *settings);

bool window_settings_show(const struct window_settings *settings, enum field_id id);

/* The index of a field among the slots. */
size_t window_settings_find_slot(const struct window_settings *settings, enum field_id id);

#endif
