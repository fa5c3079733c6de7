/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Cells are copied from the row above where nothing has changed. What a row says must not depend on
 * that: every row of a long listing is compared with the same row on its own.
 */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/names.h"
#include "ps/format/format.h"
#include "ps/printing.h"
#include "tests/unit/process.h"
#include "tests/unit/run.h"

/* More than what is written at once. */
#define ROWS 2500

static const struct {
    const char *format;
    struct ps_options options;
    size_t columns;
} cases[] = {
    /* Ids that are too long move what follows, names are of other bytes but the same cells. */
    {"user,pid:3,ppid,lwp:2,c,nlwp,stime,tty,time,args", {0}, SCREEN_UNLIMITED},
    {"pid:3,comm:6,ppid:3,comm,ppid,comm:2", {0}, SCREEN_UNLIMITED},
    {"pid:3,comm:6,tty,args", {0}, 24},
    {"pid:3,comm:6,tty,args", {0}, 40},
    {"lwp:3,comm,ppid:3", {.delimiter = '|'}, 30},
    {"pid:3,ni,s,comm", {.rows = SHOW_BOTH}, SCREEN_UNLIMITED},
    {"pid:3,ni,comm,args", {.tree = TREE_BRANCHES}, 40},
    {"uid:2,user:3,pid:3,comm", {.numeric_ids = true}, SCREEN_UNLIMITED},
};

/* Some figures change in every row, some now and then, and some in step with others. */
static void make_task(struct task *task, int i)
{
    static const char *const comms[] = {"a\xc3\xa9", "ae", "longer", "a\x01"};
    static const struct process processes[] = {
        {.ppid = 1, .tty = 0x8801, .nlwp = 3},
        {.ppid = 1, .nlwp = 3},
        {.ppid = 123456, .tty = 0x8801, .nlwp = 3},
    };
    static const char command[] = "a\xc3\xa9\0of many words\0and more of them";

    *task = (struct task){
        .kind = i % 3 ? TASK_THREAD : TASK_PROCESS,
        .tid = i % 7 ? 10 + i % 5 / 4 : 1234567,
        .tgid = i % 11 ? 10 : 123456,
        .euid = i % 13 / 8 ? 4294967000 : 0,
        .nice = (int8_t)(i % 17 / 9),
        .state = i % 19 ? 'S' : 'Z',
        .comm = comms[i / 2 % COUNT_OF(comms)],
        .cmdline = command,
        .cmdline_len = i % 23 ? sizeof(command) - 1 : 0,
        .utime_ns = (uint64_t)i * 300000000,
        .start_ns = (uint64_t)i * 10000000000,
        .process = &processes[i / 3 % COUNT_OF(processes)],
    };
}

/* The text of some rows. */
static char *render(const struct listing *whole, size_t first, size_t count)
{
    struct listing listing = *whole;
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    int closed;

    listing.rows += first;
    listing.count = count;
    ck_assert_ptr_nonnull(out);
    ck_assert_int_eq(out_text_write(&listing, out), 0);
    closed = fclose(out);
    ck_assert_int_eq(closed, 0);
    return text;
}

static void check_rows(const struct listing *listing)
{
    char *text = render(listing, 0, ROWS);
    const char *at = text;

    for (size_t i = 0; i < ROWS; i++) {
        char *row = render(listing, i, 1);
        const size_t len = strlen(row);

        ck_assert_msg(strncmp(at, row, len) == 0, "row %zu is '%.*s', on its own '%s'", i,
                      (int)strcspn(at, "\n"), at, row);
        at += len;
        free(row);
    }
    ck_assert_int_eq(*at, '\0');
    free(text);
}

LOOP(rows_alone, COUNT_OF(cases))
{
    static struct task tasks[ROWS];
    static struct forest_row rows[ROWS];
    const struct system_info system_info = {
        .pid_digits = 3, .uptime_ns = 100000000000000, .realtime_ns = 1795224716000000000};
    struct ps_options options = cases[_i].options;
    struct column_context context = {
        .system = &system_info, .names = name_cache_new(), .numeric_ids = options.numeric_ids};
    struct listing listing = {
        .options = &options,
        .context = &context,
        .screen = {.columns = cases[_i].columns, .lines = 24},
        .format = &options.format,
        .rows = rows,
    };
    struct buf error = {0};

    for (int i = 0; i < ROWS; i++) {
        make_task(&tasks[i], i);
        rows[i] = (struct forest_row){.task = &tasks[i], .depth = options.tree ? i / 2 % 2 : 0};
    }
    options.heading = HEADING_NEVER;
    ck_assert_int_eq(format_parse(&options.format, cases[_i].format, &options.arena, &error), 0);
    check_rows(&listing);
    name_cache_free(context.names);
    format_fini(&options.format);
    arena_fini(&options.arena);
    buf_fini(&error);
}

int main(void)
{
    if (!setlocale(LC_CTYPE, "C.UTF-8"))
        return EXIT_FAILURE;
    return run_tests();
}
