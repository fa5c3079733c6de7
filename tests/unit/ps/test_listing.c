/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whole listings of ps as text. */
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ps/arrangement.h"
#include "ps/format/format.h"
#include "ps/printing.h"
#include "tests/unit/process.h"
#include "tests/unit/run.h"

/* The tasks of all listings below; their values are plain, so that the widths are what counts. */
#define TASK(tgid_, tid_, start_, comm_, state_, ppid_)                                         \
    {                                                                                           \
        .tgid = (tgid_), .tid = (tid_), .kind = (tgid_) == (tid_) ? TASK_PROCESS : TASK_THREAD, \
        .start_ns = (start_), .comm = (comm_), .state = (state_), PROCESS(.ppid = (ppid_))      \
    }

static const struct task tasks[] = {
    TASK(1, 1, 1, "init", 'S', 0),          TASK(2, 2, 2, "kernel", 'S', 0),
    TASK(30, 30, 3, "shell", 'R', 1),       TASK(31, 31, 4, "child-with-long-name", 'S', 30),
    TASK(31, 32, 4, "w1", 0, 30),           TASK(31, 33, 4, "w2", 0, 30),
    TASK(40, 40, 5, "two\nlines", 'S', 30), TASK(50, 50, 6, "w\u00efde\u6f22\u5b57", 'S', 1),
};

static const struct {
    const char *format;
    size_t columns; /* 0: no limit */
    struct ps_options options;
    const char *sort; /* a column */
    const char *expected;
} listings[] = {
    /* a text without end takes what is left of the line, and is cut in the middle of one */
    {.format = "pid,comm",
     .expected = "  PID COMMAND\n"
                 "    1 init\n"
                 "    2 kernel\n"
                 "   30 shell\n"
                 "   31 child-with-long-name\n"
                 "   40 two?lines\n"
                 "   50 wïde漢字\n"},
    {.format = "pid,comm",
     .columns = 12,
     .expected = "  PID COMMAND\n"
                 "    1 init\n"
                 "    2 kernel\n"
                 "   30 shell\n"
                 "   31 child-\n"
                 "   40 two?li\n"
                 "   50 wïde漢\n"},

    /* what does not fit gets whole lines of the screen; there is always room for one cell */
    {.format = "pid,ppid,comm",
     .columns = 5,
     .expected = "  PID  PPID COMMAND\n"
                 "    1     0 ini\n"
                 "    2     0 ker\n"
                 "   30     1 she\n"
                 "   31    30 chi\n"
                 "   40    30 two\n"
                 "   50     1 wïd\n"},

    /* a heading that is too long is made up for out of later padding */
    {.format = "state:1=LONGER,pid,state",
     .expected = "LONGER PID S\n"
                 "S     1 S\n"
                 "S     2 S\n"
                 "R    30 R\n"
                 "S    31 S\n"
                 "S    40 S\n"
                 "S    50 S\n"},

    /* no heading at all, by emptying or by option */
    {.format = "pid=,state",
     .expected = "      S\n    1 S\n    2 S\n   30 R\n   31 S\n   40 S\n   50 S\n"},
    {.format = "pid",
     .options = {.heading = HEADING_NEVER},
     .expected = "    1\n    2\n   30\n   31\n   40\n   50\n"},
    {.format = "pid",
     .options = {.heading = HEADING_PAGES},
     .expected = "  PID\n    1\n    2\n   30\n  PID\n   31\n   40\n   50\n"},

    /* text among columns follows them closely */
    {.format = "%p:%c",
     .columns = 40,
     .expected = "  PID:COMMAND\n"
                 "    1:init\n"
                 "    2:kernel\n"
                 "   30:shell\n"
                 "   31:child-with-long-name\n"
                 "   40:two?lines\n"
                 "   50:wïde漢字\n"},

    /* sorted, and as trees: these in reverse */
    {.format = "pid,comm",
     .columns = 16,
     .sort = "comm",
     .expected = "  PID COMMAND\n"
                 "   31 child-with\n"
                 "    1 init\n"
                 "    2 kernel\n"
                 "   30 shell\n"
                 "   40 two?lines\n"
                 "   50 wïde漢字\n"},
    {.format = "pid,comm",
     .columns = 24,
     .options = {.tree = TREE_BRANCHES},
     .expected = "  PID COMMAND\n"
                 "    2 kernel\n"
                 "    1 init\n"
                 "   30  \\_ shell\n"
                 "   31  |   \\_ child-with\n"
                 "   40  |   \\_ two?lines\n"
                 "   50  \\_ wïde漢字\n"},
    {.format = "pid,comm",
     .columns = 24,
     .options = {.tree = TREE_INDENTED},
     .expected = "  PID COMMAND\n"
                 "    2 kernel\n"
                 "    1 init\n"
                 "   30   shell\n"
                 "   31     child-with-lon\n"
                 "   40     two?lines\n"
                 "   50   wïde漢字\n"},

    /* threads below their process, which goes where its own order sends it */
    {.format = "pid,tid,comm,state",
     .columns = 40,
     .options = {.rows = SHOW_BOTH},
     .sort = "comm",
     .expected = "  PID   TID COMMAND         S\n"
                 "   31     - child-with-long -\n"
                 "    -    32 -               -\n"
                 "    -    33 -               -\n"
                 "    1     - init            -\n"
                 "    2     - kernel          -\n"
                 "   30     - shell           -\n"
                 "   40     - two?lines       -\n"
                 "   50     - wïde漢字        -\n"},
};

static void fill(struct snapshot *snapshot, bool threads)
{
    snapshot_init(snapshot);
    snapshot->system = (struct system_info){.pid_digits = 5};
    for (int i = 0; i < COUNT_OF(tasks); i++) {
        if (tasks[i].kind == TASK_THREAD && !threads)
            continue;
        struct task *task = snapshot_add(snapshot);

        ck_assert_ptr_nonnull(task);
        *task = tasks[i];
        task->have = NEED_STAT | NEED_COMM;
    }
}

/* Row by row, as they come while others are read, or all at once. */
static char *write_rows(const struct listing *whole, bool apart)
{
    struct listing listing = *whole;
    struct text_writer *writer;
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    int closed;

    ck_assert_ptr_nonnull(out);
    ck_assert_int_eq(out_text_open(&listing, out, &writer), 0);
    listing.count = apart ? 0 : whole->count;
    ck_assert_int_eq(out_text_put(writer, &listing), 0);
    for (size_t i = 0; apart && i < whole->count; i++) {
        listing.rows = whole->rows + i;
        listing.count = 1;
        ck_assert_int_eq(out_text_put(writer, &listing), 0);
    }
    out_text_close(writer);
    closed = fclose(out);
    ck_assert_int_eq(closed, 0);
    return text;
}

static char *render(struct snapshot *snapshot, const struct ps_options *options,
                    struct screen screen)
{
    const struct column_context context = {.system = &snapshot->system};
    struct forest_row *rows = calloc(snapshot->count + 1, sizeof(*rows));
    const struct listing listing = {
        .options = options,
        .format = &options->format,
        .context = &context,
        .screen = screen,
        .rows = rows,
        .count = snapshot->count,
    };
    char *text, *apart;

    ck_assert_ptr_nonnull(rows);
    ck_assert_int_eq(arrangement_order(snapshot, options, &context, rows), 0);
    text = write_rows(&listing, false);
    if (options->tree == TREE_NONE) {
        apart = write_rows(&listing, true);
        ck_assert_str_eq(apart, text);
        free(apart);
    }
    free(rows);
    return text;
}

LOOP(listing, COUNT_OF(listings))
{
    struct ps_options options = listings[_i].options;
    struct sort_key key = {0};
    struct snapshot snapshot;
    struct buf error = {0};
    char *text;

    ck_assert_int_eq(format_parse(&options.format, listings[_i].format, &options.arena, &error), 0);
    if (listings[_i].sort) {
        key.column = column_find(listings[_i].sort);
        options.sort = &key;
        options.sort_count = 1;
    }
    fill(&snapshot, options.rows == SHOW_BOTH);
    text =
        render(&snapshot, &options,
               (struct screen){listings[_i].columns ? listings[_i].columns : SCREEN_UNLIMITED, 4});
    ck_assert_str_eq(text, listings[_i].expected);
    free(text);
    snapshot_fini(&snapshot);
    format_fini(&options.format);
    arena_fini(&options.arena);
    buf_fini(&error);
}

/* A chain of tasks: each is one level below the one before, at any depth. */
CASE(deep_forest)
{
    struct ps_options options = {.tree = TREE_BRANCHES, .heading = HEADING_NEVER};
    struct snapshot snapshot;
    char *text;
    size_t lines = 0;

    ck_assert_int_eq(format_parse_plain(&options.format, "pid,comm"), 0);
    snapshot_init(&snapshot);
    snapshot.system.pid_digits = 5;
    for (int i = 0; i < 3000; i++) {
        struct task *task = snapshot_add(&snapshot);

        ck_assert_ptr_nonnull(task);
        *task = (struct task){.process = &process_none,
                              .tgid = i + 2,
                              .tid = i + 2,
                              .start_ns = (uint64_t)i,
                              .comm = "x",
                              .have = NEED_STAT | NEED_COMM};
        ck_assert_int_eq(
            snapshot_set_process(&snapshot, task, &(const struct process){.ppid = i + 1}), 0);
    }
    text = render(&snapshot, &options, (struct screen){SCREEN_UNLIMITED, 24});
    for (const char *at = text; *at; lines++) {
        size_t len = strcspn(at, "\n");

        ck_assert_uint_eq(len, 6 + lines * 4 + 1);
        ck_assert_int_eq(at[len - 1], 'x');
        at += len + 1;
    }
    ck_assert_uint_eq(lines, 3000);
    free(text);
    snapshot_fini(&snapshot);
    format_fini(&options.format);
}

/* A full device is reported. */
CASE(full_device)
{
    struct ps_options options = {0};
    struct snapshot snapshot;
    struct forest_row rows[COUNT_OF(tasks)];
    struct column_context context = {0};
    FILE *out = fopen("/dev/full", "w");

    ck_assert_ptr_nonnull(out);
    ck_assert_int_eq(setvbuf(out, NULL, _IONBF, 0), 0);
    ck_assert_int_eq(format_parse_plain(&options.format, "pid,comm"), 0);
    fill(&snapshot, false);
    context.system = &snapshot.system;
    ck_assert_int_eq(arrangement_order(&snapshot, &options, &context, rows), 0);
    ck_assert_int_eq(out_text_write(&(struct listing){.options = &options,
                                                      .format = &options.format,
                                                      .context = &context,
                                                      .screen = {SCREEN_UNLIMITED, 24},
                                                      .rows = rows,
                                                      .count = snapshot.count},
                                    out),
                     -ENOSPC);
    fclose(out);
    snapshot_fini(&snapshot);
    format_fini(&options.format);
}

static const struct column tid_column = {.figure = FIGURE(.member = MEMBER(task, tid))};

/* As --ended has them with threads: a process that is no group's row, and threads of others. */
CASE(rows_of_both_kinds_are_sorted_one_by_one)
{
    struct sort_key key = {.column = &tid_column, .descending = true};
    const struct ps_options options = {.rows = SHOW_THREADS, .sort = &key, .sort_count = 1};
    struct forest_row rows[COUNT_OF(tasks) + 1] = {{0}};
    struct column_context context = {0};
    struct snapshot snapshot;

    fill(&snapshot, true);
    context.system = &snapshot.system;
    ck_assert_int_eq(arrangement_order(&snapshot, &options, &context, rows), 0);
    for (size_t i = 0; i < snapshot.count; i++)
        ck_assert_int_eq(rows[i].task->tid, snapshot.tasks[snapshot.count - 1 - i].tid);
    ck_assert_ptr_null(rows[snapshot.count].task);
    snapshot_fini(&snapshot);
}

int main(void)
{
    if (!setlocale(LC_CTYPE, "C.UTF-8"))
        return EXIT_FAILURE;
    return run_tests();
}
