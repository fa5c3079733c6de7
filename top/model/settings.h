/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_SETTINGS_H
#define DOTPROC_TOP_MODEL_SETTINGS_H

/*
 * What keys set and W saves: the settings of each window and those of all together, as plain values
 * that can be copied.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/host/cpus.h"
#include "top/model/fields.h"
#include "top/model/filters.h"
#include "top/model/groups.h"

/* Units of sizes; each is 1024 times the one before. */
enum memory_unit {
    UNIT_OF_KIB,
    UNIT_OF_MIB,
    UNIT_OF_GIB,
    UNIT_OF_TIB,
    UNIT_OF_PIB,
    UNIT_OF_EIB, /* for the summary only */
};

/*
 * The forms of a duration, finest first. A function may choose a later form than the one it is
 * given.
 */
enum time_form {
    TIME_HUNDREDTHS,  /* 1:02.03 */
    TIME_SECONDS,     /* 1:02 */
    TIME_HOURS,       /* 1,02 */
    TIME_DAYS,        /* 4d+3h */
    TIME_WHOLE_DAYS,  /* 4d */
    TIME_WEEKS,       /* 14w+2d */
    TIME_WHOLE_WEEKS, /* 14w */
};

/* Value of extra_width: fields that X widens are as wide as their content. */
#define EXTRA_WIDTH_AUTO (-1)
#define EXTRA_WIDTH_MOST 511

/* Of `adjoining`: cells of the summary on one line; of max_tasks, where 0 is none. */
#define ADJOINING_MOST 8
#define MAX_TASKS_MOST INT32_MAX

/* The settings for all windows together, which W saves. */
struct model_settings {
    uint64_t delay_ns;
    bool alternate;    /* A: all windows share the screen */
    bool solaris;      /* I: %CPU is a share of all CPUs together */
    bool zeros_hidden; /* 0 */
    bool cursor;       /* arrows move a cursor; otherwise they scroll, as in stock top */
    bool ended; /* D: rows of tasks that exited between two scans, and a summary line about them */
    bool mouse; /* ': the terminal reports the mouse */
    bool pressure; /* 6: a summary line with the host's PSI */
    bool key_bar;  /* 9: a line about F1 to F10 at the bottom */
    bool status;   /* not stock top's: status line, filters on hidden fields, names in prompts */
    enum memory_unit summary_unit, task_unit;
    enum time_form task_time; /* ^E: no CPU time has a finer form */
    int extra_width;          /* X: cells added to some fields; EXTRA_WIDTH_AUTO */
};

/* Sets the defaults, used on the first start. */
void model_settings_init(struct model_settings *settings);

enum cpu_mode {
    CPUS_TOGETHER,
    CPUS_EACH,    /* 1: each processor */
    CPUS_BY_NODE, /* 2: all together, then each NUMA node */
    CPUS_OF_NODE, /* 3: one NUMA node, then each of its processors */
};

/* The user's choice; what the host does not have is ignored. */
struct cpu_choice {
    enum cpu_mode mode;
    int node; /* NUMA node of CPUS_OF_NODE */

    /* In the modes that show each processor: */
    unsigned combined;   /* !: neighbours combined into one; 0 and 1: each alone */
    bool cores;          /* ^: combines the threads of a core */
    enum core_kind kind; /* 5: only processors of this kind; CORE_UNKNOWN: all */
};

/* A part of the screen that has a colour. */
enum colour_part {
    PART_SUMMARY,
    PART_MESSAGES, /* and questions */
    PART_HEADER,
    PART_TASKS,
    PART_MARKS, /* marks of x and y in tasks; COLOUR_DEFAULT: as PART_TASKS */
    PART_COUNT,
};

/* Numbers of xterm's 256 colours; every terminal with colours has the first eight. */
#define COLOUR_DEFAULT (-1) /* the terminal's default colour */
#define COLOUR_MOST    255

/* The colours of one window. */
struct palette {
    bool on; /* z */
    int colours[PART_COUNT];
};

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
    unsigned max_tasks;     /* n; 0: as many as fit */
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

#endif
