/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_WINDOW_H
#define DOTPROC_TOP_MODEL_WINDOW_H

/*
 * One of the four windows: how it shows its tasks and the summary, where in them the user looks,
 * and the rows that result.
 *
 * Keys act on the current window, and the summary follows its settings. It has the screen to
 * itself, or in alternate display the windows share the screen.
 */

#include "lib/query/fold.h"
#include "lib/query/forest.h"
#include "lib/query/sort.h"
#include "top/model/pool_average.h"
#include "top/model/prompt.h"
#include "top/model/user_filter.h"
#include "top/model/window_settings.h"

/* The search for a text in the rows: see locate.h. */
struct search {
    char text[PROMPT_BYTES]; /* "": no search */
    bool ignore_case;
    bool back;  /* searches upwards */
    bool wrap;  /* continues from the top */
    bool again; /* is not the first one for this text */
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

/*
 * Where the user looks: what refers to the tasks and users of this host at this time, and is not
 * saved. All zero is the first task, and nobody is left out.
 */
struct window_position {
    size_t first_row;      /* scrolled down by this many tasks */
    bool beyond_last_page; /* may scroll so far that the page has empty lines */
    size_t first_column;   /* scrolled right by this many fields */
    size_t text_offset;    /* and in fields of flexible width by this many cells */

    struct user_filter users;
    pid_t focus;                    /* F: only this task and its descendants; 0: all */
    pid_t collapsed[COLLAPSED_MAX]; /* v */
    size_t collapsed_count;
    struct pool_id open_pools[OPEN_POOLS_MAX];
    size_t open_pool_count;
    struct search search; /* L & / */
};

/* The row of a pool: a task like its first thread, with the sums of all its threads. */
struct pool_row {
    struct task task;
    struct process process;  /* the task's, where it has more than one thread */
    struct task_ended ended; /* of rows with is_ended: their number, and whose they all were */
    struct pool_id id;
    uint32_t count;
    need_t sums; /* besides what every scan reads: the groups of which `task` has sums */
};

/* The place of a row in the forest, or in its pool. */
struct branch {
    uint32_t depth;              /* below its root */
    bool hides;                  /* its descendants, or its threads, are hidden: v */
    bool focused;                /* the focused task or a descendant: F */
    uint64_t hidden_cpu_ns;      /* CPU time of the hidden tasks in the interval */
    const struct pool_row *pool; /* shown by the row; NULL: it shows its own task */
};

/* The tasks of the current sample that the window shows, in order: see table/arrange.h. */
struct window_rows {
    struct task **tasks;
    struct branch *branches; /* one for each row of a forest or of pools */
    size_t count, capacity, branch_capacity;

    /* Owned, and reused from one arrangement to the next. */
    struct sort_room sort_room;
    struct forest_row *forest;
    struct pool_row *pools;
    struct task_details *pool_details; /* of the pools' tasks, where they have sums of them */
    size_t forest_capacity, pool_capacity, detail_capacity;
    struct pool_averages averages;
};

struct window {
    struct window_settings settings;
    struct window_position position;
    struct window_rows rows;
};

/* As on first start: see window_settings_init(). */
void window_init(struct window *window, size_t index);
void window_fini(struct window *window);

/* To be called after a change of the slots. Keeps first_column within the shown fields. */
void window_update_fields(struct window *window);

/* The task of the first row on the screen, which many keys act on; NULL: there is none. */
struct task *window_first_task(const struct window *window);

/* The key =: removes filters and limits, shows each processor, scrolls to the first task. */
void window_lift_limits(struct window *window);

/* The index of a pool among the open ones; false when it is not open. */
bool window_position_find_pool(const struct window_position *position, const struct pool_id *id,
                               size_t *where);

/* Makes room for `count` rows, with branches or without; false when memory is short. */
bool window_rows_reserve(struct window_rows *rows, size_t count, bool branches);

#endif
