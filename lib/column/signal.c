/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Signals pending, blocked, ignored and caught, as masks or by name: bit 0 is signal 1. */
#include <inttypes.h>
#include <string.h>

#include "lib/column/family.h"
#include "lib/text/signals.h"

#define WIDE_DIGITS 16

/* For a process those sent to it as a whole, for a thread those sent to it alone. */
static struct value value_pending(const struct task *task, const struct column_context *context)
{
    (void)context;
    if (!task->status)
        return value_none();
    return value_uint(task->kind == TASK_PROCESS ? task->status->sig_group
                                                 : task->status->sig_pending);
}

static struct value value_tsig(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->status ? value_uint(task->status->sig_pending) : value_none();
}

static struct value value_blocked(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->status ? value_uint(task->status->sig_blocked) : value_none();
}

static struct value value_ignored(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->status ? value_uint(task->status->sig_ignored) : value_none();
}

static struct value value_caught(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->status ? value_uint(task->status->sig_caught) : value_none();
}

/* "HUP,INT", with a '+' at the end where not all of them find room: its cell is always kept. */
static void put_names(struct buf *out, uint64_t mask, size_t room)
{
    const size_t start = out->len;

    if (mask == 0)
        buf_putc(out, '-');
    for (int number = 1; mask; number++, mask >>= 1) {
        const char *name = signal_name(number);
        size_t len;

        if (!(mask & 1))
            continue;
        name = name ? name : "?";
        len = strlen(name);
        if (len + 1 >= room) {
            buf_putc(out, '+');
            return;
        }
        if (out->len > start) {
            buf_putc(out, ',');
            room--;
        }
        buf_puts(out, name);
        room -= len;
    }
}

/* In a narrow column the lower half, with a '<' where that is not all. */
static void put_mask(struct buf *out, const struct value *mask, const struct cell *cell)
{
    if (mask->kind != VALUE_UINT)
        buf_putc(out, '-');
    else if (cell->context->signal_names)
        put_names(out, mask->as.u, cell->room);
    else if (cell->width >= WIDE_DIGITS)
        buf_printf(out, "%016" PRIx64, mask->as.u);
    else
        buf_printf(out, "%s%08" PRIx32, mask->as.u > UINT32_MAX ? "<" : "", (uint32_t)mask->as.u);
}

#define MASK(code_, header_, row_class_, value_, help_)                                     \
    {                                                                                       \
        .code = code_, .header = header_, .help = help_, .width = 9, .align = ALIGN_SIGNAL, \
        .row_class = row_class_, .unit = UNIT_BITS, .need = NEED_STATUS, .value = value_,   \
        .put = put_mask                                                                     \
    }
#define PENDING(code_, header_) MASK(code_, header_, ROW_EVERY, value_pending, "signals pending")
#define BLOCKED(code_)          MASK(code_, "BLOCKED", ROW_THREAD, value_blocked, "signals blocked")
#define IGNORED(code_)          MASK(code_, "IGNORED", ROW_THREAD, value_ignored, "signals ignored")
#define CAUGHT(code_, header_)  MASK(code_, header_, ROW_THREAD, value_caught, "signals caught")

static const struct column rows[] = {
    BLOCKED("blocked"),
    CAUGHT("caught", "CAUGHT"),
    IGNORED("ignored"),
    PENDING("pending", "PENDING"),
    PENDING("sig", "PENDING"),
    BLOCKED("sig_block"),
    CAUGHT("sig_catch", "CATCHED"),
    IGNORED("sig_ignore"),
    PENDING("sig_pend", "SIGNAL"),
    CAUGHT("sigcatch", "CAUGHT"),
    IGNORED("sigignore"),
    BLOCKED("sigmask"),
    MASK("tsig", "PENDING", ROW_EVERY, value_tsig, "signals pending for the thread"),
};

const struct column_family column_signal = COLUMN_FAMILY(rows);
