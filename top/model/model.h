/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_MODEL_H
#define DOTPROC_TOP_MODEL_MODEL_H

/*
 * Everything that is shown, and nothing else.
 *
 * update() changes the model, and views read it. The model does not depend on a clock, a file or a
 * terminal: it shows the time of the current sample, so the same model always gives the same frame.
 * The sample and the name cache are borrowed.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/column/column.h"
#include "lib/task/marks.h"
#include "top/model/cgroups.h"
#include "top/model/detail.h"
#include "top/model/ended.h"
#include "top/model/inspect.h"
#include "top/model/lookback.h"
#include "top/model/map.h"
#include "top/model/prompt.h"
#include "top/model/sample.h"
#include "top/model/tags.h"
#include "top/model/window.h"

#define MESSAGE_BYTES     256
#define MESSAGE_LOG_COUNT 10

/* Value of model::rows in batch mode, unless LINES limits them. */
#define ROWS_UNLIMITED SIZE_MAX

enum screen_id {
    SCREEN_TASKS,
    SCREEN_HELP,
    SCREEN_INSPECT_CHOICE,
    SCREEN_INSPECT_VIEW,
    SCREEN_FIELDS,
    SCREEN_COLOURS,
    SCREEN_MAP,
    SCREEN_CGROUPS,
};

struct binding;

/* The field manager: see screens/fields.c. */
struct field_screen {
    size_t at;   /* index of the slot under the cursor */
    bool moving; /* the field moves with the cursor */

    /* The search for a field */
    size_t origin; /* `at` when it began */
    bool failed;   /* no field matches the text */
};

/* The choice of colours: see screens/colours.c. */
struct colour_screen {
    enum colour_part part;

    /* The window's former settings, which q restores. */
    struct palette palette;
    bool bold_off, mark_reverse;
};

/* What is counted of all tasks of the sample, hidden ones included: those in each state. */
struct task_counts {
    size_t total, running, sleeping, uninterruptible, stopped, zombie;
    int highest_processor; /* that any was on */
};

/* A filter set by the key u or U with a user name that is still being looked up. */
struct wanted_user {
    struct user_filter filter; /* by FILTER_NOBODY: no look-up is pending */
    struct window *window;
    char name[PROMPT_BYTES];
    bool is_beginning; /* no user has the name: it may be the beginning of one */
};

/* The last messages, for the key ^L: see model_message_at(). */
struct message_log {
    char texts[MESSAGE_LOG_COUNT][MESSAGE_BYTES];
    size_t next, count;
};

struct model {
    struct model_settings settings;
    struct window windows[WINDOW_COUNT];
    struct window *window; /* the current one of these */

    /* How top was started */
    const char *program;   /* the program's name on the first line */
    bool batch;            /* frames are text: no cursor, no keys */
    bool secure;           /* keys that change something outside are disabled */
    bool foreign;          /* the PIDs are of a recorded tree or another PID namespace */
    pid_t pids[PID_LIMIT]; /* -p; 0 is replaced by top's own PID */
    size_t pid_count;
    pid_t self;
    const char *cgroup_root; /* as cgroup_reader_open() takes it, borrowed; NULL: this host's */
    struct inspect_entries inspect_entries; /* borrowed */

    /* Modes that keys switch, not saved */
    bool threads;          /* H: rows are threads */
    bool threads_by_group; /* threads is set only for a grouping by pool or wait */
    bool paused;           /* p: no scans, except when a key requests one */
    bool pasting;          /* keys come from a paste: only a prompt accepts them */

    /* The terminal */
    size_t rows, cols;
    size_t max_rows, max_cols; /* -w: rows and columns used; 0: all */
    int colour_count;          /* of the terminal; 0: it has none, or NO_COLOR is set */

    /* The screen that is open, and the state of each */
    enum screen_id screen;
    const struct binding *task_keys; /* of the task screen, from update(): help lists them */
    size_t help_first;               /* lines of the help scrolled past the top */
    struct field_screen fields;
    struct colour_screen colours;
    struct map map;
    struct cgroup_list cgroups;
    struct inspection inspection;
    struct detail_pane detail;

    /* Questions */
    struct prompt prompt;
    struct history history;
    struct wanted_user wanted_user;

    /* Messages */
    char message[MESSAGE_BYTES]; /* raw text; "": none */
    unsigned message_age;        /* samples since then */
    uint64_t message_ns;         /* monotonic time of the newest sample then */
    bool message_stays;          /* until a key is pressed */
    struct message_log log;

    /* Samples, and what is counted of them */
    struct sample *sample; /* the current one, which is shown; NULL before the first */
    struct sample *newest; /* the last one received: the same one except when looking back */
    struct lookback lookback;
    struct task_counts counts;
    struct ended_history ended_history;
    struct column_context context; /* values of columns depend on it */

    /* What the user has marked of their tasks */
    struct tags tags;
    struct task_marks marks; /* context.marks, while that is set */
    int64_t marked_ns;       /* time of the marked sample, since the Epoch */
    struct task_marks_counts marked;

    bool rows_stale; /* rows depend on what has changed: update() arranges them at its end */
    bool failed;     /* out of memory: rows may be outdated */
};

/*
 * The model has pointers into itself: do not copy it. `live`: the tasks are those of this host, see
 * struct source.
 */
void model_init(struct model *model, struct name_cache *names, bool live);
void model_fini(struct model *model);

/*
 * Takes a new sample; the previous one, which is still valid, is kept for looking back, except in
 * batch mode, and is no longer used. It becomes the current one unless an older one is shown.
 */
void model_set_sample(struct model *model, struct sample *sample);

/* Whether the shown sample is older than the newest. */
bool model_looks_back(const struct model *model);

/* Shows the sample `back` places before the newest, at most the oldest one; 0: the newest. */
void model_look_back(struct model *model, size_t back);

/*
 * Whether exited tasks are shown: D is on, the tasks are those of this host, and none were selected
 * by PID.
 */
bool model_watches_ended(const struct model *model);

/* Whether the line about function keys is shown: not on low screens. */
bool model_shows_function_keys(const struct model *model);

/* Whether the host's PSI is shown: it is turned on, and the current sample has it. */
bool model_shows_pressure(const struct model *model);

/* The rows of exited tasks to show; NULL: none, or the current sample has none yet. */
struct snapshot *model_ended_rows(const struct model *model);

/*
 * Whether a filter of the window applies: in stock top's mode (settings.status is off) only while
 * its field is shown.
 */
bool model_applies_filter(const struct model *model, const struct window *window,
                          const struct filter *filter);

/* Whether the current window, or another one on the screen, groups by pool or wait. */
bool model_groups_threads(const struct model *model);

/* Shows threads while model_groups_threads(), and restores processes afterwards. */
void model_follow_group(struct model *model);

/*
 * Makes this window, or the next (1) or previous (-1), the current one. A search in the one left
 * that waits for a sample ends.
 */
void model_set_window(struct model *model, size_t index);
void model_step_window(struct model *model, int by);

/*
 * Whether the window's tasks are shown: in alternate display those of every window that is not
 * hidden, otherwise and on the map those of the current window.
 */
bool model_shows_window(const struct model *model, const struct window *window);

/* The window's number as the user sees it, counted from 1. */
unsigned model_window_number(const struct model *model, const struct window *window);

/* Whether there is a sample and it has all tasks: the first one may have only some. */
bool model_has_all_tasks(const struct model *model);

/* Number of CPUs of the host; 0: unknown. */
size_t model_cpu_count(const struct model *model);

/*
 * %CPU of a CPU time in an interval, REAL_UNKNOWN if that is 0: of one CPU or, with I, of all. At
 * most what that many threads (0: unknown) and the host's CPUs can use.
 */
double model_cpu_percent(const struct model *model, uint64_t cpu_ns, uint64_t interval_ns,
                         uint64_t threads);

/* The colour of a part of a window; COLOUR_DEFAULT if colours are off or the terminal lacks it. */
int model_colour(const struct model *model, const struct window *window, enum colour_part part);

/*
 * Asks a question, or the one about tagged tasks if there are any; its default is the target of
 * keys: see window_target().
 */
void model_ask(struct model *model, const struct question *question);

/* The task with this ID in the current sample; NULL: there is none. */
struct task *model_find_task(const struct model *model, pid_t tid);

/* Which task has this PID in the current sample, to detect later that the PID was reused. */
struct task_identity model_shown_task(const struct model *model, pid_t tid);

/*
 * Whether the task has exited. False, too, if the current sample might lack it for another reason:
 * it is an earlier one, has not all tasks, or has no rows of threads.
 */
bool model_has_exited(const struct model *model, const struct task_identity *task);

/* The number of screen rows below the first `head`, but at least one. */
size_t model_rows_below(const struct model *model, size_t head);

/* Limits the index of the first visible one of `lines` lines to the last full page. */
void model_limit_first(size_t *first, size_t lines, size_t page);

/*
 * Scrolls up (-1), at most to the first line, or down (1), without a limit. *first is the index of
 * the first visible line.
 */
void model_scroll_lines(size_t *first, int direction, size_t lines);

/* Returns to the task screen from any other. */
void model_leave_screen(struct model *model);

/* Marks the current sample, with which all shown samples are compared; removes the mark. */
void model_mark(struct model *model);
void model_unmark(struct model *model);

/* Shows a message, cut to MESSAGE_BYTES, and adds it to the log; "" clears the message. */
void model_set_message(struct model *model, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The logged message of this age, raw: 0 is the newest, log.count - 1 the oldest. */
const char *model_message_at(const struct model *model, size_t age);

/*
 * sample_request.c: what the next scan has to read so that the model can select, sort and show its
 * tasks. The caller sets `shown`, `last` and the members of an early sample.
 */
struct sample_request sample_request_of(const struct model *model);

/* Whether the newest sample has all that the next scan would read; false before the first one. */
bool sample_request_is_met(const struct model *model);

/*
 * Whether an event brings the next scan forward, as the newest sample lacks something. A sample may
 * have brought other control groups onto the screen than those that it has read, and so may the
 * next: these wait for the next regular scan.
 */
bool sample_request_is_wanted(const struct model *model, enum event_kind event);

#endif
