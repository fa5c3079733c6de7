/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Columns without a specifier in ps: fields of top. */
#include "lib/base/units.h"
#include "lib/column/family.h"
#include "lib/task/marks.h"

static struct value value_used(const struct task *task, const struct column_context *context)
{
    const struct task_status *status = task->status;

    if (status && status->vm_swap_kib == LINE_MISSING)
        return value_none();
    return value_uint(task->process->rss_kib + (status ? status->vm_swap_kib : 0));
}

static struct value value_nil(const struct task *task, const struct column_context *context)
{
    return value_uint(0);
}

static struct value value_runq(const struct task *task, const struct column_context *context)
{
    if (!task->details || task->details->run_queue_ns < 0)
        return value_none();
    return value_real(share_percent((double)task->details->run_queue_ns, (double)NS_PER_S));
}

/*
 * Whether the task can be compared; *mark is its mark, NULL if it had no row when tasks were
 * marked.
 */
static bool find_mark(const struct task *task, const struct column_context *context,
                      const struct task_mark **mark)
{
    if (!context->marks || context->marks->kind != task->kind || task->is_ended)
        return false;
    *mark = task_marks_find(context->marks, task);
    return true;
}

static struct value value_since(const struct task *task, const struct column_context *context)
{
    const struct task_mark *mark;

    return find_mark(task, context, &mark) ? value_string(mark ? "" : "new") : value_none();
}

static struct value value_since_cpu(const struct task *task, const struct column_context *context)
{
    const uint64_t cpu_ns = task->utime_ns + task->stime_ns;
    const struct task_mark *mark;

    if (!find_mark(task, context, &mark) || (mark && !mark->task.known))
        return value_none();
    return value_uint(!mark ? cpu_ns : cpu_ns > mark->cpu_ns ? cpu_ns - mark->cpu_ns : 0);
}

static struct value value_since_rss(const struct task *task, const struct column_context *context)
{
    const struct task_mark *mark;

    if (!find_mark(task, context, &mark) || (mark && !mark->has_rss))
        return value_none();
    return value_int((int64_t)(task->process->rss_kib - (mark ? mark->rss_kib : 0)));
}

/* New faults are unknown for a task that the previous snapshot lacks. */
static struct value known_faults(const struct task *task, uint32_t faults)
{
    return task->has_new_faults || task->is_ended ? value_uint(faults) : value_none();
}

static struct value value_majflt(const struct task *task, const struct column_context *context)
{
    return known_faults(task, task->delta_majflt);
}

static struct value value_minflt(const struct task *task, const struct column_context *context)
{
    return known_faults(task, task->delta_minflt);
}

static struct value value_iobytes(const struct task *task, const struct column_context *context)
{
    if (!task->details || task->details->new_read < 0 || task->details->new_written < 0)
        return value_none();
    return value_uint((uint64_t)task->details->new_read + (uint64_t)task->details->new_written);
}

static struct value value_new_cpu(const struct task *task, const struct column_context *context)
{
    return task->cpu_not_compared ? value_none() : value_uint(task->delta_cpu_ns);
}

/* The age; for a row of exited tasks their mean lifetime. */
static struct value value_lived(const struct task *task, const struct column_context *context)
{
    const uint64_t now_ns = context->system->uptime_ns;

    if (!task->is_ended)
        return value_uint(now_ns > task->start_ns ? now_ns - task->start_ns : 0);
    return task->details->ended->lifetime_ns < 0
               ? value_none()
               : value_uint((uint64_t)task->details->ended->lifetime_ns);
}

/* Of groups only: top computes the value. */
#define OF_GROUPS(...) FIGURE(.help = __VA_ARGS__)

#define KIB(...) FIGURE(.unit = UNIT_KIB, .sum = SUM_PROCESS, .help = __VA_ARGS__)

static const struct column rows[] = {
    {"code", "CODE", 6, ALIGN_RIGHT,
     KIB("code, shared or not, in KiB", .need = NEED_STATM, .member = MEMBER(process, code_kib))},
    {"data", "DATA", 7, ALIGN_RIGHT,
     KIB("data and stack by the kernel's count, in KiB", .need = NEED_STATM,
         .member = MEMBER(process, data_kib))},
    {"dirty", "DIRTY", 5, ALIGN_RIGHT,
     FIGURE(.help = "dirty pages, which no kernel has counted since 2.6", .value = value_nil)},
    {"flag_word", "Flags", 8, ALIGN_RIGHT,
     FIGURE(.help = "all flags", .need = NEED_STAT, .member = MEMBER(task, flags))},
    {"hottest", "HOTTEST", 20, ALIGN_LEFT,
     OF_GROUPS("busiest task of a group, by number and name",
               .need = NEED_STAT | NEED_COMM | NEED_DELTA)},
    {"known_majflt", "MAJFLT", 6, ALIGN_RIGHT,
     FIGURE(.of_ended = true, .help = "major page faults since the snapshot before, if it had them",
            .need = NEED_STAT | NEED_DELTA, .sum = SUM_TASK, .value = value_majflt)},
    {"known_minflt", "MINFLT", 6, ALIGN_RIGHT,
     FIGURE(.of_ended = true, .help = "minor page faults since the snapshot before, if it had them",
            .need = NEED_STAT | NEED_DELTA, .sum = SUM_TASK, .value = value_minflt)},
    {"line", "COMMAND", 7, ALIGN_UNLIMITED, &column_line},
    {"lived", "LIVED", 7, ALIGN_RIGHT,
     FIGURE(.of_ended = true, .of_age = true,
            .help = "time since the start, or the mean lifetime of exited tasks", .need = NEED_STAT,
            .unit = UNIT_NS, .value = value_lived)},
    {"locked", "LOCKED", 6, ALIGN_RIGHT,
     KIB("locked memory in KiB", .need = NEED_STATUS, .member = MEMBER(task_status, vm_locked_kib),
         .as = NONE_IF_MISSING)},
    {"most_cpu", "CPU", 5, ALIGN_RIGHT,
     FIGURE(.help = "CPU time of the busiest task since the snapshot before",
            .need = NEED_STAT | NEED_DELTA, .unit = UNIT_NS, .sum = SUM_MOST,
            .value = value_new_cpu)},
    {"new_cpu", "CPU", 5, ALIGN_RIGHT,
     FIGURE(.of_ended = true, .help = "CPU time since the snapshot before",
            .need = NEED_STAT | NEED_DELTA, .unit = UNIT_NS, .sum = SUM_TASK,
            .value = value_new_cpu)},
    {"new_iobytes", "IOBYTES", 7, ALIGN_RIGHT,
     FIGURE(.help = "bytes read from and written to a disk since the snapshot before",
            .need = NEED_STAT | NEED_IO | NEED_DELTA, .sum = SUM_TASK, .value = value_iobytes)},
    {"new_iocalls", "IOCALLS", 7, ALIGN_RIGHT,
     FIGURE(.help = "read and write calls since the snapshot before",
            .need = NEED_STAT | NEED_IO | NEED_DELTA, .sum = SUM_TASK,
            .member = MEMBER(task_details, new_io_calls), .as = NONE_IF_NEGATIVE)},
    {"new_ivcsw", "IVCSW", 6, ALIGN_RIGHT,
     FIGURE(.help = "forced switches since the snapshot before", .need = NEED_SWITCHES | NEED_DELTA,
            .sum = SUM_TASK, .member = MEMBER(task_details, new_forced), .as = NONE_IF_NEGATIVE)},
    {"new_rbytes", "RBYTES", 6, ALIGN_RIGHT,
     FIGURE(.help = "bytes read from a disk since the snapshot before",
            .need = NEED_STAT | NEED_IO | NEED_DELTA, .sum = SUM_TASK,
            .member = MEMBER(task_details, new_read), .as = NONE_IF_NEGATIVE)},
    {"new_rss", "RSS", 6, ALIGN_RIGHT,
     FIGURE(.help = "growth of resident memory since the snapshot before, in KiB",
            .need = NEED_STAT | NEED_MEM | NEED_GROWTH | NEED_DELTA, .unit = UNIT_KIB,
            .sum = SUM_PROCESS, .member = MEMBER(task_details, rss_growth_kib),
            .as = NONE_IF_UNKNOWN)},
    {"new_vcsw", "VCSW", 6, ALIGN_RIGHT,
     FIGURE(.help = "switches to wait since the snapshot before",
            .need = NEED_SWITCHES | NEED_DELTA, .sum = SUM_TASK,
            .member = MEMBER(task_details, new_voluntary), .as = NONE_IF_NEGATIVE)},
    {"new_wbytes", "WBYTES", 6, ALIGN_RIGHT,
     FIGURE(.help = "bytes written to a disk since the snapshot before",
            .need = NEED_STAT | NEED_IO | NEED_DELTA, .sum = SUM_TASK,
            .member = MEMBER(task_details, new_written), .as = NONE_IF_NEGATIVE)},
    {"p99_cpu", "CPU", 5, ALIGN_RIGHT,
     FIGURE(.help = "CPU time of which 99 % of the tasks of a group had no more",
            .need = NEED_STAT | NEED_DELTA, .unit = UNIT_NS, .value = value_new_cpu)},
    {"pss_anon", "PSSANON", 7, ALIGN_RIGHT,
     KIB("anonymous part of pss, in KiB", .need = NEED_SMAPS,
         .member = MEMBER(task_smaps, pss_anon_kib), .as = NONE_IF_MISSING)},
    {"pss_file", "PSSFILE", 7, ALIGN_RIGHT,
     KIB("part of pss from files, in KiB", .need = NEED_SMAPS,
         .member = MEMBER(task_smaps, pss_file_kib), .as = NONE_IF_MISSING)},
    {"pss_shmem", "PSSSHMEM", 8, ALIGN_RIGHT,
     KIB("part of pss in shared memory, in KiB", .need = NEED_SMAPS,
         .member = MEMBER(task_smaps, pss_shmem_kib), .as = NONE_IF_MISSING)},
    {"rss_anon", "RSSANON", 7, ALIGN_RIGHT,
     KIB("anonymous part of rss, in KiB", .need = NEED_STATUS,
         .member = MEMBER(task_status, rss_anon_kib), .as = NONE_IF_MISSING)},
    {"rss_file", "RSSFILE", 7, ALIGN_RIGHT,
     KIB("part of rss from files, in KiB", .need = NEED_STATUS,
         .member = MEMBER(task_status, rss_file_kib), .as = NONE_IF_MISSING)},
    {"rss_shmem", "RSSSHMEM", 8, ALIGN_RIGHT,
     KIB("part of rss in shared memory, in KiB", .need = NEED_STATUS,
         .member = MEMBER(task_status, rss_shmem_kib), .as = NONE_IF_MISSING)},
    {"rss_smaps", "RSS", 5, ALIGN_RIGHT,
     KIB("resident memory by a walk of its map, in KiB", .need = NEED_SMAPS,
         .member = MEMBER(task_smaps, rss_kib), .as = NONE_IF_MISSING)},
    {"runq", "%RUNQ", 5, ALIGN_RIGHT,
     FIGURE(.help = "share of the time since the snapshot before that it waited for a processor",
            .need = NEED_RUN_DELAY | NEED_DELTA, .unit = UNIT_PERCENT, .sum = SUM_TASK,
            .value = value_runq)},
    {"shared", "SHARED", 6, ALIGN_RIGHT,
     KIB("resident memory that others may share, in KiB", .need = NEED_STATM,
         .member = MEMBER(process, shared_kib))},
    {"since", "NEW", 3, ALIGN_LEFT,
     FIGURE(.help = "new since the marked sample", .need = NEED_STAT, .value = value_since)},
    {"since_cpu", "TIME@", 9, ALIGN_RIGHT,
     FIGURE(.help = "CPU time since the marked sample", .need = NEED_STAT, .unit = UNIT_NS,
            .sum = SUM_TASK, .value = value_since_cpu)},
    {"since_rss", "RES@", 7, ALIGN_RIGHT,
     KIB("growth of rss since the marked sample, in KiB", .need = NEED_STAT | NEED_MEM,
         .value = value_since_rss)},
    {"started", "STARTED", 7, ALIGN_RIGHT,
     FIGURE(.help = "start after boot", .need = NEED_STAT, .unit = UNIT_NS,
            .member = MEMBER(task, start_ns))},
    {"swap", "SWAP", 6, ALIGN_RIGHT,
     KIB("swapped memory in KiB", .need = NEED_STATUS, .member = MEMBER(task_status, vm_swap_kib),
         .as = NONE_IF_MISSING)},
    {"threads", "THREADS", 7, ALIGN_RIGHT, OF_GROUPS("average number of threads that wait so")},
    {"used", "USED", 6, ALIGN_RIGHT,
     KIB("resident and swapped memory in KiB", .need = NEED_STATUS | NEED_MEM,
         .value = value_used)},
};

const struct column_family column_unlisted = COLUMN_FAMILY(rows);
