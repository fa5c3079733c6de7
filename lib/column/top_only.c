/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What fields of top show, and no specifier of ps. */
#include "lib/base/units.h"
#include "lib/base/unused.h"
#include "lib/column/family.h"

static struct value value_used(const struct task *task, const struct column_context *context UNUSED)
{
    return value_uint(task->process->rss_kib + (task->status ? task->status->vm_swap_kib : 0));
}

static struct value value_nil(const struct task *task UNUSED,
                              const struct column_context *context UNUSED)
{
    return value_uint(0);
}

static struct value value_runq(const struct task *task, const struct column_context *context UNUSED)
{
    if (!task->details || task->details->run_queue_ns < 0)
        return value_none();
    return value_real(100.0 * (double)task->details->run_queue_ns / (double)NS_PER_S);
}

static struct value value_threads(const struct task *task,
                                  const struct column_context *context UNUSED)
{
    if (!task->details || task->details->threads_milli <= 0)
        return value_none();
    return value_real((double)task->details->threads_milli / 1000);
}

/* So far; what has ended lived so long, on average. */
static struct value value_lived(const struct task *task, const struct column_context *context)
{
    const uint64_t now_ns = context->system->uptime_ns;

    if (!task->is_ended)
        return value_uint(now_ns > task->start_ns ? now_ns - task->start_ns : 0);
    return task->details->ended->lifetime_ns < 0
               ? value_none()
               : value_uint((uint64_t)task->details->ended->lifetime_ns);
}

#define KIB(...) FIGURE(.unit = UNIT_KIB, .sum = SUM_PROCESS, .help = __VA_ARGS__)

static const struct column rows[] = {
    {"code", "CODE", 6, ALIGN_RIGHT,
     KIB("code, shared or not, in KiB", .need = NEED_STATM, .member = MEMBER(process, code_kib))},
    {"data", "DATA", 7, ALIGN_RIGHT,
     KIB("data and stack by the kernel's count, in KiB", .need = NEED_STATM,
         .member = MEMBER(process, data_kib))},
    {"dirty", "DIRTY", 5, ALIGN_RIGHT,
     FIGURE(.help = "dirty pages, which no kernel has counted since 2.6", .value = value_nil)},
    {"line", "COMMAND", 7, ALIGN_UNLIMITED, &column_line},
    {"lived", "LIVED", 7, ALIGN_RIGHT,
     FIGURE(.of_ended = true, .help = "time since the start, or that ended tasks lived on average",
            .need = NEED_STAT, .unit = UNIT_NS, .value = value_lived)},
    {"locked", "LOCKED", 6, ALIGN_RIGHT,
     KIB("locked memory in KiB", .need = NEED_STATUS,
         .member = MEMBER(task_status, vm_locked_kib))},
    {"new_cpu", "CPU", 5, ALIGN_RIGHT,
     FIGURE(.of_ended = true, .help = "processor time since the snapshot before",
            .need = NEED_STAT | NEED_DELTA, .unit = UNIT_NS, .sum = SUM_TASK,
            .member = MEMBER(task, delta_cpu_ns))},
    {"new_ivcsw", "IVCSW", 6, ALIGN_RIGHT,
     FIGURE(.help = "forced switches since the snapshot before", .need = NEED_SWITCHES | NEED_DELTA,
            .sum = SUM_TASK, .member = MEMBER(task_details, new_forced), .as = NONE_IF_NEGATIVE)},
    {"new_majflt", "MAJFLT", 6, ALIGN_RIGHT,
     FIGURE(.of_ended = true, .help = "major page faults since the snapshot before",
            .need = NEED_STAT | NEED_USAGE | NEED_DELTA, .sum = SUM_TASK,
            .member = MEMBER(task, delta_majflt))},
    {"new_minflt", "MINFLT", 6, ALIGN_RIGHT,
     FIGURE(.of_ended = true, .help = "minor page faults since the snapshot before",
            .need = NEED_STAT | NEED_USAGE | NEED_DELTA, .sum = SUM_TASK,
            .member = MEMBER(task, delta_minflt))},
    {"new_vcsw", "VCSW", 6, ALIGN_RIGHT,
     FIGURE(.help = "switches to wait since the snapshot before",
            .need = NEED_SWITCHES | NEED_DELTA, .sum = SUM_TASK,
            .member = MEMBER(task_details, new_voluntary), .as = NONE_IF_NEGATIVE)},
    {"pss_anon", "PSSANON", 7, ALIGN_RIGHT,
     KIB("anonymous part of pss, in KiB", .need = NEED_SMAPS,
         .member = MEMBER(task_smaps, pss_anon_kib))},
    {"pss_file", "PSSFILE", 7, ALIGN_RIGHT,
     KIB("part of pss from files, in KiB", .need = NEED_SMAPS,
         .member = MEMBER(task_smaps, pss_file_kib))},
    {"pss_shmem", "PSSSHMEM", 8, ALIGN_RIGHT,
     KIB("part of pss in shared memory, in KiB", .need = NEED_SMAPS,
         .member = MEMBER(task_smaps, pss_shmem_kib))},
    {"rss_anon", "RSSANON", 7, ALIGN_RIGHT,
     KIB("anonymous part of rss, in KiB", .need = NEED_STATUS,
         .member = MEMBER(task_status, rss_anon_kib))},
    {"rss_file", "RSSFILE", 7, ALIGN_RIGHT,
     KIB("part of rss from files, in KiB", .need = NEED_STATUS,
         .member = MEMBER(task_status, rss_file_kib))},
    {"rss_shmem", "RSSSHMEM", 8, ALIGN_RIGHT,
     KIB("part of rss in shared memory, in KiB", .need = NEED_STATUS,
         .member = MEMBER(task_status, rss_shmem_kib))},
    {"rss_smaps", "RSS", 5, ALIGN_RIGHT,
     KIB("resident memory by a walk of its map, in KiB", .need = NEED_SMAPS,
         .member = MEMBER(task_smaps, rss_kib))},
    {"runq", "%RUNQ", 5, ALIGN_RIGHT,
     FIGURE(.help = "share of the time since the snapshot before that it waited for a processor",
            .need = NEED_RUN_DELAY | NEED_DELTA, .unit = UNIT_PERCENT, .sum = SUM_TASK,
            .value = value_runq)},
    {"shared", "SHARED", 6, ALIGN_RIGHT,
     KIB("resident memory that others may share, in KiB", .need = NEED_STATM,
         .member = MEMBER(process, shared_kib))},
    {"started", "STARTED", 7, ALIGN_RIGHT,
     FIGURE(.help = "start after boot", .need = NEED_STAT, .unit = UNIT_NS,
            .member = MEMBER(task, start_ns))},
    {"swap", "SWAP", 6, ALIGN_RIGHT,
     KIB("swapped memory in KiB", .need = NEED_STATUS, .member = MEMBER(task_status, vm_swap_kib))},
    {"threads", "THREADS", 7, ALIGN_RIGHT,
     FIGURE(.help = "average number of threads that wait so", .sum = SUM_TASK,
            .value = value_threads)},
    {"used", "USED", 6, ALIGN_RIGHT,
     KIB("resident and swapped memory in KiB", .need = NEED_STATUS | NEED_MEM,
         .value = value_used)},
};

const struct column_family column_top_only = COLUMN_FAMILY(rows);
