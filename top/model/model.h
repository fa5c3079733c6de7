/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_MODEL_H
#define DOTPROC_TOP_MODEL_MODEL_H

/*
 * All that is shown, and nothing else.
 *
 * update() changes the model, views read it. It reads no clock, no file and no terminal: the time
 * that it shows is the moment of the sample in hand, so the same model always gives the same
 * frame. The sample and the name cache are borrowed.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/column/column.h"
#include "top/base/keys.h"
#include "top/model/detail_pane.h"
#include "top/model/history.h"
#include "top/model/inspect.h"
#include "top/model/message_log.h"
#include "top/model/prompt.h"
#include "top/model/sample.h"
#include "top/model/scale.h"
#include "top/model/window.h"

/* Fields that X is for are as wide as what is shown in them. */
#define EXTRA_WIDTH_AUTO (-1)
#define EXTRA_WIDTH_MOST 511

/* Rows of a screen without end: batch mode. */
#define ROWS_UNLIMITED SIZE_MAX

enum screen_id {
    SCREEN_TASKS,
    SCREEN_HELP,
    SCREEN_INSPECT_CHOICE,
    SCREEN_INSPECT_VIEW,
    SCREEN_FIELDS,
    SCREEN_COLOURS,
};

/* The help screen: see screens/help.h. */
struct help_screen {
    const struct binding *bindings; /* the keys that it tells about; borrowed */
    size_t first;                   /* scrolled down by so many lines */
};

/* The field manager: see screens/fields.h. */
struct field_screen {
    size_t at;   /* the slot of the window that the cursor is on */
    bool moving; /* it goes where the cursor goes */
};

/* The choice of colours: see screens/colours.h. */
struct colour_screen {
    enum colour_part part;

    /* As the window had them before. */
    struct palette palette;
    bool bold_off, mark_reverse;
};

/* Tasks by state, whether they are shown or not. */
struct task_counts {
    size_t total, running, sleeping, stopped, zombie;
};

/* A filter that the key u or U has asked for, by a name whose id is not known yet. */
struct wanted_user {
    struct user_filter filter; /* by FILTER_NOBODY: nothing is wanted */
    struct window *window;
    char name[PROMPT_BYTES];
};

struct model {
    /* Settings */
    const char *program; /* what the first line calls it */
    struct window windows[WINDOW_COUNT];
    struct window *window; /* the current one of them */
    bool alternate;        /* A: all windows share the screen */
    bool threads;          /* H */
    bool solaris;          /* I: %CPU is a share of all processors */
    bool paused;           /* p: no scans but those that are asked for */
    bool secure;           /* keys that change something outside are off */
    uint64_t delay_ns;
    enum memory_unit summary_unit, task_unit;
    enum time_form task_time; /* ^E: CPU times are not finer */
    bool zeros_hidden;        /* 0 */
    int extra_width;          /* X: of fields that it is for; EXTRA_WIDTH_AUTO */
    pid_t pids[PID_LIMIT];    /* -p; 0 was replaced by the program's own */
    size_t pid_count;
    pid_t self;
    struct inspect_entries inspect_entries; /* borrowed */

    /* The screen */
    size_t rows, cols;
    int colour_count;          /* of the terminal; 0: it has none, or none are wanted */
    size_t max_rows, max_cols; /* -w: no more of them are used; 0: all */
    enum screen_id screen;
    struct help_screen help;
    struct field_screen fields;
    struct colour_screen colours;
    struct prompt prompt;
    struct history history;
    struct wanted_user wanted_user;
    char message[MESSAGE_BYTES]; /* raw text; "" when there is none */
    unsigned message_age;
    bool message_stays; /* until a key is pressed */
    struct message_log log;
    struct detail_pane detail;
    struct inspection inspection;

    /* What is known, and in which order it is shown */
    struct sample *sample; /* NULL before the first one */
    struct column_context context;
    struct task_counts counts;
    bool failed; /* memory ran out: the order may be stale */
};

/* For struct toggle: a bool of the model, or of its current window. */
#define OF_MODEL(member)  .of = TOGGLE_MODEL, .offset = offsetof(struct model, member)
#define OF_WINDOW(member) .of = TOGGLE_WINDOW, .offset = offsetof(struct window, member)

/* Points into itself, so it is never copied. `live`: the tasks will be those of this host, see
 * struct source. */
void model_init(struct model *model, struct name_cache *names, bool live);
void model_fini(struct model *model);

/*
 * Takes a new sample in hand; the one before is no longer looked at. Windows are to be arranged
 * then: see table/arrange.h.
 */
void model_set_sample(struct model *model, struct sample *sample);

/* Whether its tasks are on the screen: it has that to itself, or shares it. */
bool model_shows_window(const struct model *model, const struct window *window);

/* The number of a window as users know it, from 1 on. */
unsigned model_window_number(const struct model *model, const struct window *window);

/* What the next scan must bring for all that is to be shown, and whether the one in hand did. */
struct sample_request model_sample_request(const struct model *model);
bool model_is_satisfied(const struct model *model);

/* Processors of the host; 0 when it is not known. */
size_t model_cpu_count(const struct model *model);

/* The colour of a part of a window on this screen. */
int model_colour(const struct model *model, const struct window *window, enum colour_part part);

/* Asks a question about the first task on the screen, unless the answer names another. */
void model_ask(struct model *model, const struct question *question);

/* The task with this id in the sample in hand, or NULL. */
const struct task *model_find_task(const struct model *model, pid_t tid);

/* Who is shown under this number in the sample. */
struct shown_task model_shown_task(const struct model *model, pid_t tid);

void model_set_message(struct model *model, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
