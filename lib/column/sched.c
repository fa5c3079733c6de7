/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Scheduling: priorities, policies, CPUs, number of threads.
 *
 * Several systems had their own scale of priorities. All are the kernel's figure, shifted or
 * inverted: -100 (real-time 99) to 39 (nice 19), smaller is more urgent.
 */
#include <sched.h>
#include <stdio.h>

#include "lib/base/task_flags.h"
#include "lib/base/unused.h"
#include "lib/column/family.h"

/* Only two policies use the nice value. */
static void format_nice(struct buf *out, const struct task *task, const struct cell *cell UNUSED)
{
    if (task->policy == SCHED_OTHER || task->policy == SCHED_BATCH)
        buf_put_i64(out, task->nice);
    else
        buf_putc(out, '-');
}

static struct value key_nice(const struct task *task, const struct cell *cell UNUSED)
{
    return value_int(task->nice * 256 + task->policy);
}

static struct value value_class(const struct task *task, const struct column_context *context)
{
    static const char *const names[] = {"TS", "FF", "RR", "B", "ISO", "IDL", "DLN", "EXT"};
    char number[16];
    int len;

    if (task->policy < sizeof(names) / sizeof(names[0]))
        return value_string(names[task->policy]);
    len = snprintf(number, sizeof(number), "#%u", task->policy);
    return value_string(name_cache_text(context->names, number, (size_t)len));
}

static struct value value_rtprio(const struct task *task,
                                 const struct column_context *context UNUSED)
{
    return task->policy == SCHED_OTHER ? value_none() : value_uint(task->rt_priority);
}

static struct value value_running_on(const struct task *task,
                                     const struct column_context *context UNUSED)
{
    return task->state == STATE_RUNNING ? value_int(task->processor) : value_none();
}

static struct value value_ag_nice(const struct task *task,
                                  const struct column_context *context UNUSED)
{
    return task->details && task->details->autogroup >= 0 ? value_int(task->details->autogroup_nice)
                                                          : value_none();
}

/* A scale of priorities, derived from the kernel's. */
#define PRIORITY(meaning, shift_)                                                                \
    .row_class = ROW_THREAD, .need = NEED_STAT, .member = MEMBER(task, priority), .as = meaning, \
    .shift = (shift_), .sort = MEMBER(task, priority)

SHARED_FIGURE(policy_name, .help = "scheduling policy", .row_class = ROW_THREAD, .need = NEED_STAT,
              .value = value_class);
SHARED_FIGURE(processor, .help = "processor it last ran on", .row_class = ROW_THREAD,
              .need = NEED_STAT, .member = MEMBER(task, processor));
SHARED_FIGURE(priority_60, PRIORITY(SHIFTED, 60), .help = "priority from 60 (nice -20) to 99");
SHARED_FIGURE(nice_value, .help = "nice value", .row_class = ROW_THREAD, .need = NEED_STAT,
              .member = MEMBER(task, nice), .format = format_nice, .key = key_nice);
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
    {"intpri", "PRI", 3, ALIGN_RIGHT, &priority_60},
    {"lastcpu", "C", 3, ALIGN_RIGHT, &processor},
    {"ni", "NI", 3, ALIGN_RIGHT, &nice_value},
    {"nice", "NI", 3, ALIGN_RIGHT, &nice_value},
    {"nlwp", "NLWP", 4, ALIGN_RIGHT, &thread_count},
    {"numa", "NUMA", 4, ALIGN_RIGHT,
     FIGURE(.help = "memory node of the processor it last ran on", .need = NEED_STAT | NEED_NODE,
            .member = MEMBER(task_details, node), .as = NONE_IF_NEGATIVE, .none = "-1")},
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
    {"sched", "SCH", 3, ALIGN_RIGHT,
     FIGURE(.help = "scheduling policy by number", .row_class = ROW_THREAD, .need = NEED_STAT,
            .member = MEMBER(task, policy))},
    {"sgi_p", "P", 1, ALIGN_RIGHT,
     FIGURE(.help = "processor, of running tasks", .row_class = ROW_THREAD, .need = NEED_STAT,
            .value = value_running_on, .sort = MEMBER(task, processor), .none = "*")},
    {"thcount", "THCNT", 5, ALIGN_RIGHT, &thread_count},
};

const struct column_family column_sched = COLUMN_FAMILY(rows);
