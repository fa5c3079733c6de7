/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Names and command lines.
 *
 * A cell is written from left to right: the branches of a forest, the command, the environment.
 * Each step reduces the remaining room.
 */
#include <string.h>

#include "lib/base/task_flags.h"
#include "lib/column/family.h"
#include "lib/text/escape.h"
#include "lib/text/names.h"

#define FNAME_CELLS 8

/* Kernel threads and zombies have no command line. */
static struct value value_argv(const struct task *task, const struct column_context *context)
{
    return task->cmdline_len > 0 ? value_text(task->cmdline, task->cmdline_len) : value_none();
}

static const struct column_strings argv = {"argv", value_argv};

static struct value value_args(const struct task *task, const struct column_context *context)
{
    return context->bare_command ? value_string(task->comm) : value_argv(task, context);
}

/* The length without trailing NULs. */
static size_t without_nuls(const char *bytes, size_t len)
{
    while (len > 0 && bytes[len - 1] == '\0')
        len--;
    return len;
}

/* Shown for a task that has overwritten its arguments with NULs. */
#define BLANK "-"

static bool is_blank(const struct task *task)
{
    return task->cmdline_len > 0 && without_nuls(task->cmdline, task->cmdline_len) == 0;
}

/* Sorts by what is shown: without a command line by BLANK or the name in brackets. */
static struct value sort_value_args(const struct task *task, const struct column_context *context)
{
    struct value args = value_args(task, context);
    struct buf name = {0};

    if (args.kind == VALUE_TEXT && is_blank(task))
        return value_string(BLANK);
    if (args.kind != VALUE_NONE || !task->comm)
        return args;
    buf_putc(&name, '[');
    buf_puts(&name, task->comm);
    buf_putc(&name, ']');
    args = value_string(name_cache_buf(context->names, &name));
    buf_fini(&name);
    return args;
}

static size_t environ_len(const struct task *task)
{
    return task->details ? task->details->environ_len : 0;
}

static struct value value_environ(const struct task *task, const struct column_context *context)
{
    return environ_len(task) > 0 ? value_text(task->details->environ, environ_len(task))
                                 : value_none();
}

static const struct column_strings envp = {"envp", value_environ};

/*
 * Appends a text and reduces *room by its cells. If a wide character at the end is left out,
 * nothing may follow, although a cell stays empty.
 */
static void put_part(struct buf *out, const char *text, size_t len, size_t *room)
{
    const size_t cells = escape_put(out, text, len, *room);

    *room -= cells;
    if (*room == 1 && escape_width(text, len) > cells)
        *room = 0;
}

static void put_string(struct buf *out, const char *text, size_t *room)
{
    put_part(out, text, strlen(text), room);
}

static const char *name_of(const struct task *task)
{
    return task->comm ? task->comm : "-";
}

/* Truncated to whole levels, so that a deep branch is still recognisable. */
static void put_tree(struct buf *out, const struct cell *cell, size_t *room)
{
    const char *prefix = cell->tree_prefix ? cell->tree_prefix : "";
    size_t step = cell->tree_step ? cell->tree_step : 1;
    size_t len = strnlen(prefix, *room); /* of 100,000 levels, a screen has few */

    if (prefix[len])
        len -= len % step;
    buf_put(out, prefix, len);
    *room -= len;
}

static void put_name(struct buf *out, const struct task *task, bool in_brackets, size_t *room)
{
    put_string(out, in_brackets ? "[" : "", room);
    put_string(out, name_of(task), room);
    put_string(out, in_brackets ? "]" : "", room);
    if (task->state == STATE_ZOMBIE)
        put_string(out, " <defunct>", room);
}

/*
 * Arguments separated by spaces. A newline, which would look like the end of the row, becomes a
 * space.
 */
static void put_arguments(struct buf *out, const char *bytes, size_t len, size_t *room)
{
    const char *const end = bytes + without_nuls(bytes, len);
    const char *nul = NULL; /* the end of the argument */

    while (*room > 0 && bytes < end) {
        const char *stop;

        if (!nul || nul < bytes)
            nul = memchr(bytes, '\0', (size_t)(end - bytes));
        nul = nul ? nul : end;
        stop = memchr(bytes, '\n', (size_t)(nul - bytes));
        stop = stop ? stop : nul;
        put_part(out, bytes, (size_t)(stop - bytes), room);
        if (stop == end)
            break;
        put_string(out, " ", room);
        bytes = stop + 1;
    }
}

static void put_command_line(struct buf *out, const struct task *task, size_t *room)
{
    if (task->cmdline_len == 0)
        put_name(out, task, true, room);
    else if (is_blank(task))
        put_string(out, BLANK, room);
    else
        put_arguments(out, task->cmdline, task->cmdline_len, room);
}

static void put_environment(struct buf *out, const struct task *task, size_t *room)
{
    if (environ_len(task) == 0 || *room < 2)
        return;
    put_string(out, " ", room);
    put_arguments(out, task->details->environ, environ_len(task), room);
}

static void format_command(struct buf *out, const struct task *task, const struct cell *cell,
                           bool bare)
{
    size_t room = cell->room;

    put_tree(out, cell, &room);
    if (bare)
        put_name(out, task, false, &room);
    else
        put_command_line(out, task, &room);
    if (cell->context->with_environ)
        put_environment(out, task, &room);
}

static void format_args(struct buf *out, const struct task *task, const struct cell *cell)
{
    format_command(out, task, cell, cell->context->bare_command);
}

static void format_line(struct buf *out, const struct task *task, const struct cell *cell)
{
    size_t room = cell->room;

    put_command_line(out, task, &room);
}

static void format_comm(struct buf *out, const struct task *task, const struct cell *cell)
{
    format_command(out, task, cell, true);
}

static void format_fname(struct buf *out, const struct task *task, const struct cell *cell)
{
    size_t room = cell->room;

    put_tree(out, cell, &room);
    if (room > FNAME_CELLS)
        room = FNAME_CELLS;
    put_string(out, name_of(task), &room);
}

/* Whether the cell has more than one text, so that the text's address is not a sufficient key. */
static bool has_more(const struct task *task, const struct cell *cell)
{
    return (cell->tree_prefix && *cell->tree_prefix) || task->state == STATE_ZOMBIE ||
           (cell->context->with_environ && environ_len(task) > 0);
}

static struct value key_comm(const struct task *task, const struct cell *cell)
{
    return has_more(task, cell) ? value_none() : value_string(task->comm);
}

static struct value key_args(const struct task *task, const struct cell *cell)
{
    if (cell->context->bare_command || task->cmdline_len == 0)
        return key_comm(task, cell);
    return has_more(task, cell) ? value_none() : value_text(task->cmdline, task->cmdline_len);
}

/* Of the whole cell: `line` has neither branches nor the environment. */
static struct value key_line(const struct task *task, const struct cell *cell)
{
    if (task->cmdline_len > 0)
        return value_text(task->cmdline, task->cmdline_len);
    return task->state == STATE_ZOMBIE ? value_none() : value_string(task->comm);
}

static void put_strings(struct buf *out, const struct value *value, const struct cell *cell)
{
    size_t room = cell->room;

    put_arguments(out, value->as.text, value->len, &room);
}

static struct value value_line(const struct task *task, const struct column_context *context)
{
    const struct value args = value_args(task, context);

    return args.kind == VALUE_NONE ? value_string(task->comm) : args;
}

const struct figure column_line = {.of_ended = true,
                                   .help = "command line, or else the name",
                                   .need = NEED_CMDLINE | NEED_COMM,
                                   .value = value_line,
                                   .sort_value = sort_value_args,
                                   .put = put_strings,
                                   .format = format_line,
                                   .key = key_line,
                                   .strings = &argv};

SHARED_FIGURE(command_line, .json = "args", .of_ended = true, .help = "command line",
              .row_class = ROW_PROCESS, .need = NEED_STAT | NEED_CMDLINE | NEED_COMM,
              .value = value_args, .sort_value = sort_value_args, .put = put_strings,
              .format = format_args, .key = key_args, .strings = &argv);
SHARED_FIGURE(command_name, .json = "comm", .of_ended = true,
              .help = "name of the executable, up to 15 bytes", .row_class = ROW_PROCESS,
              .need = NEED_STAT | NEED_COMM, .member = MEMBER(task, comm), .format = format_comm,
              .key = key_comm);

static const struct column rows[] = {
    {"args", "COMMAND", 27, ALIGN_UNLIMITED, &command_line},
    {"cmd", "CMD", 27, ALIGN_UNLIMITED, &command_line},
    {"comm", "COMMAND", 15, ALIGN_UNLIMITED, &command_name},
    {"command", "COMMAND", 27, ALIGN_UNLIMITED, &command_line},
    {"environ", "ENVIRONMENT", 31, ALIGN_UNLIMITED,
     FIGURE(.help = "environment it was started with", .row_class = ROW_PROCESS,
            .need = NEED_ENVIRON, .value = value_environ, .put = put_strings, .strings = &envp)},
    {"exe", "EXE", 27, ALIGN_UNLIMITED,
     FIGURE(.help = "path of the executable", .row_class = ROW_PROCESS, .need = NEED_EXE,
            .member = MEMBER(task_details, exe), .as = NONE_IF_ZERO)},
    {"fname", "COMMAND", 8, ALIGN_CUT,
     FIGURE(.of_ended = true, .help = "name of the executable, first 8 characters",
            .row_class = ROW_PROCESS, .need = NEED_COMM, .member = MEMBER(task, comm),
            .format = format_fname, .key = key_comm)},
    {"ucmd", "CMD", 15, ALIGN_UNLIMITED, &command_name},
    {"ucomm", "COMMAND", 15, ALIGN_UNLIMITED, &command_name},
};

const struct column_family column_command = COLUMN_FAMILY(rows);
