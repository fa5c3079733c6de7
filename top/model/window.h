/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_WINDOW_H
#define DOTPROC_TOP_MODEL_WINDOW_H

/* The four windows: the settings of each, its position in the table, and the resulting rows. */

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/hash.h"
#include "lib/base/task_flags.h"
#include "lib/query/group.h"
#include "lib/query/sort.h"
#include "lib/task/task.h"
#include "top/model/cgroups.h"
#include "top/model/pattern.h"
#include "top/model/settings.h"

/*
 * The row that keys act on. It stays on its task through refreshes and changes of the order. Off:
 * keys act on the first row on the screen.
 */
struct cursor {
    bool on;
    bool lost;                 /* its task is not shown any more: keys act on no task */
    size_t row;                /* index of the task's row; if lost, of its last one */
    struct task_identity task; /* none: a row of exited tasks, which no later sample has */
    uint64_t group;            /* ID of the group whose row it is; 0: the row of the task itself */
    char name[TASK_COMM_LEN];
};

/* What a question changes as its answer is typed, and Escape restores; see window_position. */
struct table_place {
    size_t first_row;
    bool beyond_last_page;
    struct cursor cursor;
};

/* The search for a text in the rows: see update/locate.c. */
struct search {
    struct pattern pattern;
    bool unmarked; /* matches are no longer highlighted: Esc */
    bool back;     /* searches upwards */
    bool wrap;     /* continues at the other end */
    bool again;    /* not the first search for this text */
    size_t from;
    bool waiting;              /* waits for a sample with all shown fields */
    bool failed;               /* nothing found */
    struct table_place origin; /* where it began */
};

/* The most tasks that can be collapsed at a time. */
#define COLLAPSED_MAX 64

/* The most groups that can be open at a time. */
#define OPEN_GROUPS_MAX 32

/*
 * The position in the table: what refers to tasks and users of this host at this time, and is not
 * saved. All zero: at the first task, with no user filter.
 */
struct window_position {
    size_t first_row;      /* number of rows scrolled past the top */
    bool beyond_last_page; /* may scroll past the last full page */
    bool scrolled;         /* by a key or the wheel, or its cursor moved, in this event */
    struct cursor cursor;
    size_t first_column; /* number of fields scrolled past the left edge */
    size_t text_offset;  /* cells scrolled past the left edge in fields of flexible width */

    struct user_filter users;
    struct cgroup_choice cgroup; /* only the tasks in this group and below it */
    struct task_identity focus;  /* F: only this task and its descendants; none: all */
    struct task_identity collapsed[COLLAPSED_MAX]; /* v: tasks whose descendants are hidden */
    size_t collapsed_count;
    uint64_t open_groups[OPEN_GROUPS_MAX]; /* by id */
    size_t open_group_count;
    struct search search;        /* L & / */
    struct pattern quick;        /* \: only matching rows, see table/arrange.c */
    struct pattern quick_before; /* while it is typed: the filter and the place before */
    struct table_place quick_origin;
};

/*
 * The row of a group. Its task is a copy of the first member with the CPU time of all, a label as
 * its name, and state R if one of them runs; all other figures are derived from the members.
 */
struct group_row {
    struct task task;
    struct process process;       /* the task's: as many threads as the members have */
    struct task_ended ended;      /* if is_ended: total count, and `by` */
    struct group_members members; /* tasks of the sample */
    const struct task *hottest;   /* used the most CPU time; NULL: none has used any */
    const char *program;          /* name of the only process; NULL: several, or not known */
    pid_t tgid;                   /* the only process; 0: several */
    uint64_t p99_ns;              /* of the members' CPU times in the interval, if it is shown */
    double threads;               /* members on average; negative: not known */
    uint64_t id;                  /* hash of its keys: the same in the next sample, and never 0 */
};

/* The place of a row in the forest, or in its group. */
struct branch {
    uint32_t depth;                /* levels below its root */
    bool is_parent;                /* it has descendants, which a filter may hide */
    bool hides;                    /* its descendants, or its members, are hidden: v */
    bool focused;                  /* F: the focused task or a descendant */
    uint64_t hidden_cpu_ns;        /* CPU time of the hidden descendants in the interval */
    const struct group_row *group; /* the group that the row shows; NULL: a task */
};

/* One row in place of many rows of exited tasks with the least %CPU: see table/ended_rows.c. */
struct ended_rest {
    struct task task;
    struct task_details details; /* task.details; its `ended` is the next member */
    struct task_ended ended;
    size_t count; /* number of rows that it replaces */
};

/*
 * The average number of threads in a group by wait. If waits are short, the number in a single
 * sample is a matter of chance. The averages cover about a minute: like a load average, they decay
 * with each new sample.
 */
struct group_average {
    uint64_t id; /* of a group: see struct group_row */
    double threads;
};

/* Zero-initialise: no samples. */
struct group_averages {
    struct group_average *list;
    size_t count, capacity;
    struct hash_table by_id;
    uint64_t sample_ns; /* when the last sample was taken, by CLOCK_MONOTONIC; 0: none */
};

/* The tasks of the current sample that the window shows, in order: see table/arrange.c. */
struct window_rows {
    struct task **tasks;
    struct branch *branches; /* one for each row of a forest or of groups */
    size_t count, capacity, branch_capacity;
    bool branched;  /* the rows have branches: they are those of a forest or of groups */
    bool grouped;   /* the rows are those of groups, and of members of open ones */
    size_t matched; /* tasks of the sample that pass the filters, before grouping */
    size_t unknown; /* tasks of which it is not known whether they do */
    size_t page;    /* number of rows that fit on the screen; 0: unknown yet */
    struct ended_rest ended_rest;

    /* Owned, and reused by the next arrangement. */
    struct sort_room sort_room;
    struct forest_row *forest;
    struct group_row *groups;
    struct task **members; /* of the groups: the rows that were grouped */
    struct grouping grouping;
    size_t forest_capacity, group_capacity, member_capacity;
    struct group_averages averages;
    uint64_t averaged_selection; /* a hash of it */
};

/* The id of the group whose row it is, or 0. */
static inline uint64_t window_rows_group(const struct window_rows *rows, size_t row)
{
    return rows->grouped && rows->branches[row].group ? rows->branches[row].group->id : 0;
}

/*
 * Keys act on the current window, and the summary follows its settings. That window has the screen
 * to itself; in alternate display the windows share the screen.
 */
struct window {
    struct window_settings settings;
    struct window_position position;
    struct window_rows rows;
};

void window_fini(struct window *window);

/* Forgets all samples. */
void group_averages_fini(struct group_averages *averages);

/*
 * Whether a row may show a command line: c is on, and not all rows are those of groups that have a
 * label in its place.
 */
bool window_shows_lines(const struct window *window);

/*
 * To be called after a change of the settings that choose fields: updates the shown fields, and
 * keeps first_column among them.
 */
void window_update_fields(struct window *window);

/* The key =: removes filters and limits, shows each processor, and scrolls to the first task. */
void window_lift_limits(struct window *window);

/* The place in the table, and back to it. */
struct table_place window_position_place(const struct window_position *position);
void window_position_restore(struct window_position *position, const struct table_place *place);

/* The index of a group among the open ones; false when it is not open. */
bool window_position_find_group(const struct window_position *position, uint64_t id, size_t *where);

/* Adds an open group. False: there are OPEN_GROUPS_MAX that rows show; others are forgotten. */
bool window_open_group(struct window *window, uint64_t id);

/* Makes room for `count` rows, with or without branches; false: out of memory. */
bool window_rows_reserve(struct window_rows *rows, size_t count, bool branches);

/* The index of the row that many keys act on: the cursor's, or the first on the screen. */
size_t window_target_row(const struct window *window);

/* The task of that row; NULL: there is none, or the cursor's task is lost. */
struct task *window_target(const struct window *window);

/* Moves the cursor to a row, at most the last one, and turns it on; off if there are no rows. */
void window_set_cursor(struct window *window, size_t row);

/*
 * To be called after the rows were arranged: moves the cursor to the row of its task. False if the
 * task has been lost now.
 */
bool window_keep_cursor(struct window *window);

#endif
