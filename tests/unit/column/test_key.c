/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Keys of columns: two tasks whose keys are equal have the same text. A task is taken, and others
 * that differ from it in one bit, or in one of its strings; no column may take two of them for the
 * same that it shows differently.
 */
#include <locale.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/base/units.h"
#include "lib/column/family.h"
#include "lib/text/names.h"
#include "tests/unit/run.h"

#define S NS_PER_S

static const struct system_info system_info = {
    .uptime_ns = 100000 * S,
    .realtime_ns = INT64_C(1795224716) * (int64_t)S,
    .mem_total_kib = 1000000,
    .page_kib = 4,
    .pid_digits = 5,
};

/* Options that change what cells say, each on its own. */
static const struct column_context contexts[] = {
    {0},
    {.numeric_ids = true},
    {.cumulative = true},
    {.bare_command = true},
    {.with_environ = true},
    {.signal_names = true},
    {.date_format = "%S"},
};

/* A task and all that it points to. */
struct subject {
    struct task task;
    struct process process;
    struct task_addresses addresses;
    struct task_status status;
    struct task_details details;
    struct task_io io;
    struct task_smaps smaps;
    struct task_ended ended;
};

static const struct subject model = {
    .task = {.tid = 1000,
             .tgid = 1000,
             .kind = TASK_THREAD,
             .state = 'S',
             .priority = 20,
             .start_ns = 90000 * S,
             .utime_ns = 900 * S,
             .stime_ns = 70 * S,
             .comm = "name",
             .cmdline = "command\0line",
             .cmdline_len = sizeof("command\0line") - 1,
             .wchan = "do_wait"},
    .process = {.ppid = 1, .pgrp = 1000, .sid = 1000, .tty = 34816, .nlwp = 2, .rss_kib = 5000},
    .status = {.groups = "0,4"},
    .details = {.environ = "A=1\0B=2",
                .environ_len = sizeof("A=1\0B=2") - 1,
                .cgroup = "0::/a.slice",
                .label = "label",
                .exe = "/bin/true",
                .login = {"", "0", "seat0", "1", "a.slice", "a.service", ""}},
};

/* Wires up what was copied. */
static void connect(struct subject *subject)
{
    subject->task.process = &subject->process;
    subject->task.addresses = &subject->addresses;
    subject->task.status = &subject->status;
    subject->task.details = &subject->details;
    subject->details.io = &subject->io;
    subject->details.smaps = &subject->smaps;
    subject->details.ended = &subject->ended;
    subject->ended.by = "make";
}

/* Its figures: all but pointers, and the lengths of what these point to. */
#define FROM_TO(first, behind)                                                 \
    {                                                                          \
        offsetof(struct subject, first),                                       \
            offsetof(struct subject, behind) - offsetof(struct subject, first) \
    }
#define WHOLE(part)                                                            \
    {                                                                          \
        offsetof(struct subject, part), sizeof(((struct subject *)NULL)->part) \
    }

static const struct {
    size_t offset, size;
} figures[] = {
    FROM_TO(task, task.cmdline_len),
    FROM_TO(task.minflt, task.process),
    WHOLE(process),
    WHOLE(addresses),
    FROM_TO(status, status.groups),
    FROM_TO(details.namespace_inodes, details.environ_len),
    WHOLE(io),
    WHOLE(smaps),
};

#define STRING(field, text_)                     \
    {                                            \
        offsetof(struct subject, field), (text_) \
    }

static const struct {
    size_t offset;
    const char *text;
} strings[] = {
    STRING(task.comm, "eman"),
    STRING(task.comm, NULL),
    STRING(task.cmdline, "dnammoc\0enil"),
    STRING(details.environ, "B=2\0A=1"),
    STRING(details.cgroup, "0::/b.slice"),
    STRING(details.label, "other"),
    STRING(task.wchan, "do_exit"),
    STRING(status.groups, "0,5"),
    STRING(details.exe, "/bin/false"),
    STRING(details.login[LOGIN_OWNER], "1"),
    STRING(details.login[LOGIN_SEAT], "seat1"),
    STRING(details.login[LOGIN_SESSION], "2"),
    STRING(details.login[LOGIN_SLICE], "b.slice"),
    STRING(details.login[LOGIN_UNIT], "b.service"),
    STRING(details.login[LOGIN_USER_UNIT], "b.service"),
    STRING(details.login[LOGIN_MACHINE], "b"),
};

/* What a column says of a task. */
struct saying {
    struct value key;
    bool known;
    struct buf text;
};

static void say(struct saying *saying, const struct column *column, const struct subject *subject,
                const struct cell *cell)
{
    buf_clear(&saying->text);
    saying->key = column_key(column, &subject->task, cell);
    saying->known = saying->key.kind != VALUE_NONE;
    column_format(&saying->text, column, &subject->task, cell);
}

static struct name_cache *names;
static const struct column *columns[512];
static int column_count;

static void set_up(void)
{
    setenv("TZ", "UTC", 1);
    tzset();
    setlocale(LC_ALL, "C");
    names = name_cache_new();
    ck_assert_ptr_nonnull(names);
    column_count = 0;
    while ((columns[column_count] = column_at((size_t)column_count)))
        ck_assert_int_lt(++column_count, COUNT_OF(columns));
    for (size_t i = 0; i < column_unlisted.count; i++) {
        ck_assert_int_lt(column_count, COUNT_OF(columns));
        columns[column_count++] = &column_unlisted.columns[i];
    }
}

static void tear_down(void)
{
    name_cache_free(names);
}

FIXTURE(set_up, tear_down);

/* What all columns say of the model is held against what they say of another, or elsewhere. */
struct view {
    struct column_context context;
    struct subject model;
    struct saying sayings[COUNT_OF(columns)];
};

static void view_init(struct view *view, const struct column_context *context,
                      const struct subject *of)
{
    const struct cell cell = {.context = &view->context, .width = 16, .room = SIZE_MAX};

    view->context = *context;
    view->context.system = &system_info;
    view->context.names = names;
    view->model = *of;
    connect(&view->model);
    for (int i = 0; i < column_count; i++) {
        view->sayings[i].text = (struct buf){0};
        say(&view->sayings[i], columns[i], &view->model, &cell);
    }
}

static void view_fini(struct view *view)
{
    for (int i = 0; i < column_count; i++)
        buf_fini(&view->sayings[i].text);
}

static void check_other(const struct view *view, const struct subject *other, const char *prefix)
{
    const struct cell cell = {
        .context = &view->context, .tree_prefix = prefix, .width = 16, .room = SIZE_MAX};
    struct saying saying = {0};

    for (int i = 0; i < column_count; i++) {
        const struct saying *expected = &view->sayings[i];

        say(&saying, columns[i], other, &cell);
        if (saying.known && expected->known && value_same(&saying.key, &expected->key) &&
            strcmp(buf_text(&saying.text), buf_text(&expected->text)) != 0)
            ck_abort_msg("%s takes '%s' and '%s' for the same", columns[i]->code,
                         buf_text(&expected->text), buf_text(&saying.text));
    }
    buf_fini(&saying.text);
}

LOOP(other_figures, COUNT_OF(contexts))
{
    struct view view;

    view_init(&view, &contexts[_i], &model);
    for (int i = 0; i < COUNT_OF(figures); i++)
        for (size_t bit = 0; bit < figures[i].size * 8; bit++) {
            struct subject other = model;

            ((unsigned char *)&other)[figures[i].offset + bit / 8] ^= (unsigned char)(1 << bit % 8);
            connect(&other);
            check_other(&view, &other, "");
        }
    view_fini(&view);
}

LOOP(other_strings, COUNT_OF(contexts))
{
    struct view view;

    view_init(&view, &contexts[_i], &model);
    for (int i = 0; i < COUNT_OF(strings); i++) {
        struct subject other = model;

        *(const char **)((char *)&other + strings[i].offset) = strings[i].text;
        connect(&other);
        check_other(&view, &other, "");
    }
    view_fini(&view);
}

/* Without a command line, and as a zombie, its name is shown. */
LOOP(other_commands, COUNT_OF(contexts))
{
    struct view view;
    struct subject other = model;

    view_init(&view, &contexts[_i], &model);
    connect(&other);
    other.task.cmdline_len = 0;
    check_other(&view, &other, "");
    other.task.state = 'Z';
    check_other(&view, &other, "");
    other = model;
    connect(&other);
    other.details.environ_len = 0;
    check_other(&view, &other, "");
    check_other(&view, &view.model, " \\_ ");
    view_fini(&view);
}

/* Without a command line, too, a zombie has a text of its own. */
LOOP(other_names, COUNT_OF(contexts))
{
    struct view view;
    struct subject nameless = model, other;

    nameless.task.cmdline_len = 0;
    view_init(&view, &contexts[_i], &nameless);
    other = nameless;
    connect(&other);
    other.task.state = 'Z';
    check_other(&view, &other, "");
    view_fini(&view);
}

/* What could not be read is not what the kernel does not have. */
CASE(unread_records)
{
    struct view view;
    struct subject other = model;

    view_init(&view, &contexts[0], &model);
    connect(&other);
    other.task.status = NULL;
    check_other(&view, &other, "");
    view_fini(&view);
}

/* They are there to save work: with the same figures, most are the same. */
CASE(same_figures)
{
    struct view view;
    int known = 0;

    view_init(&view, &contexts[0], &model);
    for (int i = 0; i < column_count; i++)
        known += view.sayings[i].known;
    ck_assert_int_eq(known, column_count);
    view_fini(&view);
}
