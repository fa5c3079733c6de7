/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* CPU time, age, and their ratio. */
#include "lib/base/units.h"
#include "lib/column/family.h"

#define MINUTE 60
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

/* Below this age errors of milliseconds matter. */
#define YOUNG_NS NS_PER_S

static uint64_t own_cpu_ns(const struct task *task)
{
    return task->utime_ns + task->stime_ns;
}

static uint64_t family_cpu_ns(const struct task *task)
{
    return own_cpu_ns(task) + task->process->cutime_ns + task->process->cstime_ns;
}

static uint64_t cpu_ns(const struct task *task, const struct column_context *context)
{
    return context->cumulative ? family_cpu_ns(task) : own_cpu_ns(task);
}

/* A task may have started after the scan read the clock. */
static uint64_t elapsed_ns(const struct task *task, const struct column_context *context)
{
    uint64_t now_ns = context->system->uptime_ns;

    return now_ns > task->start_ns ? now_ns - task->start_ns : 0;
}

/*
 * The age when the task's times were read, which may be long after the start of the scan. For a row
 * of exited tasks it is the interval.
 */
static uint64_t age_ns(const struct task *task, const struct column_context *context)
{
    uint64_t read_ns = context->system->uptime_ns + (uint64_t)task->read_us * 1000;

    if (task->is_ended)
        return task->details->ended->interval_ns;
    return read_ns > task->start_ns ? read_ns - task->start_ns : 0;
}

/*
 * A thread cannot have used more than its age, however ticks are rounded. A process can, by exited
 * threads, but not while it is young.
 */
static uint64_t possible_cpu_ns(const struct task *task, const struct column_context *context)
{
    const uint64_t age = age_ns(task, context);
    const uint64_t cpu = own_cpu_ns(task);
    const bool is_old_process = task->kind == TASK_PROCESS && age >= YOUNG_NS;
    const uint64_t threads = is_old_process ? 0 : task_thread_count(task);

    return threads && cpu > threads * age ? threads * age : cpu;
}

/* The CPU time to divide by the age. Time of reaped children has no such limit. */
static uint64_t shared_cpu_ns(const struct task *task, const struct column_context *context)
{
    return context->cumulative ? family_cpu_ns(task) : possible_cpu_ns(task, context);
}

static struct value value_cpu(const struct task *task, const struct column_context *context)
{
    return value_uint(cpu_ns(task, context));
}

static struct value value_elapsed(const struct task *task, const struct column_context *context)
{
    return value_uint(elapsed_ns(task, context));
}

/* Like the ps of procps, a task that has no age yet has used nothing. */
static struct value percent(uint64_t part_ns, uint64_t whole_ns)
{
    return value_real(whole_ns ? share_percent((double)part_ns, (double)whole_ns) : 0);
}

static struct value value_pcpu(const struct task *task, const struct column_context *context)
{
    return percent(shared_cpu_ns(task, context), age_ns(task, context));
}

static struct value value_cuu(const struct task *task, const struct column_context *context)
{
    return percent(possible_cpu_ns(task, context), age_ns(task, context));
}

static struct value value_cuc(const struct task *task, const struct column_context *context)
{
    return percent(family_cpu_ns(task), age_ns(task, context));
}

/*
 * Tenths of a per cent, rounded down, by integers: a task's text must not depend on the last bit of
 * a fraction. In whole microseconds, a divisor of every clock tick, the product cannot overflow.
 */
static uint64_t permille(const struct task *task, const struct column_context *context)
{
    uint64_t age_us = age_ns(task, context) / 1000;
    uint64_t cpu_nearly_ns = shared_cpu_ns(task, context) / 1000 * 1000;

    /* Most threads of a large host are idle, and divisions are slow. */
    return age_us > 0 && cpu_nearly_ns >= age_us ? cpu_nearly_ns / age_us : 0;
}

/* No text shows fractions of a second. */
static struct value key_cpu(const struct task *task, const struct cell *cell)
{
    return value_uint(cpu_ns(task, cell->context) / NS_PER_S);
}

static struct value key_elapsed(const struct task *task, const struct cell *cell)
{
    return value_uint(elapsed_ns(task, cell->context) / NS_PER_S);
}

static struct value key_permille(const struct task *task, const struct cell *cell)
{
    return value_uint(permille(task, cell->context));
}

/* [DD-]HH:MM:SS, without the hours if there are none and they are `optional` */
static void put_clock(struct buf *out, uint64_t seconds, bool optional)
{
    if (seconds >= DAY) {
        buf_put_u64(out, seconds / DAY);
        buf_putc(out, '-');
    }
    if (seconds >= HOUR || !optional) {
        buf_put_u64_padded(out, seconds % DAY / HOUR, 2);
        buf_putc(out, ':');
    }
    buf_put_u64_padded(out, seconds % HOUR / MINUTE, 2);
    buf_putc(out, ':');
    buf_put_u64_padded(out, seconds % MINUTE, 2);
}

static void put_time(struct buf *out, const struct value *value, const struct cell *cell)
{
    put_clock(out, value->as.u / NS_PER_S, false);
}

static void put_etime(struct buf *out, const struct value *value, const struct cell *cell)
{
    put_clock(out, value->as.u / NS_PER_S, true);
}

/* MM:SS, with any number of minutes */
static void put_bsdtime(struct buf *out, const struct value *value, const struct cell *cell)
{
    uint64_t seconds = value->as.u / NS_PER_S;

    buf_put_u64(out, seconds / MINUTE);
    buf_putc(out, ':');
    buf_put_u64_padded(out, seconds % MINUTE, 2);
}

static void put_seconds(struct buf *out, const struct value *value, const struct cell *cell)
{
    buf_put_u64(out, value->as.u / NS_PER_S);
}

/* Four cells: from 100 on without a fraction. */
static void put_tenths(struct buf *out, uint64_t tenths)
{
    if (tenths < 1000)
        buf_put_fixed(out, tenths, 1);
    else
        buf_put_u64(out, tenths / 10);
}

static void format_pcpu(struct buf *out, const struct task *task, const struct cell *cell)
{
    put_tenths(out, permille(task, cell->context));
}

static void put_pcpu(struct buf *out, const struct value *value, const struct cell *cell)
{
    put_tenths(out, value_parts(value, 10));
}

static void format_c(struct buf *out, const struct task *task, const struct cell *cell)
{
    uint64_t tenths = permille(task, cell->context);

    buf_put_u64(out, tenths < 1000 ? tenths / 10 : 99);
}

static void put_c(struct buf *out, const struct value *value, const struct cell *cell)
{
    buf_put_u64(out, value_parts(value, 1));
}

static void format_cp(struct buf *out, const struct task *task, const struct cell *cell)
{
    uint64_t tenths = permille(task, cell->context);

    buf_put_u64(out, tenths < 1000 ? tenths : 999);
}

static void put_cp(struct buf *out, const struct value *value, const struct cell *cell)
{
    buf_put_u64(out, value_parts(value, 10));
}

/* Three decimal places, at most 99.999. */
static void put_utilization(struct buf *out, struct value value)
{
    buf_put_fixed(out, value.as.real > 99.0 ? 99999 : (uint64_t)(value.as.real * 1000 + 0.5), 3);
}

static void format_cuu(struct buf *out, const struct task *task, const struct cell *cell)
{
    put_utilization(out, value_cuu(task, cell->context));
}

static void format_cuc(struct buf *out, const struct task *task, const struct cell *cell)
{
    put_utilization(out, value_cuc(task, cell->context));
}

static void put_cuu(struct buf *out, const struct value *value, const struct cell *cell)
{
    buf_put_fixed(out, value_parts(value, 1000), 3);
}

SHARED_FIGURE(cpu_share, .of_ended = true, .of_age = true,
              .help = "CPU time in per cent of its age", .need = NEED_STAT, .unit = UNIT_PERCENT,
              .sum = SUM_TASK, .value = value_pcpu, .put = put_pcpu, .format = format_pcpu,
              .key = key_permille);
SHARED_FIGURE(cpu_time, .json = "time", .of_ended = true,
              .help = "CPU time, days-hours:minutes:seconds", .need = NEED_STAT, .unit = UNIT_NS,
              .sum = SUM_TASK, .value = value_cpu, .put = put_time, .key = key_cpu);
SHARED_FIGURE(whole_cpu_share, .json = "pcpu", .of_ended = true, .of_age = true,
              .help = "CPU time in whole per cent of its age", .need = NEED_STAT,
              .unit = UNIT_PERCENT, .sum = SUM_TASK, .least = 2, .value = value_pcpu, .put = put_c,
              .format = format_c, .key = key_permille);
SHARED_FIGURE(cpu_seconds, .of_ended = true, .help = "CPU time in seconds", .need = NEED_STAT,
              .unit = UNIT_NS, .sum = SUM_TASK, .value = value_cpu, .put = put_seconds,
              .key = key_cpu);

static const struct column rows[] = {
    {"%cpu", "%CPU", 4, ALIGN_RIGHT, &cpu_share},
    {"atime", "TIME", 8, ALIGN_RIGHT, &cpu_time},
    {"bsdtime", "TIME", 6, ALIGN_RIGHT,
     FIGURE(.json = "time", .of_ended = true, .help = "CPU time, minutes:seconds",
            .need = NEED_STAT, .unit = UNIT_NS, .sum = SUM_TASK, .least = 6, .value = value_cpu,
            .put = put_bsdtime, .key = key_cpu)},
    {"c", "C", 2, ALIGN_RIGHT, &whole_cpu_share},
    {"cp", "CP", 3, ALIGN_RIGHT,
     FIGURE(.json = "pcpu", .of_ended = true, .of_age = true,
            .help = "CPU time in per mille of its age", .need = NEED_STAT, .unit = UNIT_PERCENT,
            .sum = SUM_TASK, .least = 3, .value = value_pcpu, .put = put_cp, .format = format_cp,
            .key = key_permille)},
    {"cputime", "TIME", 8, ALIGN_RIGHT, &cpu_time},
    {"cputimes", "TIME", 8, ALIGN_RIGHT, &cpu_seconds},
    {"cuc", "%CUC", 7, ALIGN_RIGHT,
     FIGURE(.of_age = true,
            .help = "CPU time, reaped children's too, in per cent of its age, three places",
            .need = NEED_STAT, .unit = UNIT_PERCENT, .sum = SUM_TASK, .value = value_cuc,
            .put = put_cuu, .format = format_cuc)},
    {"cuu", "%CUU", 6, ALIGN_RIGHT,
     FIGURE(.of_age = true, .help = "CPU time in per cent of its age, three places",
            .need = NEED_STAT, .unit = UNIT_PERCENT, .sum = SUM_TASK, .value = value_cuu,
            .put = put_cuu, .format = format_cuu)},
    {"etime", "ELAPSED", 11, ALIGN_RIGHT,
     FIGURE(.of_age = true, .help = "time since the start, days-hours:minutes:seconds",
            .need = NEED_STAT, .unit = UNIT_NS, .value = value_elapsed, .put = put_etime,
            .key = key_elapsed)},
    {"etimes", "ELAPSED", 7, ALIGN_RIGHT,
     FIGURE(.of_age = true, .help = "time since the start in seconds", .need = NEED_STAT,
            .unit = UNIT_NS, .value = value_elapsed, .put = put_seconds, .key = key_elapsed)},
    {"pcpu", "%CPU", 4, ALIGN_RIGHT, &cpu_share},
    {"time", "TIME", 8, ALIGN_RIGHT, &cpu_time},
    {"times", "TIME", 8, ALIGN_RIGHT, &cpu_seconds},
    {"util", "C", 2, ALIGN_RIGHT, &whole_cpu_share},
};

const struct column_family column_time = COLUMN_FAMILY(rows);
