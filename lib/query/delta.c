/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/query/delta.h"

#include <errno.h>

#include "lib/base/units.h"

/*
 * The CPU time of a task is rounded to ticks in two parts, and not at all by another source, so it
 * may decrease that much.
 */
static int64_t grown_cpu(uint64_t before_ns, uint64_t now_ns)
{
    const uint64_t error_ns = (uint64_t)(2 * ns_per_tick());

    if (now_ns < before_ns && now_ns + error_ns >= before_ns)
        return 0;
    return counter_grown((int64_t)before_ns, (int64_t)now_ns);
}

/*
 * Modulo 2^32 a small difference means that the counter wrapped around, a large one that it
 * decreased.
 */
static uint32_t grown_faults(uint64_t before, uint64_t now)
{
    uint32_t faults = (uint32_t)now - (uint32_t)before;

    return faults > INT32_MAX ? 0 : faults;
}

/*
 * The times of a task are read some time after the start of its scan, and that delay varies. Scales
 * the CPU time between the two readings to the interval between the scans.
 */
static uint64_t in_interval(uint64_t cpu_ns, uint64_t interval_ns, uint32_t before_us,
                            uint32_t now_us)
{
    const int64_t read_ns = (int64_t)interval_ns + ((int64_t)now_us - (int64_t)before_us) * 1000;

    if (cpu_ns == 0 || before_us == now_us || read_ns <= 0)
        return cpu_ns;
    return (uint64_t)((double)cpu_ns * (double)interval_ns / (double)read_ns);
}

/*
 * Whether another thread has taken over the PID and start time of a leader by execve(2): then the
 * row has more CPU time than a thread can have used since the last reading, allowing for rounding.
 * Less than that passes for use in this interval.
 */
static bool is_exchanged(const struct delta_row *before, const struct task *task,
                         uint64_t interval_ns)
{
    const int64_t used_ns = grown_cpu(before->cpu_ns, task->utime_ns + task->stime_ns);
    const int64_t late_us = (int64_t)task->read_us - (int64_t)before->read_us;

    if (task->kind != TASK_THREAD || task->tid != task->tgid || used_ns <= (int64_t)interval_ns)
        return false;
    return used_ns > (int64_t)interval_ns + late_us * 1000 + 2 * ns_per_tick();
}

/* `before` is NULL for a task that has no row yet. */
static void set_differences(const struct delta *delta, const struct delta_row *before,
                            struct task *task)
{
    static const struct delta_row nothing;
    const uint64_t interval_ns = delta->interval_ns;
    int64_t used_ns;

    task->delta_cpu_ns = 0;
    task->cpu_not_compared = true;
    task->delta_minflt = 0;
    task->delta_majflt = 0;
    task->has_new_faults = false;
    task->have |= NEED_DELTA;
    if (!before && system_info_is_new(&delta->system, task->start_ns, interval_ns))
        before = &nothing;
    else if (before && is_exchanged(before, task, interval_ns))
        return;
    if (before && interval_ns) {
        used_ns = grown_cpu(before->cpu_ns, task->utime_ns + task->stime_ns);
        if (used_ns == COUNT_UNKNOWN) /* it was exchanged for one that has used less */
            return;
        task->cpu_not_compared = false;
        task->delta_cpu_ns =
            in_interval((uint64_t)used_ns, interval_ns, before->read_us, task->read_us);
    }
    if (before) {
        task->delta_minflt = grown_faults(before->minflt, task->minflt);
        task->delta_majflt = grown_faults(before->majflt, task->majflt);
        task->has_new_faults = true;
    }
}

static void remember(struct delta_row *row, const struct task *task)
{
    row->cpu_ns = task->utime_ns + task->stime_ns;
    row->minflt = task->minflt;
    row->majflt = task->majflt;
    row->read_us = task->read_us;
}

int delta_update(struct delta *delta, struct snapshot *snapshot, uint64_t *interval_ns)
{
    const uint64_t before_ns = delta->system.monotonic_ns;
    const uint64_t now_ns = snapshot->system.monotonic_ns;

    delta->interval_ns = before_ns && now_ns > before_ns ? now_ns - before_ns : 0;
    delta->system = snapshot->system;
    delta->rows.start_error_ns = START_ERROR_NS;
    delta->rows.name = "delta";
    ledger_begin(&delta->rows, sizeof(struct delta_row));
    for (size_t i = 0; i < snapshot->count; i++) {
        struct task *task = &snapshot->tasks[i];
        struct delta_row *row;
        bool is_new;

        if (!(task->have & NEED_STAT))
            continue;
        row = ledger_take(&delta->rows, task_key(task), task->start_ns, &is_new);
        if (!row) {
            delta_fini(delta);
            return -ENOMEM;
        }
        set_differences(delta, is_new ? NULL : row, task);
        remember(row, task);
    }
    ledger_end(&delta->rows);
    *interval_ns = delta->interval_ns;
    return 0;
}

/* Per second of the interval. */
static int64_t per_second(int64_t ns, uint64_t interval_ns)
{
    if (ns == COUNT_UNKNOWN || interval_ns == 0)
        return COUNT_UNKNOWN;
    return (int64_t)((double)ns * (double)NS_PER_S / (double)interval_ns);
}

static void join_details(const struct delta_details *before, const struct delta_details *now,
                         uint64_t interval_ns, struct task_details *details)
{
    details->run_queue_ns =
        per_second(counter_grown(before->run_delay_ns, now->run_delay_ns), interval_ns);
    details->new_voluntary = counter_grown(before->voluntary, now->voluntary);
    details->new_forced = counter_grown(before->forced, now->forced);
    details->new_read = counter_grown(before->read, now->read);
    details->new_written = counter_grown(before->written, now->written);
    details->new_io_calls = counter_grown(before->io_calls, now->io_calls);
    if (before->rss_kib >= 0 && now->rss_kib >= 0)
        details->rss_growth_kib = now->rss_kib - before->rss_kib;
}

static int64_t count_of(uint64_t number)
{
    return number == LINE_MISSING ? -1 : (int64_t)number;
}

/* Groups that were not read have the defaults of lib/task/fields.c, which are -1. */
static struct delta_details figures_of(const struct task *task)
{
    const need_t growth = NEED_GROWTH | NEED_MEM;
    const struct task_details *details = task->details;
    const struct task_io *io = details->io;

    return (struct delta_details){
        .run_delay_ns = details->run_delay_ns,
        .voluntary = details->voluntary_switches,
        .forced = details->forced_switches,
        .read = io ? count_of(io->read_bytes) : -1,
        .written = io ? count_of(io->write_bytes) : -1,
        .io_calls = io && io->read_calls != LINE_MISSING && io->write_calls != LINE_MISSING
                        ? (int64_t)(io->read_calls + io->write_calls)
                        : -1,
        .rss_kib = (task->have & growth) == growth ? (int64_t)task->process->rss_kib : -1,
    };
}

static int update_details(struct delta *delta, struct task *task)
{
    struct delta_details now = figures_of(task);
    struct delta_details *row;
    bool is_new;

    row = ledger_take(&delta->details, task_key(task), task->start_ns, &is_new);
    if (!row)
        return -ENOMEM;
    if (!is_new && !task->cpu_not_compared)
        join_details(row, &now, delta->interval_ns, task->details);
    now.id = row->id;
    *row = now;
    return 0;
}

int delta_update_details(struct delta *delta, struct snapshot *snapshot)
{
    int result = 0;

    delta->details.start_error_ns = START_ERROR_NS;
    delta->details.name = "details";
    ledger_begin(&delta->details, sizeof(struct delta_details));
    for (size_t i = 0; result == 0 && i < snapshot->count; i++) {
        struct task *task = &snapshot->tasks[i];

        if (task->details && task->have & NEED_STAT && task->have & NEED_BEFORE)
            result = update_details(delta, task);
    }
    ledger_end(&delta->details);
    if (result < 0 || delta->details.met == 0)
        ledger_fini(&delta->details);
    return result;
}
