/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_WINDOW_H
#define DOTPROC_TOP_MODEL_WINDOW_H

/*
 * How one window shows its tasks and its summary: fields, order, limits and looks.
 *
 * There are four of them. One is the current one: keys are about it, and the summary is shown as
 * it says. Normally it has the screen to itself; in alternate display the windows share it.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/query/fold.h"
#include "lib/query/forest.h"
#include "lib/query/sort.h"
#include "top/model/cpu_groups.h"
#include "top/model/fields.h"
#include "top/model/filters.h"
#include "top/model/palette.h"
#include "top/model/prompt.h"
#include "top/model/user_filter.h"

/* How processors or memory are shown, in the order that a key goes through. */
enum summary_mode {
    SUMMARY_DETAIL, /* as figures */
    SUMMARY_BARS,
    SUMMARY_BLOCKS,
    SUMMARY_OFF,
};

/* A user calls them 1 to 4. */
#define WINDOW_COUNT 4

/* Characters of a window's name, and the bytes it may take. */
#define WINDOW_NAME_MAX   3
#define WINDOW_NAME_BYTES (WINDOW_NAME_MAX * 4 + 1)

/* A field in its place. */
struct field_slot {
    enum field_id id;
    bool shown;
};

/* What is looked for among the rows: see locate.h. */
struct search {
    char text[PROMPT_BYTES]; /* "" when nothing is */
    bool ignore_case;
    bool back; /* from the last row that is looked at to the first */
    bool wrap; /* and then from the top */
    size_t from;
    bool waiting;  /* for a sample that has all that is shown */
    bool failed;   /* nothing was found */
    size_t origin; /* the table was here when it began, */
    bool origin_beyond;
};

/* Parents whose children can be hidden at a time. */
#define COLLAPSED_MAX 64

/* Pools that can be open at a time. */
#define OPEN_POOLS_MAX 32

/* Threads of one process with like names: see pools.h. */
struct pool_id {
    pid_t tgid;
    char name[POOL_NAME_SIZE];
};

/* What stands for a pool: a task like its first thread, but with the sums of all. */
struct pool_row {
    struct task task;
    struct process process; /* the task's, where it has more than one thread */
    struct pool_id id;
    uint32_t count;
};

/* Where a row stands in the forest, or in its pool. */
struct branch {
    uint32_t depth;              /* below its root */
    bool hides;                  /* its descendants, or its threads, are hidden: v */
    bool focused;                /* it is the task in focus, or one below it: F */
    uint64_t hidden_cpu_ns;      /* what those hidden used in the interval */
    const struct pool_row *pool; /* that the row stands for; NULL: for its own task */
};

struct window {
    char name[WINDOW_NAME_BYTES];
    bool tasks_hidden; /* -: in alternate display it is left out */

    /* Every field once, in the order of the field manager. */
    struct field_slot slots[FIELD_COUNT];

    /* Those that are shown, from left to right: made of the slots by window_update_fields(). */
    enum field_id fields[FIELD_COUNT];
    size_t field_count;

    enum field_id sort;
    bool ascending; /* stock sorts every field from high to low unless told otherwise */

    bool command_lines; /* c */
    bool idle_hidden;   /* i */
    bool cumulative;    /* S: times include those of reaped children */
    bool mark_sort;     /* x */
    bool mark_running;  /* y */
    bool mark_reverse;  /* b: marks are in reverse video, not bold */
    bool bold_off;      /* B */
    bool numbers_left;  /* J: justified to the left */
    bool text_right;    /* j: to the right */

    struct palette palette; /* Z z */

    bool show_load;               /* l */
    bool show_scan;               /* ~ */
    enum summary_mode cpus;       /* t */
    struct cpu_choice cpu_choice; /* 1 2 3 5 ! ^ */
    enum summary_mode memory;     /* m */
    unsigned adjoining;           /* 4: cells of processors and memory that share a line */

    size_t max_tasks; /* n; 0: as many as there is room for */
    struct user_filter users;
    struct filters filters; /* o O */

    bool forest;                    /* V */
    pid_t focus;                    /* F: nothing but this task and its descendants; 0: all */
    pid_t collapsed[COLLAPSED_MAX]; /* v */
    size_t collapsed_count;

    bool pools; /* % */
    struct pool_id open_pools[OPEN_POOLS_MAX];
    size_t open_pool_count;

    struct search search;  /* L & / */
    bool show_coordinates; /* C */

    size_t first_row;      /* scrolled down by this many tasks */
    bool beyond_last_page; /* so far that the page has empty lines */
    size_t first_column;   /* and to the right by this many fields */
    size_t text_offset;    /* and in fields of flexible width by this many cells */

    /* The tasks of the sample in hand that it shows, in order: see table/arrange.h. Owned. */
    struct task **order;
    struct branch *branches; /* of the order, while there is a forest or pools */
    size_t order_count, order_capacity, branch_capacity;
    struct sort_room sort_room;
    struct forest_row *forest_rows; /* room to make a forest in */
    struct pool_row *pool_rows;
    size_t forest_capacity, pool_row_capacity;
};

/* As stock's window with this index is on first start: Def, Job, Mem, Usr. */
void window_init(struct window *window, size_t index);
void window_fini(struct window *window);

/* Whether a field is among those that are shown. */
bool window_shows_field(const struct window *window, enum field_id id);

/* The place of a pool among those that are open; false where it is not. */
bool window_find_open_pool(const struct window *window, const struct pool_id *id, size_t *where);

/* Makes room for `count` rows, with branches or without; false when memory is short. */
bool window_reserve(struct window *window, size_t count, bool branches);

/* To be called after the slots have changed. The first field on the screen remains one. */
void window_update_fields(struct window *window);

/* The place of a field among the slots. */
size_t window_find_slot(const struct window *window, enum field_id id);

/* Shows the tasks of everyone and all of them, from the first, and all processors: what = does. */
void window_lift_limits(struct window *window);

#endif
