/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* State, flags, wait channel and terminal. */
#include <string.h>

#include "lib/base/unused.h"
#include "lib/column/family.h"
#include "lib/text/escape.h"

/* The longest BSD state: a letter, all of "<Lsl+" and a NUL. */
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

static void format_stat(struct buf *out, const struct task *task, const struct cell *cell UNUSED)
{
    char text[BSD_STATE_MAX] = "";

    buf_put(out, text, bsd_state(task, text));
}

/* The text's bytes as a number. */
static struct value key_stat(const struct task *task, const struct cell *cell UNUSED)
{
    char text[sizeof(uint64_t)] = "";
    uint64_t key;

    _Static_assert(BSD_STATE_MAX <= sizeof(text), "a state that is too long for a key");
    bsd_state(task, text);
    memcpy(&key, text, sizeof(key));
    return value_uint(key);
}

/* Forked but did not exec (1), used super-user privileges (4), and the bit between. */
static void put_flags(struct buf *out, const struct value *value, const struct cell *cell UNUSED)
{
    buf_put_u64(out, value->as.u >> 6 & 7);
}

/* Without the leading dots and underscores of the kernel's names. */
static struct value value_wchan(const struct task *task,
                                const struct column_context *context UNUSED)
{
    const char *name = task->wchan ? task->wchan : "";

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

/* tty1 and pts/1 are both shown as 1, to fit four cells. */
static void put_tty4(struct buf *out, const struct value *name, const struct cell *cell)
{
    static const char *const prefixes[] = {"tty", "pts/"};
    const char *text = name->as.text;

    for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
        size_t len = strlen(prefixes[i]);

        if (strncmp(text, prefixes[i], len) == 0 && text[len]) {
            text += len;
            break;
        }
    }
    escape_put(out, text, strlen(text), cell->room);
}

SHARED_FIGURE(task_flags, .help = "flags, in octal", .need = NEED_STAT,
              .member = MEMBER(task, flags), .put = put_flags);
SHARED_FIGURE(terminal, .help = "controlling terminal", .row_class = ROW_PROCESS, .need = NEED_STAT,
              .value = value_tty, .none = "?");
SHARED_FIGURE(state, .help = "state, one letter", .row_class = ROW_THREAD, .need = NEED_STAT,
              .member = MEMBER(task, state));
SHARED_FIGURE(wait_channel, .help = "kernel function it sleeps in", .row_class = ROW_THREAD,
              .need = NEED_WCHAN, .value = value_wchan);

static const struct column rows[] = {
    {"f", "F", 1, ALIGN_RIGHT, &task_flags},
    {"flag", "F", 1, ALIGN_RIGHT, &task_flags},
    {"flags", "F", 1, ALIGN_RIGHT, &task_flags},
    {"longtname", "TTY", 8, ALIGN_LEFT, &terminal},
    {"s", "S", 1, ALIGN_LEFT, &state},
    {"stat", "STAT", 4, ALIGN_LEFT,
     FIGURE(.help = "state, with letters for its circumstances", .row_class = ROW_THREAD,
            .need = NEED_STAT | NEED_NLWP | NEED_LOCKED, .value = value_stat,
            .sort = MEMBER(task, state), .format = format_stat, .key = key_stat)},
    {"state", "S", 1, ALIGN_LEFT, &state},
    {"tname", "TTY", 8, ALIGN_LEFT, &terminal},
    {"tt", "TT", 8, ALIGN_LEFT, &terminal},
    {"tty", "TT", 8, ALIGN_LEFT, &terminal},
    {"tty4", "TTY", 4, ALIGN_LEFT,
     FIGURE(.help = "controlling terminal", .row_class = ROW_PROCESS, .need = NEED_STAT,
            .value = value_tty, .put = put_tty4, .none = "?")},
    {"tty8", "TTY", 8, ALIGN_LEFT, &terminal},
    {"wchan", "WCHAN", 6, ALIGN_WCHAN, &wait_channel},
    {"wname", "WCHAN", 6, ALIGN_WCHAN, &wait_channel},
};

const struct column_family column_state = COLUMN_FAMILY(rows);
