/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_WINDOW_H
#define DOTPROC_TOP_MODEL_WINDOW_H

/*
 * How one window shows its tasks and its summary: fields, order, limits and looks.
 *
 * There are four windows. Keys act on the current one, and the summary follows its settings. It
 * has the screen to itself, or in alternate display the windows share the screen.
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

/* The search for a text in the rows: see locate.h. */
struct search {
    char text[PROMPT_BYTES]; /* "": no search */
    bool ignore_case;
    bool back; /* searches upwards */
    bool wrap; /* continues from the top */
    size_t from;
    bool waiting;       /* for a sample with all shown fields */
    bool failed;        /* nothing was found */
    size_t origin;      /* first_row and */
    bool origin_beyond; /* beyond_last_page when the search began */
};

/* The most parents whose children can be hidden at a time. */
#define COLLAPSED_MAX 64

/* The most pools that can be open at a time. */
#define OPEN_POOLS_MAX 32

/* Threads of one process with similar names: see pools.h. */
struct pool_id {
    pid_t tgid;
    char name[POOL_NAME_SIZE];
};

/* The row of a pool: a task like its first thread, with the sums of all its threads. */
struct pool_row {
    struct task task;
    struct process process; /* the task's, where it has more than one thread */
    struct pool_id id;
    uint32_t count;
};

/* The place of a row in the forest, or in its pool. */
struct branch {
    uint32_t depth;              /* below its root */
    bool hides;                  /* its descendants, or its threads, are hidden: v */
    bool focused;                /* the focused task or a descendant: F */
    uint64_t hidden_cpu_ns;      /* CPU time of the hidden tasks in the interval */
    const struct pool_row *pool; /* shown by the row; NULL: it shows its own task */
};

struct window {
    char name[WINDOW_NAME_BYTES];
    bool tasks_hidden; /* -: not shown in alternate display */

    /* Every field once, in the order of the field manager. */
    struct field_slot slots[FIELD_COUNT];

    /* The shown fields from left to right; window_update_fields() derives them from the slots. */
    enum field_id fields[FIELD_COUNT];
    size_t field_count;

    enum field_id sort;
    bool ascending; /* stock top's default is from high to low, for every field */

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

    size_t max_tasks; /* n; 0: as many as fit */
    struct user_filter users;
    struct filters filters; /* o O */

    bool forest;                    /* V */
    pid_t focus;                    /* F: only this task and its descendants; 0: all */
    pid_t collapsed[COLLAPSED_MAX]; /* v */
    size_t collapsed_count;

    bool pools; /* % */
    struct pool_id open_pools[OPEN_POOLS_MAX];
    size_t open_pool_count;

    struct search search;  /* L & / */
    bool show_coordinates; /* C */

    size_t first_row;      /* scrolled down by this many tasks */
    bool beyond_last_page; /* may scroll so far that the page has empty lines */
    size_t first_column;   /* scrolled right by this many fields */
    size_t text_offset;    /* and in fields of flexible width by this many cells */

    /* The tasks of the current sample that it shows, in order: see table/arrange.h. Owned. */
    struct task **order;
    struct branch *branches; /* one for each row of a forest or of pools */
    size_t order_count, order_capacity, branch_capacity;
    struct sort_room sort_room;
    struct forest_row *forest_rows; /* reused from one arrangement to the next */
    struct pool_row *pool_rows;
    size_t forest_capacity, pool_row_capacity;
};

/* The settings of stock top's window with this index on first start: Def, Job, Mem, Usr. */
void window_init(struct window *window, size_t index);
void window_fini(struct window *window);

bool window_shows_field(const struct window *window, enum field_id id);

/* The index of a pool among the open ones; false when it is not open. */
bool window_find_open_pool(const struct window *window, const struct pool_id *id, size_t *where);

/* Makes room for `count` rows, with branches or without; false when memory is short. */
bool window_reserve(struct window *window, size_t count, bool branches);

/* To be called after a change of the slots. Keeps first_column within the shown fields. */
void window_update_fields(struct window *window);

/* The index of a field among the slots. */
size_t window_find_slot(const struct window *window, enum field_id id);

/* For a copy of a window: the arrays belong to the other one. */
void window_disown_rows(struct window *window);

/* Forgets what refers to present tasks: positions on the screen, users, focus, search. */
void window_forget_tasks(struct window *window);

/* The key =: removes filters and limits, shows each processor, scrolls to the first task. */
void window_lift_limits(struct window *window);

#endif
