/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/needs.h"

#include <errno.h>

#include "lib/base/units.h"
#include "lib/source/proc/parse/parse.h"
#include "lib/source/proc/read.h"
#include "lib/source/proc/recall.h"

static void set_times(const struct proc_source *source, const struct stat_line *line,
                      struct task *task, struct process *process)
{
    struct stat_group_times times = {
        .utime = line->field[STAT_UTIME],
        .stime = line->field[STAT_STIME],
        .cutime = line->field[STAT_CUTIME],
        .cstime = line->field[STAT_CSTIME],
    };

    /*
     * Fields 14 to 17 of a process are group totals since 2.6; the patch has group totals in extra
     * fields.
     */
    if (task->kind == TASK_PROCESS)
        stat_group_times(line, source->generation.has_dot, &times);
    task->utime_ns = times.utime * source->ns_per_tick;
    task->stime_ns = times.stime * source->ns_per_tick;
    process->cutime_ns = times.cutime * source->ns_per_tick;
    process->cstime_ns = times.cstime * source->ns_per_tick;
}

static int set_addresses(const struct task_reader *reader, const struct stat_line *line)
{
    struct task_addresses *addresses = arena_alloc(&reader->snapshot->arena, sizeof(*addresses));

    if (!addresses)
        return -ENOMEM;
    *addresses = (struct task_addresses){
        .start_code = line->field[STAT_STARTCODE],
        .end_code = line->field[STAT_ENDCODE],
        .start_stack = line->field[STAT_STARTSTACK],
        .esp = line->field[STAT_KSTKESP],
        .eip = line->field[STAT_KSTKEIP],
    };
    reader->task->addresses = addresses;
    reader->task->have |= NEED_ADDRESSES;
    return 0;
}

static void set_process(const struct stat_line *line, struct process *process)
{
    const uint64_t *field = line->field;

    process->ppid = (pid_t)field[STAT_PPID];
    process->pgrp = (pid_t)field[STAT_PGRP];
    process->sid = (pid_t)field[STAT_SESSION];
    process->tty = (uint32_t)field[STAT_TTY_NR];
    process->tpgid = (pid_t)field[STAT_TPGID];
    process->cminflt = field[STAT_CMINFLT];
    process->cmajflt = field[STAT_CMAJFLT];
    process->stat_vsize_bytes = field[STAT_VSIZE];
    process->rss_limit = field[STAT_RSSLIM];
}

static void set_stat(const struct task_reader *reader, const struct stat_line *line)
{
    const struct proc_source *source = reader->source;
    const uint64_t *field = line->field;
    struct task *task = reader->task;

    set_process(line, reader->process);
    task->state = line->state;
    task->flags = (uint32_t)field[STAT_FLAGS];
    task->minflt = field[STAT_MINFLT];
    task->majflt = field[STAT_MAJFLT];
    set_times(source, line, task, reader->process);
    task->priority = (int16_t)field[STAT_PRIORITY];
    task->nice = (int8_t)field[STAT_NICE];
    task->start_ns = field[STAT_STARTTIME] * source->ns_per_tick;
    task->exit_signal = (int16_t)field[STAT_EXIT_SIGNAL];
    task->processor = (int16_t)field[STAT_PROCESSOR];
    if (source->base.live)
        task->read_us = system_info_read_us(&reader->snapshot->system);
    task->rt_priority = (uint8_t)field[STAT_RT_PRIORITY];
    task->policy = (uint8_t)field[STAT_POLICY];
    task->have |= NEED_STAT;
    /* 0 before 2.6; a recorded tree may have any number. */
    if (field[STAT_NUM_THREADS] > 0 && field[STAT_NUM_THREADS] <= INT32_MAX) {
        reader->process->nlwp = (int32_t)field[STAT_NUM_THREADS];
        task->have |= NEED_NLWP;
    }
}

int task_stat_read(const struct task_reader *reader, need_t need)
{
    /* A row made by BPF lacks only the addresses. */
    const bool has_figures = reader->task->have & NEED_STAT;
    const ssize_t len = task_reader_read_filled(reader, "stat");
    struct stat_line line;
    int result = 0;

    if (len < 0)
        return (int)len;
    if (!stat_parse(reader->source->buffer.data, (size_t)len, &line))
        return -ENOENT;
    if (!has_figures)
        set_stat(reader, &line);
    if (need & NEED_ADDRESSES)
        result = set_addresses(reader, &line);
    if (result == 0)
        result = task_reader_set_comm(reader, line.comm, line.comm_len);
    if (result == 0 && !has_figures && reader->source->recalls)
        recall_keep(reader);
    return result;
}
