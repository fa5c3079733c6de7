/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_WINDOW_H
#define DOTPROC_TOP_MODEL_WINDOW_H

/* The four windows: the settings of each, its position in the table, and the resulting rows. */

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/task_flags.h"
#include "lib/query/group.h"
#include "lib/query/sort.h"
#include "lib/task/task.h"
#include "top/base/limits.h"
#include "top/model/cgroups.h"
#include "top/model/cpu_groups.h"
#include "top/model/fields.h"
#include "top/model/filters.h"
#include "top/model/groups.h"
#include "top/model/pattern.h"
#include "top/model/prompt.h"

/* A part of the screen that has a colour. */
enum colour_part {
    PART_SUMMARY,
    PART_MESSAGES, /* and questions */
    PART_HEADER,
    PART_TASKS,
    PART_MARKS, /* marks of x and y in tasks; COLOUR_DEFAULT: as PART_TASKS */
    PART_COUNT,
};

/* The colours of one window. */
struct palette {
    bool on; /* z */
    int colours[PART_COUNT];
};

/*
 * The colour of a part on a terminal with this many colours; COLOUR_DEFAULT if colours are off or
 * it lacks this one.
 */
int palette_colour(const struct palette *palette, enum colour_part part, int colour_count);

/*
 * The forms of processors and memory in the summary, in the order in which the keys t and m go
 * through them.
 */
enum summary_mode {
    SUMMARY_DETAIL, /* as figures */
    SUMMARY_BARS,
    SUMMARY_BLOCKS,
    SUMMARY_OFF,
};

/* The user sees them as 1 to 4. */
#define WINDOW_COUNT 4

/* Characters of a window's name, and the bytes it may take. */
#define WINDOW_NAME_MAX   3
#define WINDOW_NAME_BYTES (WINDOW_NAME_MAX * 4 + 1)

/*
 * The set of fields that a window shows: its own or a ready-made one, in the order of the key Tab.
 */
enum field_set {
    FIELDS_OWN,
    FIELDS_IO,
    FIELDS_MEMORY,
    FIELDS_WAITS,
    FIELDS_CPU,
    FIELD_SETS,
};

/* A field in the window's order. */
struct field_slot {
    enum field_id id;
    bool shown;
};

/*
 * Fields, order, limits and looks. The configuration file has all of them. A plain value that can
 * be copied.
 */
struct window_settings {
    char name[WINDOW_NAME_BYTES];
    bool tasks_hidden; /* -: hidden in alternate display */

    /*
     * Every field once, in the order of the field manager: for tasks, for groups, and for groups by
     * wait.
     */
    struct field_slot slots[FIELD_COUNT];
    struct field_slot group_slots[FIELD_COUNT];
    struct field_slot wait_slots[FIELD_COUNT];

    /* The shown fields from left to right, derived by window_settings_update(). */
    enum field_id fields[FIELD_COUNT];
    size_t field_count;

    enum field_id sort;
    bool ascending; /* stock top's default is from high to low, for every field */

    /*
     * Tab. With ready-made fields `sort` is theirs, and the own_ members keep the order of the
     * window's own fields.
     */
    enum field_set field_set;
    enum field_id own_sort;
    bool own_ascending;

    bool forest;         /* V */
    bool marked;         /* @: there is a mark, and fields for differences from it; not saved */
    bool by_mark;        /* these are shown; not saved */
    enum group_by group; /* % * */

    bool command_lines;     /* c */
    bool idle_hidden;       /* i */
    bool cumulative;        /* S: times include those of reaped children */
    size_t max_tasks;       /* n; 0: as many as fit */
    struct filters filters; /* o O */

    bool mark_sort;         /* x */
    bool mark_running;      /* y */
    bool mark_reverse;      /* b: marks are in reverse video, not bold */
    bool bold_off;          /* B */
    bool numbers_left;      /* J: left-justified */
    bool text_right;        /* j: right-justified */
    bool show_coordinates;  /* C */
    struct palette palette; /* Z z */

    bool show_load;               /* l */
    bool show_scan;               /* ~ */
    enum summary_mode cpus;       /* t */
    struct cpu_choice cpu_choice; /* 1 2 3 5 ! ^ */
    enum summary_mode memory;     /* m */
    unsigned adjoining;           /* 4: number of cells of processors and memory on one line */
};

/* The settings of stock top's window with this index on first start: Def, Job, Mem, Usr. */
void window_settings_init(struct window_settings *settings, size_t index);

/*
 * Sets the name: 1 to WINDOW_NAME_MAX printable characters in the locale's encoding. False, with
 * the name unchanged, for any other text.
 */
bool window_settings_set_name(struct window_settings *settings, const char *name);

/* The slots that apply: of tasks, groups or groups by wait. */
struct field_slot *window_settings_slots(struct window_settings *settings);

/*
 * Derives the shown fields. To be called when slots, grouping, field_set or by_mark have changed.
 * The order becomes that of %CPU if the sort field is hidden and has a value only in groups or with
 * a mark, of which there is none.
 */
void window_settings_update(struct window_settings *settings);

/* Whether the field is among the shown ones, also if it is scrolled out of view. */
bool window_settings_show(const struct window_settings *settings, enum field_id id);

/* Shows this set of fields in its own order; for FIELDS_OWN that is the user's. */
void window_settings_choose_fields(struct window_settings *settings, enum field_set set);

/* The index of a field among slots. */
size_t field_slots_find(const struct field_slot slots[FIELD_COUNT], enum field_id id);

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

/* The search for a text in the rows: see update/locate.c. */
struct search {
    struct pattern pattern;
    bool unmarked; /* matches are no longer highlighted: Esc */
    bool back;     /* searches upwards */
    bool wrap;     /* continues at the other end */
    bool again;    /* not the first search for this text */
    size_t from;
    bool waiting;       /* waits for a sample with all shown fields */
    bool failed;        /* nothing found */
    size_t origin;      /* first_row when the search began */
    bool origin_beyond; /* beyond_last_page when it began */
    struct cursor origin_cursor;
};

/* The position in the table before a filter was typed. */
struct quick_origin {
    struct pattern pattern; /* the filter before */
    size_t first_row;
    bool beyond_last_page;
    struct cursor cursor;
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
    struct search search; /* L & / */
    struct pattern quick; /* \: only matching rows, see table/arrange.c */
    struct quick_origin quick_origin;
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

/* Sets the defaults: see window_settings_init(). */
void window_init(struct window *window, size_t index);
void window_fini(struct window *window);

/*
 * To be called after a change of the settings that choose fields: updates the shown fields, and
 * keeps first_column among them.
 */
void window_update_fields(struct window *window);

/* The key =: removes filters and limits, shows each processor, and scrolls to the first task. */
void window_lift_limits(struct window *window);

/* The index of a group among the open ones; false when it is not open. */
bool window_position_find_group(const struct window_position *position, uint64_t id, size_t *where);

/* Adds an open group. False: there are OPEN_GROUPS_MAX that rows show; others are forgotten. */
bool window_open_group(struct window *window, uint64_t id);

/* Makes room for `count` rows, with or without branches; false: out of memory. */
bool window_rows_reserve(struct window_rows *rows, size_t count, bool branches);

#endif
