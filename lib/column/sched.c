/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Scheduling: priorities, policies, processors, number of threads.
 *
 * Every system has had its own scale of priorities. All are the kernel's figure, shifted or turned
 * round: -100 (real-time 99) to 39 (nice 19), smaller is more urgent.
 */
#include <sched.h>
#include <stdio.h>

#include "lib/base/task_flags.h"
#include "lib/column/family.h"

static struct value value_priority(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_int(task->priority);
}

static struct value value_opri(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_int(INT64_C(60) + task->priority);
}

static struct value value_pri(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_int(INT64_C(39) - task->priority);
}

static struct value value_pri_api(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_int(INT64_C(-1) - task->priority);
}

static struct value value_pri_bar(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_int(INT64_C(1) + task->priority);
}

static struct value value_pri_baz(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_int(INT64_C(100) + task->priority);
}

static struct value value_pri_foo(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_int(INT64_C(-20) + task->priority);
}

static struct value value_nice(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_int(task->nice);
}

/* Only two policies heed the nice value. */
static void format_nice(struct buf *out, const struct task *task, const struct cell *cell)
{
    (void)cell;
    if (task->policy == SCHED_OTHER || task->policy == SCHED_BATCH)
        buf_put_i64(out, task->nice);
    else
        buf_putc(out, '-');
}

static struct value key_nice(const struct task *task, const struct cell *cell)
{
    (void)cell;
    return value_int(task->nice * 256 + task->policy);
}

static struct value value_class(const struct task *task, const struct column_context *context)
{
    static const char *const names[] = {"TS", "FF", "RR", "B", "ISO", "IDL", "DLN"};
    char number[16];
    int len;

    if (task->policy < sizeof(names) / sizeof(names[0]))
        return value_string(names[task->policy]);
    len = snprintf(number, sizeof(number), "#%u", task->policy);
    return value_string(name_cache_text(context->names, number, (size_t)len));
}

static struct value value_sched(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->policy);
}

static struct value value_rtprio(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->policy == SCHED_OTHER ? value_none() : value_uint(task->rt_priority);
}

static struct value sort_rtprio(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->rt_priority);
}

static struct value value_psr(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_int(task->processor);
}

static struct value value_running_on(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->state == STATE_RUNNING ? value_int(task->processor) : value_none();
}

static void put_running_on(struct buf *out, const struct value *value, const struct cell *cell)
{
    (void)cell;
    if (value->kind == VALUE_INT)
        buf_put_i64(out, value->as.i);
    else
        buf_putc(out, '*');
}

static struct value value_nlwp(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->process->nlwp > 0 ? value_int(task->process->nlwp) : value_none();
}

static struct value value_ag_id(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->details && task->details->autogroup >= 0 ? value_int(task->details->autogroup)
                                                          : value_none();
}

static struct value value_ag_nice(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->details && task->details->autogroup >= 0 ? value_int(task->details->autogroup_nice)
                                                          : value_none();
}

static struct value value_numa(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->details && task->details->node >= 0 ? value_int(task->details->node)
                                                     : value_none();
}

#define AUTOGROUP(code_, header_, width_, none_, value_, help_)                                 \
    {                                                                                           \
        .code = code_, .header = header_, .help = help_, .width = width_, .align = ALIGN_RIGHT, \
        .none = none_, .need = NEED_AUTOGROUP, .value = value_                                  \
    }
/* Every scale sorts as the kernel's own does, also those that run the other way. */
#define PRIORITY(code_, header_, value_, help_)                                                   \
    {                                                                                             \
        .code = code_, .header = header_, .help = help_, .width = 3, .align = ALIGN_RIGHT,        \
        .row_class = ROW_THREAD, .need = NEED_STAT, .value = value_, .sort_value = value_priority \
    }
#define NICE(code_)                                                                             \
    {                                                                                           \
        .code = code_, .header = "NI", .help = "nice value", .width = 3, .align = ALIGN_RIGHT,  \
        .row_class = ROW_THREAD, .need = NEED_STAT, .value = value_nice, .format = format_nice, \
        .key = key_nice                                                                         \
    }
#define POLICY(code_, header_, align_)                                                    \
    {                                                                                     \
        .code = code_, .header = header_, .help = "scheduling policy", .width = 3,        \
        .align = align_, .row_class = ROW_THREAD, .need = NEED_STAT, .value = value_class \
    }
#define PROCESSOR(code_, header_, width_)                                                      \
    {                                                                                          \
        .code = code_, .header = header_, .help = "processor it last ran on", .width = width_, \
        .align = ALIGN_RIGHT, .row_class = ROW_THREAD, .need = NEED_STAT, .value = value_psr   \
    }
#define THREADS(code_, header_, width_)                                                        \
    {                                                                                          \
        .code = code_, .header = header_, .help = "number of threads", .width = width_,        \
        .align = ALIGN_RIGHT, .row_class = ROW_PROCESS, .sum = SUM_PROCESS, .need = NEED_NLWP, \
        .value = value_nlwp                                                                    \
    }

static const struct column rows[] = {
    AUTOGROUP("ag_id", "AGID", 5, "-1", value_ag_id, "scheduling autogroup"),
    AUTOGROUP("ag_nice", "AGNI", 4, "0", value_ag_nice, "nice value of the autogroup"),
    POLICY("class", "CLS", ALIGN_LEFT),
    POLICY("cls", "CLS", ALIGN_RIGHT),
    PROCESSOR("cpu", "CPU", 3),
    PROCESSOR("cpuid", "CPUID", 5),
    PRIORITY("intpri", "PRI", value_opri, "priority from 60 (nice -20) to 99"),
    PROCESSOR("lastcpu", "C", 3),
    NICE("ni"),
    NICE("nice"),
    THREADS("nlwp", "NLWP", 4),
    {.code = "numa",
     .header = "NUMA",
     .help = "memory node of the processor it last ran on",
     .width = 4,
     .align = ALIGN_RIGHT,
     .none = "-1",
     .need = NEED_STAT | NEED_NODE,
     .value = value_numa},
    PRIORITY("opri", "PRI", value_opri, "priority from 60 (nice -20) to 99"),
    POLICY("policy", "POL", ALIGN_LEFT),
    PRIORITY("pri", "PRI", value_pri, "priority from 0 (nice 19) to 139, larger is more urgent"),
    PRIORITY("pri_api", "API", value_pri_api, "priority on the scale of sched_setscheduler"),
    PRIORITY("pri_bar", "BAR", value_pri_bar, "priority from 1 (nice -20) to 40"),
    PRIORITY("pri_baz", "BAZ", value_pri_baz, "priority from 0 (real-time 99) to 139"),
    PRIORITY("pri_foo", "FOO", value_pri_foo, "priority on the scale of nice values"),
    PRIORITY("priority", "PRI", value_priority, "the kernel's priority, smaller is more urgent"),
    PROCESSOR("psr", "PSR", 3),
    {.code = "rtprio",
     .header = "RTPRIO",
     .help = "real-time priority",
     .width = 6,
     .align = ALIGN_RIGHT,
     .row_class = ROW_THREAD,
     .need = NEED_STAT,
     .value = value_rtprio,
     .sort_value = sort_rtprio},
    {.code = "sched",
     .header = "SCH",
     .help = "scheduling policy by number",
     .width = 3,
     .align = ALIGN_RIGHT,
     .row_class = ROW_THREAD,
     .need = NEED_STAT,
     .value = value_sched},
    {.code = "sgi_p",
     .header = "P",
     .help = "processor, of running tasks",
     .width = 1,
     .align = ALIGN_RIGHT,
     .row_class = ROW_THREAD,
     .need = NEED_STAT,
     .value = value_running_on,
     .sort_value = value_psr,
     .put = put_running_on},
    THREADS("thcount", "THCNT", 5),
};

const struct column_family column_sched = COLUMN_FAMILY(rows);
