/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a task is doing: its state and flags, what it waits for, the terminal it belongs to. */
#include <string.h>

#include "lib/column/family.h"
#include "lib/text/escape.h"

static struct value value_state(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->state ? value_text(&task->state, 1) : value_none();
}

/* The longest BSD state: a letter and all of "<Lsl+", and the NUL. */
#define BSD_STATE_MAX 7

static size_t bsd_state(const struct task *task, char text[BSD_STATE_MAX])
{
    size_t len = 0;

    text[len++] = task->state ? task->state : '-';
    if (task->nice < 0)
        text[len++] = '<';
    else if (task->nice > 0)
        text[len++] = 'N';
    if (task->process->locked_kib > 0)
        text[len++] = 'L';
    if (task->process->sid == task->tgid)
        text[len++] = 's';
    if (task->process->nlwp > 1)
        text[len++] = 'l';
    if (task->process->pgrp == task->process->tpgid)
        text[len++] = '+';
    text[len] = '\0';
    return len;
}

static struct value value_stat(const struct task *task, const struct column_context *context)
{
    char text[BSD_STATE_MAX] = "";
    size_t len = bsd_state(task, text);

    return value_string(name_cache_text(context->names, text, len));
}

static void format_stat(struct buf *out, const struct task *task, const struct cell *cell)
{
    char text[BSD_STATE_MAX] = "";

    (void)cell;
    buf_put(out, text, bsd_state(task, text));
}

/* The text itself, as a number. */
static struct value key_stat(const struct task *task, const struct cell *cell)
{
    char text[sizeof(uint64_t)] = "";
    uint64_t key;

    (void)cell;
    _Static_assert(BSD_STATE_MAX <= sizeof(text), "a state that is too long for a key");
    bsd_state(task, text);
    memcpy(&key, text, sizeof(key));
    return value_uint(key);
}

static struct value value_flags(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->flags);
}

/* "Forked but did not exec" (1), "used super-user privileges" (4), and the bit between them. */
static void put_flags(struct buf *out, const struct value *value, const struct cell *cell)
{
    (void)cell;
    buf_put_u64(out, value->as.u >> 6 & 7);
}

/* The kernel's names begin with dots and underscores that nobody wants to see. */
static struct value value_wchan(const struct task *task, const struct column_context *context)
{
    const char *name = task->wchan ? task->wchan : "";

    (void)context;
    if (*name == '.')
        name++;
    name += strspn(name, "_");
    return *name && strcmp(name, "0") != 0 ? value_string(name) : value_none();
}

static struct value value_tty(const struct task *task, const struct column_context *context)
{
    return task->process->tty
               ? value_string(name_cache_tty(context->names, task->process->tty, context->live))
               : value_none();
}

static void put_tty(struct buf *out, const struct value *name, const struct cell *cell)
{
    if (name->kind == VALUE_TEXT)
        escape_put(out, name->as.text, name->len, cell->room);
    else
        buf_putc(out, '?');
}

/* tty1 and pts/1 are both 1 here: four cells hold no more. */
static void put_tty4(struct buf *out, const struct value *name, const struct cell *cell)
{
    static const char *const prefixes[] = {"tty", "pts/"};
    const char *text = name->kind == VALUE_TEXT ? name->as.text : "?";

    for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
        size_t len = strlen(prefixes[i]);

        if (strncmp(text, prefixes[i], len) == 0 && text[len]) {
            text += len;
            break;
        }
    }
    escape_put(out, text, strlen(text), cell->room);
}

#define FLAGS(code_)                                                                               \
    {                                                                                              \
        .code = code_, .header = "F", .help = "flags, in octal", .width = 1, .align = ALIGN_RIGHT, \
        .need = NEED_STAT, .value = value_flags, .put = put_flags                                  \
    }
#define STATE(code_)                                                                          \
    {                                                                                         \
        .code = code_, .header = "S", .help = "state, one letter", .width = 1,                \
        .align = ALIGN_LEFT, .row_class = ROW_THREAD, .need = NEED_STAT, .value = value_state \
    }
#define TERMINAL(code_, header_, width_, put_)                                                \
    {                                                                                         \
        .code = code_, .header = header_, .help = "controlling terminal", .width = width_,    \
        .align = ALIGN_LEFT, .row_class = ROW_PROCESS, .need = NEED_STAT, .value = value_tty, \
        .put = put_                                                                           \
    }
#define WAITING(code_)                                                                          \
    {                                                                                           \
        .code = code_, .header = "WCHAN", .help = "kernel function it sleeps in", .width = 6,   \
        .align = ALIGN_WCHAN, .row_class = ROW_THREAD, .need = NEED_WCHAN, .value = value_wchan \
    }

static const struct column rows[] = {
    FLAGS("f"),
    FLAGS("flag"),
    FLAGS("flags"),
    TERMINAL("longtname", "TTY", 8, put_tty),
    STATE("s"),
    {.code = "stat",
     .header = "STAT",
     .help = "state, with letters for its circumstances",
     .width = 4,
     .align = ALIGN_LEFT,
     .row_class = ROW_THREAD,
     .need = NEED_STAT | NEED_LOCKED | NEED_NLWP,
     .value = value_stat,
     .sort_value = value_state,
     .format = format_stat,
     .key = key_stat},
    STATE("state"),
    TERMINAL("tname", "TTY", 8, put_tty),
    TERMINAL("tt", "TT", 8, put_tty),
    TERMINAL("tty", "TT", 8, put_tty),
    TERMINAL("tty4", "TTY", 4, put_tty4),
    TERMINAL("tty8", "TTY", 8, put_tty),
    WAITING("wchan"),
    WAITING("wname"),
};

const struct column_family column_state = COLUMN_FAMILY(rows);
