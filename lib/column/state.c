/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a task does: it runs, as it is scheduled, or it waits. */
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/task_flags.h"
#include "lib/column/family.h"
#include "lib/text/escape.h"
#include "lib/text/names.h"
#include "lib/wait/call.h"
#include "lib/wait/wait.h"

/* --- state, flags, wait channel, terminal --- */

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

static void format_stat(struct buf *out, const struct task *task, const struct cell *cell)
{
    char text[BSD_STATE_MAX] = "";

    buf_put(out, text, bsd_state(task, text));
}

/* The text's bytes as a number. */
static struct value key_stat(const struct task *task, const struct cell *cell)
{
    char text[sizeof(uint64_t)] = "";
    uint64_t key;

    _Static_assert(BSD_STATE_MAX <= sizeof(text), "a state that is too long for a key");
    bsd_state(task, text);
    memcpy(&key, text, sizeof(key));
    return value_uint(key);
}

/* Forked but did not exec (1), used super-user privileges (4), and the bit between. */
static struct value value_flags(const struct task *task, const struct column_context *context)
{
    return value_uint(task->flags >> 6 & 7);
}

/* Without the leading dots and underscores of the kernel's names. */
static struct value value_wchan(const struct task *task, const struct column_context *context)
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

    for (size_t i = 0; i < ARRAY_COUNT(prefixes); i++) {
        size_t len = strlen(prefixes[i]);

        if (strncmp(text, prefixes[i], len) == 0 && text[len]) {
            text += len;
            break;
        }
    }
    escape_put(out, text, strlen(text), cell->room);
}

SHARED_FIGURE(task_flags, .json = "f", .help = "flags, in octal", .need = NEED_STAT,
              .value = value_flags, .sort = MEMBER(task, flags));
SHARED_FIGURE(terminal, .json = "tty", .help = "controlling terminal", .row_class = ROW_PROCESS,
              .need = NEED_STAT, .value = value_tty, .none = "?");
SHARED_FIGURE(state, .json = "s", .help = "state, one letter", .row_class = ROW_THREAD,
              .need = NEED_STAT, .member = MEMBER(task, state));
SHARED_FIGURE(wait_channel, .help = "kernel function it sleeps in", .row_class = ROW_THREAD,
              .need = NEED_WCHAN, .value = value_wchan);

/* --- waits, and run queue delay --- */

static const struct task_syscall *call_of(const struct task *task)
{
    return task->details ? task->details->syscall : NULL;
}

static struct value numbered(const struct column_context *context, const char *prefix,
                             int64_t number)
{
    char text[32];
    const int len = snprintf(text, sizeof(text), "%s%" PRId64, prefix, number);

    return value_string(name_cache_text(context->names, text, (size_t)len));
}

/* The number if there is no name, as for a call of a newer kernel. */
static struct value value_syscall(const struct task *task, const struct column_context *context)
{
    const struct task_syscall *call = call_of(task);
    const char *name;

    if (!call || call->place != PLACE_CALL || call->bits == 0)
        return value_none();
    name = call_name(call);
    return name ? value_string(name) : numbered(context, "", call->number);
}

static struct value value_wait(const struct task *task, const struct column_context *context)
{
    const int32_t sleeps_for = task->details ? task->details->sleeps_for : WAIT_UNKNOWN;

    return value_string(wait_name(wait_of_task(task->state, task->flags, sleeps_for)));
}

static struct value value_waddr(const struct task *task, const struct column_context *context)
{
    const struct task_syscall *call = call_of(task);

    return call && *call->at ? value_string(call->at) : value_none();
}

static struct value value_fscope(const struct task *task, const struct column_context *context)
{
    const struct task_syscall *call = call_of(task);
    struct call_futex futex;

    if (!call || !call_futex(call_name(call), call, &futex))
        return value_none();
    return value_string(futex.is_private ? "private" : "shared");
}

/* A process, or 0 if the kernel does not show which. */
static void put_lock_holder(struct buf *out, const struct value *value, const struct cell *cell)
{
    if (value->as.i == 0)
        buf_puts(out, "unknown");
    else
        buf_printf(out, "%" PRId64, value->as.i);
}

/*
 * --- scheduling: priorities, policies, CPUs, number of threads ---
 *
 * Several systems had their own scale of priorities. All are the kernel's figure, shifted or
 * inverted: -100 (real-time 99) to 39 (nice 19), smaller is more urgent.
 */

/* Only two policies use the nice value. */
static void format_nice(struct buf *out, const struct task *task, const struct cell *cell)
{
    if (task->policy == SCHED_OTHER || task->policy == SCHED_BATCH)
        buf_put_i64(out, task->nice);
    else
        buf_putc(out, '-');
}

static struct value key_nice(const struct task *task, const struct cell *cell)
{
    return value_int(task->nice * 256 + task->policy);
}

static struct value value_class(const struct task *task, const struct column_context *context)
{
    static const char *const names[] = {"TS", "FF", "RR", "B", "ISO", "IDL", "DLN", "EXT"};

    return task->policy < ARRAY_COUNT(names) ? value_string(names[task->policy])
                                             : numbered(context, "#", task->policy);
}

static struct value value_rtprio(const struct task *task, const struct column_context *context)
{
    return task->policy == SCHED_OTHER ? value_none() : value_uint(task->rt_priority);
}

static struct value value_running_on(const struct task *task, const struct column_context *context)
{
    return task->state == STATE_RUNNING ? value_int(task->processor) : value_none();
}

static struct value value_ag_nice(const struct task *task, const struct column_context *context)
{
    return task->details && task->details->autogroup >= 0 ? value_int(task->details->autogroup_nice)
                                                          : value_none();
}

/* A scale of priorities, derived from the kernel's. */
#define PRIORITY(meaning, shift_)                                                                \
    .row_class = ROW_THREAD, .need = NEED_STAT, .member = MEMBER(task, priority), .as = meaning, \
    .shift = (shift_), .sort = MEMBER(task, priority)

SHARED_FIGURE(policy_name, .json = "class", .help = "scheduling policy", .row_class = ROW_THREAD,
              .need = NEED_STAT, .value = value_class);
SHARED_FIGURE(processor, .json = "psr", .help = "processor it last ran on", .row_class = ROW_THREAD,
              .need = NEED_STAT, .member = MEMBER(task, processor));
SHARED_FIGURE(priority_60, .json = "intpri", PRIORITY(SHIFTED, 60),
              .help = "priority from 60 (nice -20) to 99");
SHARED_FIGURE(nice_value, .json = "ni", .help = "nice value", .row_class = ROW_THREAD,
              .need = NEED_STAT, .member = MEMBER(task, nice), .format = format_nice,
              .key = key_nice);
SHARED_FIGURE(thread_count, .help = "number of threads", .row_class = ROW_PROCESS,
              .need = NEED_NLWP, .sum = SUM_PROCESS, .member = MEMBER(process, nlwp),
              .as = NONE_IF_ZERO);

static const struct column rows[] = {
    {"ag_id", "AGID", 5, ALIGN_RIGHT,
     FIGURE(.help = "scheduling autogroup", .need = NEED_AUTOGROUP,
            .member = MEMBER(task_details, autogroup), .as = NONE_IF_NEGATIVE, .none = "-1")},
    {"ag_nice", "AGNI", 4, ALIGN_RIGHT,
     FIGURE(.help = "nice value of the autogroup", .need = NEED_AUTOGROUP, .value = value_ag_nice,
            .sort = MEMBER(task_details, autogroup_nice), .none = "0")},
    {"class", "CLS", 3, ALIGN_LEFT, &policy_name},
    {"cls", "CLS", 3, ALIGN_RIGHT, &policy_name},
    {"cpu", "CPU", 3, ALIGN_RIGHT, &processor},
    {"cpuid", "CPUID", 5, ALIGN_RIGHT, &processor},
    {"f", "F", 1, ALIGN_RIGHT, &task_flags},
    {"flag", "F", 1, ALIGN_RIGHT, &task_flags},
    {"flags", "F", 1, ALIGN_RIGHT, &task_flags},
    {"fscope", "FSCOPE", 7, ALIGN_LEFT,
     FIGURE(.help = "whose futex it waits for: private, of its process, or shared",
            .row_class = ROW_THREAD, .need = NEED_SYSCALL, .value = value_fscope)},
    {"intpri", "PRI", 3, ALIGN_RIGHT, &priority_60},
    {"lastcpu", "C", 3, ALIGN_RIGHT, &processor},
    {"lockowner", "LOCKOWNER", 9, ALIGN_RIGHT,
     FIGURE(.help = "process that holds the file lock it waits for", .row_class = ROW_THREAD,
            .need = NEED_LOCK_HOLDER, .member = MEMBER(task_details, lock_holder),
            .as = NONE_IF_NEGATIVE, .put = put_lock_holder)},
    {"longtname", "TTY", 8, ALIGN_LEFT, &terminal},
    {"ni", "NI", 3, ALIGN_RIGHT, &nice_value},
    {"nice", "NI", 3, ALIGN_RIGHT, &nice_value},
    {"nivcsw", "IVCSW", 5, ALIGN_RIGHT,
     FIGURE(.help = "involuntary context switches", .row_class = ROW_THREAD, .need = NEED_SWITCHES,
            .sum = SUM_TASK, .member = MEMBER(task_details, forced_switches),
            .as = NONE_IF_NEGATIVE)},
    {"nlwp", "NLWP", 4, ALIGN_RIGHT, &thread_count},
    {"numa", "NUMA", 4, ALIGN_RIGHT,
     FIGURE(.help = "memory node of the processor it last ran on", .need = NEED_STAT | NEED_NODE,
            .member = MEMBER(task_details, node), .as = NONE_IF_NEGATIVE, .none = "-1")},
    {"nvcsw", "VCSW", 5, ALIGN_RIGHT,
     FIGURE(.help = "voluntary context switches", .row_class = ROW_THREAD, .need = NEED_SWITCHES,
            .sum = SUM_TASK, .member = MEMBER(task_details, voluntary_switches),
            .as = NONE_IF_NEGATIVE)},
    {"opri", "PRI", 3, ALIGN_RIGHT, &priority_60},
    {"policy", "POL", 3, ALIGN_LEFT, &policy_name},
    {"pri", "PRI", 3, ALIGN_RIGHT,
     FIGURE(PRIORITY(INVERTED, 39),
            .help = "priority from 0 (nice 19) to 139, larger is more urgent")},
    {"pri_api", "API", 3, ALIGN_RIGHT,
     FIGURE(PRIORITY(INVERTED, -1), .help = "priority on the scale of sched_setscheduler")},
    {"pri_bar", "BAR", 3, ALIGN_RIGHT,
     FIGURE(PRIORITY(SHIFTED, 1), .help = "priority from 1 (nice -20) to 40")},
    {"pri_baz", "BAZ", 3, ALIGN_RIGHT,
     FIGURE(PRIORITY(SHIFTED, 100), .help = "priority from 0 (real-time 99) to 139")},
    {"pri_foo", "FOO", 3, ALIGN_RIGHT,
     FIGURE(PRIORITY(SHIFTED, -20), .help = "priority on the scale of nice values")},
    {"priority", "PRI", 3, ALIGN_RIGHT,
     FIGURE(.help = "the kernel's priority, smaller is more urgent", .row_class = ROW_THREAD,
            .need = NEED_STAT, .member = MEMBER(task, priority))},
    {"psr", "PSR", 3, ALIGN_RIGHT, &processor},
    {"rtprio", "RTPRIO", 6, ALIGN_RIGHT,
     FIGURE(.help = "real-time priority", .row_class = ROW_THREAD, .need = NEED_STAT,
            .value = value_rtprio, .sort = MEMBER(task, rt_priority))},
    {"rundelay", "RUNDELAY", 8, ALIGN_RIGHT,
     FIGURE(.help = "seconds that it could have run, but others did", .row_class = ROW_THREAD,
            .need = NEED_RUN_DELAY, .unit = UNIT_NS, .sum = SUM_TASK,
            .member = MEMBER(task_details, run_delay_ns), .as = NONE_IF_NEGATIVE,
            .put = column_put_seconds)},
    {"s", "S", 1, ALIGN_LEFT, &state},
    {"sched", "SCH", 3, ALIGN_RIGHT,
     FIGURE(.help = "scheduling policy by number", .row_class = ROW_THREAD, .need = NEED_STAT,
            .member = MEMBER(task, policy))},
    {"sgi_p", "P", 1, ALIGN_RIGHT,
     FIGURE(.help = "processor, of running tasks", .row_class = ROW_THREAD, .need = NEED_STAT,
            .value = value_running_on, .sort = MEMBER(task, processor), .none = "*")},
    {"stat", "STAT", 4, ALIGN_LEFT,
     FIGURE(.help = "state, with letters for its circumstances", .row_class = ROW_THREAD,
            .need = NEED_STAT | NEED_NLWP | NEED_LOCKED, .value = value_stat,
            .sort = MEMBER(task, state), .format = format_stat, .key = key_stat)},
    {"state", "S", 1, ALIGN_LEFT, &state},
    {"syscall", "SYSCALL", 15, ALIGN_LEFT,
     FIGURE(.help = "system call it is in", .row_class = ROW_THREAD, .need = NEED_SYSCALL,
            .value = value_syscall)},
    {"thcount", "THCNT", 5, ALIGN_RIGHT, &thread_count},
    {"tname", "TTY", 8, ALIGN_LEFT, &terminal},
    {"tt", "TT", 8, ALIGN_LEFT, &terminal},
    {"tty", "TT", 8, ALIGN_LEFT, &terminal},
    {"tty4", "TTY", 4, ALIGN_LEFT,
     FIGURE(.help = "controlling terminal", .row_class = ROW_PROCESS, .need = NEED_STAT,
            .value = value_tty, .put = put_tty4, .none = "?", .ambiguous = true)},
    {"tty8", "TTY", 8, ALIGN_LEFT, &terminal},
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
    {"wchan", "WCHAN", 6, ALIGN_WCHAN, &wait_channel},
    {"wfile", "WFILE", 20, ALIGN_CUT,
     FIGURE(.help = "file that the call it is in is about", .row_class = ROW_THREAD,
            .need = NEED_WAIT_FILE, .member = MEMBER(task_details, wait_file), .as = NONE_IF_ZERO)},
    {"wkey", "WKEY", 20, ALIGN_LEFT,
     FIGURE(.help = "futex it waits at, the same for all processes", .row_class = ROW_THREAD,
            .need = NEED_SYSCALL | NEED_WAIT_KEY, .member = MEMBER(task_details, wait_key),
            .as = NONE_IF_ZERO)},
    {"wname", "WCHAN", 6, ALIGN_WCHAN, &wait_channel},
};

const struct column_family column_state = COLUMN_FAMILY(rows);
