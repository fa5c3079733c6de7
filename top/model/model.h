/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_MODEL_H
#define DOTPROC_TOP_MODEL_MODEL_H

/*
 * All that is shown, and nothing else.
 *
 * update() changes the model, and views read it. It reads no clock, no file and no terminal: it
 * shows the time of the current sample, so the same model always gives the same frame. The sample
 * and the name cache are borrowed.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/column/column.h"
#include "top/model/detail_pane.h"
#include "top/model/ended_history.h"
#include "top/model/history.h"
#include "top/model/inspect.h"
#include "top/model/message_log.h"
#include "top/model/prompt.h"
#include "top/model/sample.h"
#include "top/model/scale.h"
#include "top/model/window.h"

/* Fields that X widens are as wide as their content. */
#define EXTRA_WIDTH_AUTO (-1)
#define EXTRA_WIDTH_MOST 511

/* The number of rows in batch mode. */
#define ROWS_UNLIMITED SIZE_MAX

enum screen_id {
    SCREEN_TASKS,
    SCREEN_HELP,
    SCREEN_INSPECT_CHOICE,
    SCREEN_INSPECT_VIEW,
    SCREEN_FIELDS,
    SCREEN_COLOURS,
};

struct binding;

/* The help screen: see screens/help.h. */
struct help_screen {
    const struct binding *bindings; /* the keys that it explains; borrowed */
    size_t first;                   /* scrolled down by this many lines */
};

/* The field manager: see screens/fields.h. */
struct field_screen {
    size_t at;   /* the window's slot under the cursor */
    bool moving; /* the field moves with the cursor */
};

/* The choice of colours: see screens/colours.h. */
struct colour_screen {
    enum colour_part part;

    /* The window's settings before, for q. */
    struct palette palette;
    bool bold_off, mark_reverse;
};

/* Tasks by state, hidden ones included. */
struct task_counts {
    size_t total, running, sleeping, uninterruptible, stopped, zombie;
};

/* A filter set by the key u or U, by a user name whose id is not known yet. */
struct wanted_user {
    struct user_filter filter; /* by FILTER_NOBODY: nothing is wanted */
    struct window *window;
    char name[PROMPT_BYTES];
};

/* What the user has chosen for all windows together, and W saves. */
struct model_settings {
    uint64_t delay_ns;
    bool alternate;    /* A: all windows share the screen */
    bool solaris;      /* I: %CPU is a share of all processors */
    bool zeros_hidden; /* 0 */
    bool ended;        /* D: rows of what ended between two scans, and a line about it */
    bool pressure;     /* 6: a line about the pressure on the host */
    enum memory_unit summary_unit, task_unit;
    enum time_form task_time; /* ^E: the finest form of CPU times */
    int extra_width;          /* X: cells added to some fields; EXTRA_WIDTH_AUTO */
};

struct model {
    struct model_settings settings;
    struct window windows[WINDOW_COUNT];
    struct window *window; /* the current one of them */

    /* Of this run */
    const char *program;   /* the name on the first line */
    bool threads;          /* H */
    bool paused;           /* p: no scans except those that a key asks for */
    bool secure;           /* keys that change something outside are unavailable */
    pid_t pids[PID_LIMIT]; /* -p; 0 is replaced by top's own pid */
    size_t pid_count;
    pid_t self;
    struct inspect_entries inspect_entries; /* borrowed */

    /* The screen */
    size_t rows, cols;
    int colour_count;          /* of the terminal; 0: it has none, or NO_COLOR is set */
    size_t max_rows, max_cols; /* -w: rows and columns used; 0: all */
    enum screen_id screen;
    struct help_screen help;
    struct field_screen fields;
    struct colour_screen colours;
    struct prompt prompt;
    struct history history;
    struct wanted_user wanted_user;
    char message[MESSAGE_BYTES]; /* raw text; "": none */
    unsigned message_age;
    bool message_stays; /* until a key is pressed */
    struct message_log log;
    struct detail_pane detail;
    struct inspection inspection;

    /* The tasks */
    struct sample *sample; /* the current one; NULL before the first */
    struct column_context context;
    struct task_counts counts;
    struct ended_history ended_history;
    bool failed; /* memory ran out: the order may be stale */
};

/* Sets the settings of the first start. */
void model_settings_init(struct model_settings *settings);

/*
 * The model has pointers into itself: do not copy it. `live`: the tasks are those of this host, see
 * struct source.
 */
void model_init(struct model *model, struct name_cache *names, bool live);
void model_fini(struct model *model);

/*
 * Makes this the current sample; the previous one is no longer used. The caller has to arrange the
 * windows: see table/arrange.h.
 */
void model_set_sample(struct model *model, struct sample *sample);

/* Whether what ended is shown: where it can be known, and not beside single processes. */
bool model_watches_ended(const struct model *model);

/* Whether the pressure on the host is shown: where it is known. */
bool model_shows_pressure(const struct model *model);

/* The rows of what ended that are shown; NULL: none, or they are not known yet. */
struct snapshot *model_ended_rows(const struct model *model);

/* Whether the window's tasks are on the screen. */
bool model_shows_window(const struct model *model, const struct window *window);

/* The number of a window as users know it, counted from 1. */
unsigned model_window_number(const struct model *model, const struct window *window);

/* Whether there is a sample, and not one of the first tasks alone. */
bool model_has_all_tasks(const struct model *model);

/* Processors of the host; 0 when it is not known. */
size_t model_cpu_count(const struct model *model);

/* %CPU: a share of one processor or of all; of no time at all 0. */
double model_cpu_percent(const struct model *model, uint64_t cpu_ns, uint64_t interval_ns);

/* The colour of a part of a window on this screen. */
int model_colour(const struct model *model, const struct window *window, enum colour_part part);

/* Asks a question; its default is the first task on the screen. */
void model_ask(struct model *model, const struct question *question);

/* The task with this id in the current sample, or NULL. */
struct task *model_find_task(const struct model *model, pid_t tid);

/* Who is shown under this number in the sample. */
struct shown_task model_shown_task(const struct model *model, pid_t tid);

/* The rows of the screen below the first `head`, but at least one. */
size_t model_rows_below(const struct model *model, size_t head);

/* Of `lines` lines that are shown there, the first one of the last full page. */
size_t model_last_page(const struct model *model, size_t head, size_t lines);

/* Scrolls up (-1), at most to the first line, or down (1): *first is the first visible one. */
void model_scroll_lines(size_t *first, int direction, size_t lines);

/* Goes back to the task screen from any other. */
void model_leave_screen(struct model *model);

void model_set_message(struct model *model, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
