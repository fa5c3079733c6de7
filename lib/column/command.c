/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Names and command lines.
 *
 * A cell is written from left to right: the branches of a forest, the command, its environment.
 * Each step takes its part of the cells that are left.
 */
#include <string.h>

#include "lib/column/family.h"
#include "lib/text/escape.h"

#define FNAME_CELLS 8

static struct value value_comm(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_string(task->comm);
}

/* Kernel threads and zombies have no command line. */
static struct value value_args(const struct task *task, const struct column_context *context)
{
    if (context->bare_command)
        return value_comm(task, context);
    return task->cmdline_len > 0 ? value_text(task->cmdline, task->cmdline_len) : value_none();
}

/* Those without a command line sort by the name that is shown in its place. */
static struct value sort_value_args(const struct task *task, const struct column_context *context)
{
    struct value args = value_args(task, context);

    return args.kind == VALUE_NONE ? value_comm(task, context) : args;
}

static struct value value_environ(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->environ_len > 0 ? value_text(task->environ, task->environ_len) : value_none();
}

static size_t put_string(struct buf *out, const char *text, size_t room)
{
    return escape_put(out, text, strlen(text), room);
}

static const char *name_of(const struct task *task)
{
    return task->comm ? task->comm : "-";
}

/* In whole levels, so that what is left of a deep branch still looks like one. */
static size_t put_tree(struct buf *out, const struct cell *cell)
{
    const char *prefix = cell->tree_prefix ? cell->tree_prefix : "";
    size_t step = cell->tree_step ? cell->tree_step : 1;
    size_t len = strlen(prefix);

    if (len > cell->room)
        len = cell->room - cell->room % step;
    buf_put(out, prefix, len);
    return len;
}

static size_t put_name(struct buf *out, const struct task *task, size_t room)
{
    size_t cells = put_string(out, name_of(task), room);

    if (task->state == 'Z')
        cells += put_string(out, " <defunct>", room - cells);
    return cells;
}

static size_t put_bracketed_name(struct buf *out, const struct task *task, size_t room)
{
    size_t cells = put_string(out, "[", room);

    cells += put_string(out, name_of(task), room - cells);
    cells += put_string(out, "]", room - cells);
    if (task->state == 'Z')
        cells += put_string(out, " <defunct>", room - cells);
    return cells;
}

/* Arguments with spaces between them; a newline would look like the end of the row. */
static size_t put_arguments(struct buf *out, const char *bytes, size_t len, size_t room)
{
    size_t cells = 0;

    while (len > 0 && bytes[len - 1] == '\0')
        len--;
    while (len > 0 && cells < room) {
        const char *nul = memchr(bytes, '\0', len);
        size_t part = nul ? (size_t)(nul - bytes) : len;
        const char *newline = memchr(bytes, '\n', part);

        if (newline)
            part = (size_t)(newline - bytes);
        cells += escape_put(out, bytes, part, room - cells);
        if (part == len)
            break;
        cells += put_string(out, " ", room - cells);
        bytes += part + 1;
        len -= part + 1;
    }
    return cells;
}

static size_t put_command_line(struct buf *out, const struct task *task, size_t room)
{
    size_t start = out->len;
    size_t cells;

    if (task->cmdline_len == 0)
        return put_bracketed_name(out, task, room);
    cells = put_arguments(out, task->cmdline, task->cmdline_len, room);
    /* It has overwritten its arguments with nothing. */
    if (out->len == start)
        cells = put_string(out, "?", room);
    return cells;
}

static void put_environment(struct buf *out, const struct task *task, size_t room)
{
    if (task->environ_len == 0 || room < 2)
        return;
    buf_putc(out, ' ');
    put_arguments(out, task->environ, task->environ_len, room - 1);
}

static void format_command(struct buf *out, const struct task *task, const struct cell *cell,
                           bool bare)
{
    size_t room = cell->room - put_tree(out, cell);

    room -= bare ? put_name(out, task, room) : put_command_line(out, task, room);
    if (cell->context->with_environ)
        put_environment(out, task, room);
}

static void format_args(struct buf *out, const struct task *task, const struct cell *cell)
{
    format_command(out, task, cell, cell->context->bare_command);
}

static void format_comm(struct buf *out, const struct task *task, const struct cell *cell)
{
    format_command(out, task, cell, true);
}

static void format_fname(struct buf *out, const struct task *task, const struct cell *cell)
{
    size_t room = cell->room - put_tree(out, cell);

    put_string(out, name_of(task), room < FNAME_CELLS ? room : FNAME_CELLS);
}

static void put_strings(struct buf *out, const struct value *value, const struct cell *cell)
{
    if (value->kind == VALUE_TEXT)
        put_arguments(out, value->as.text.data, value->as.text.len, cell->room);
    else
        buf_putc(out, '-');
}

/* The state is needed for zombies. */
#define LINE(code_, header_)                                                     \
    {                                                                            \
        .code = code_, .header = header_, .help = "command line", .width = 27,   \
        .align = ALIGN_UNLIMITED, .row_class = ROW_PROCESS,                      \
        .need = NEED_CMDLINE | NEED_COMM | NEED_STAT, .value = value_args,       \
        .sort_value = sort_value_args, .put = put_strings, .format = format_args \
    }
#define NAME(code_, header_)                                                                \
    {                                                                                       \
        .code = code_, .header = header_, .help = "name of the executable, up to 15 bytes", \
        .width = 15, .align = ALIGN_UNLIMITED, .row_class = ROW_PROCESS,                    \
        .need = NEED_COMM | NEED_STAT, .value = value_comm, .format = format_comm           \
    }

static const struct column rows[] = {
    LINE("args", "COMMAND"),
    LINE("cmd", "CMD"),
    NAME("comm", "COMMAND"),
    LINE("command", "COMMAND"),
    {.code = "environ",
     .header = "ENVIRONMENT",
     .help = "environment it was started with",
     .width = 31,
     .align = ALIGN_UNLIMITED,
     .row_class = ROW_PROCESS,
     .need = NEED_ENVIRON,
     .value = value_environ,
     .put = put_strings},
    {.code = "fname",
     .header = "COMMAND",
     .help = "name of the executable, first 8 characters",
     .width = FNAME_CELLS,
     .align = ALIGN_CUT,
     .row_class = ROW_PROCESS,
     .need = NEED_COMM,
     .value = value_comm,
     .format = format_fname},
    NAME("ucmd", "CMD"),
    NAME("ucomm", "COMMAND"),
};

const struct column_family column_command = COLUMN_FAMILY(rows);
