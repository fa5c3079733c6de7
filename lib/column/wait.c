/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Waits of tasks, and run queue delay. */
#include <inttypes.h>
#include <stdio.h>

#include "lib/base/unused.h"
#include "lib/column/family.h"
#include "lib/wait/call.h"
#include "lib/wait/wait.h"

static const struct task_syscall *call_of(const struct task *task)
{
    return task->details ? task->details->syscall : NULL;
}

/* The number if there is no name, as for a call of a newer kernel. */
static struct value value_syscall(const struct task *task, const struct column_context *context)
{
    const struct task_syscall *call = call_of(task);
    char number[24];
    const char *name;
    int len;

    if (!call || call->place != PLACE_CALL || call->bits == 0)
        return value_none();
    name = call_name(call);
    if (name)
        return value_string(name);
    len = snprintf(number, sizeof(number), "%" PRId64, call->number);
    return value_string(name_cache_text(context->names, number, (size_t)len));
}

static struct value value_wait(const struct task *task, const struct column_context *context UNUSED)
{
    const int32_t sleeps_for = task->details ? task->details->sleeps_for : WAIT_UNKNOWN;

    return value_string(wait_name(wait_of_task(task->state, task->flags, sleeps_for)));
}

static struct value value_waddr(const struct task *task,
                                const struct column_context *context UNUSED)
{
    const struct task_syscall *call = call_of(task);

    return call && *call->at ? value_string(call->at) : value_none();
}

static struct value value_fscope(const struct task *task,
                                 const struct column_context *context UNUSED)
{
    const struct task_syscall *call = call_of(task);
    struct call_futex futex;

    if (!call || !call_futex(call_name(call), call, &futex))
        return value_none();
    return value_string(futex.is_private ? "private" : "shared");
}

/* A process, or 0 if the kernel does not show which. */
static void put_lock_holder(struct buf *out, const struct value *value,
                            const struct cell *cell UNUSED)
{
    if (value->kind == VALUE_NONE)
        buf_putc(out, '-');
    else if (value->as.i == 0)
        buf_puts(out, "unknown");
    else
        buf_printf(out, "%" PRId64, value->as.i);
}

static const struct column rows[] = {
    {"fscope", "FSCOPE", 7, ALIGN_LEFT,
     FIGURE(.help = "whose futex it waits for: private, of its process, or shared",
            .row_class = ROW_THREAD, .need = NEED_SYSCALL, .value = value_fscope)},
    {"lockowner", "LOCKOWNER", 9, ALIGN_RIGHT,
     FIGURE(.help = "process that holds the file lock it waits for", .row_class = ROW_THREAD,
            .need = NEED_LOCK_HOLDER, .member = MEMBER(task_details, lock_holder),
            .as = NONE_IF_NEGATIVE, .put = put_lock_holder)},
    {"nivcsw", "IVCSW", 5, ALIGN_RIGHT,
     FIGURE(.help = "involuntary context switches", .row_class = ROW_THREAD, .need = NEED_SWITCHES,
            .sum = SUM_TASK, .member = MEMBER(task_details, forced_switches),
            .as = NONE_IF_NEGATIVE)},
    {"nvcsw", "VCSW", 5, ALIGN_RIGHT,
     FIGURE(.help = "voluntary context switches", .row_class = ROW_THREAD, .need = NEED_SWITCHES,
            .sum = SUM_TASK, .member = MEMBER(task_details, voluntary_switches),
            .as = NONE_IF_NEGATIVE)},
    {"rundelay", "RUNDELAY", 8, ALIGN_RIGHT,
     FIGURE(.help = "seconds that it could have run, but others did", .row_class = ROW_THREAD,
            .need = NEED_RUN_DELAY, .unit = UNIT_NS, .sum = SUM_TASK,
            .member = MEMBER(task_details, run_delay_ns), .as = NONE_IF_NEGATIVE,
            .put = column_put_seconds)},
    {"syscall", "SYSCALL", 15, ALIGN_LEFT,
     FIGURE(.help = "system call it is in", .row_class = ROW_THREAD, .need = NEED_SYSCALL,
            .value = value_syscall)},
    {"waddr", "WADDR", 14, ALIGN_LEFT,
     FIGURE(.help = "address of the futex or number of the file it waits for",
            .row_class = ROW_THREAD, .need = NEED_SYSCALL, .value = value_waddr)},
    {"wait", "WAIT", 8, ALIGN_LEFT,
     FIGURE(.help = "kind of thing it waits for", .row_class = ROW_THREAD,
            .need = NEED_STAT | NEED_WAIT, .value = value_wait)},
    {"waited", "WAITED", 8, ALIGN_RIGHT,
     FIGURE(.help = "seconds since it last ran", .row_class = ROW_THREAD, .need = NEED_WAITED,
            .unit = UNIT_NS, .sum = SUM_MOST, .member = MEMBER(task_details, waited_ns),
            .as = NONE_IF_NEGATIVE, .put = column_put_seconds)},
    {"wfile", "WFILE", 20, ALIGN_CUT,
     FIGURE(.help = "file that the call it is in is about", .row_class = ROW_THREAD,
            .need = NEED_WAIT_FILE, .member = MEMBER(task_details, wait_file), .as = NONE_IF_ZERO)},
    {"wkey", "WKEY", 20, ALIGN_LEFT,
     FIGURE(.help = "futex it waits at, the same for all processes", .row_class = ROW_THREAD,
            .need = NEED_SYSCALL | NEED_WAIT_KEY, .member = MEMBER(task_details, wait_key),
            .as = NONE_IF_ZERO)},
};

const struct column_family column_wait = COLUMN_FAMILY(rows);
