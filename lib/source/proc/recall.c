/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/recall.h"

#include <errno.h>
#include <unistd.h>

#include "lib/source/proc/cached_stat.h"
#include "lib/source/proc/large_groups.h"
#include "lib/source/proc/leader_stat.h"
#include "lib/source/proc/ran_threads.h"
#include "lib/source/proc/scheduling.h"
#include "lib/source/process_clock.h"

/* The kernel sums up fewer threads in less time than opening another file takes. */
#define CLOCK_THREADS_MIN 64

/* In scans: so long it may be recalled what a task waits for that has run unseen. */
#define PROBABLE_SCANS_MAX 16

#define SHOWN_BY_STAT ((need_t)(NEED_STAT | NEED_USAGE | NEED_NLWP))

void recall_begin(struct proc_source *source)
{
    const struct scan_request *request = source->request;

    source->recalls = true;
    ran_threads_are_counted(source);
    group_records_begin(&source->records);
    source->due = (struct due_rows){request->shown, request->shown_count, source->records.scan};
}

void recall_end(struct proc_source *source)
{
    group_records_end(&source->records);
    source->recalls = false;
}

int recall_enter(struct proc_source *source, pid_t tgid)
{
    struct group_record *group;
    bool has_clock;
    uint64_t ns = 0;

    if (group_records_enter(&source->records, tgid) < 0)
        return -ENOMEM;
    group = source->records.current;
    /* Before anything is read: what runs later will be seen by the next scan. */
    has_clock = source->run_times == CLOCK_GOOD && process_clock_read(tgid, &ns);
    if (ns < group->clock_ns)
        group_record_reset(group);
    group->has_run = !has_clock || ns != group->clock_ns;
    group->read_us = source->base.live ? system_info_read_us(&source->snapshot->system) : 0;
    group->clock_ns = ns;
    return 0;
}

/* The thread that the current row shows; NULL: the row is that of the process. */
static struct run_thread *current_thread(const struct task_reader *reader)
{
    const struct proc_source *source = reader->source;

    if (reader->task->kind == TASK_PROCESS)
        return NULL;
    return &source->records.current->search.threads[source->cursor.next - 1];
}

/* What the records have of the current row. */
static struct stat_figures *current_figures(const struct task_reader *reader)
{
    struct run_thread *thread = current_thread(reader);

    return thread ? &thread->figures : &reader->source->records.current->row;
}

/* Whether it is known of each thread of the process what it has run. */
static bool runs_are_known(const struct run_search *search)
{
    return !search->based || search->certainty == RUNS_EXACTLY;
}

/*
 * Whether a row is to be read though it has not run. In most of its turns a thread need not, if
 * others have left its scheduling alone; what is left is its name.
 */
static bool is_due(const struct proc_source *source, const struct task *task,
                   const struct stat_figures *figures)
{
    const struct due_rows *due = &source->due;

    if (due_rows_show(due, task_key(task)))
        return true;
    if (!due_rows_have_turn(due, task->tid, DUE_SCANS_MAX))
        return false;
    return task->tid == task->tgid || !runs_are_known(&source->records.current->search) ||
           due_rows_have_turn(due, task->tid, NAME_SCANS_MAX) ||
           !scheduling_is_as_before(task->tid, figures);
}

/* Whether the records have all that is needed of the row. */
static bool is_recorded(const struct group_record *group, const struct stat_figures *figures,
                        need_t need)
{
    return group->has_process && stat_figures_are_there(figures) && !(need & NEED_ADDRESSES) &&
           (figures->usage || !(need & NEED_USAGE));
}

/* Whether a row that is recalled has not run; if that is but probable, some are asked anyway. */
static bool is_certain(const struct proc_source *source, const struct task *task)
{
    const struct group_record *group = source->records.current;

    if (!group->has_run || group->search.certainty == RUNS_EXACTLY)
        return true;
    return group->search.certainty == RUNS_PROBABLY &&
           ((unsigned)task->tid + source->records.scan) % PROBABLE_SCANS_MAX != 0;
}

int recall_show(const struct task_reader *reader, need_t need)
{
    struct proc_source *source = reader->source;
    const struct group_record *group = source->records.current;
    const struct run_thread *thread = current_thread(reader);
    const struct stat_figures *figures = current_figures(reader);
    const bool has_run = thread ? thread->ran : group->has_run;

    if (!(need & SHOWN_BY_STAT) || reader->task->have & NEED_STAT)
        return 0;
    if (has_run || !is_recorded(group, figures, need) || is_due(source, reader->task, figures))
        return 0;
    *reader->process = group->process;
    reader->task->read_us = group->read_us;
    reader->task->is_recalled = is_certain(source, reader->task);
    return stat_figures_show(figures, group->long_comm, reader->snapshot, reader->task);
}

/*
 * Reads a row for the first time. A process of many threads is read by the clock, for which the
 * kernel has walked over them already. No file is kept, as a new task may have slept for long.
 */
static ssize_t read_first(const struct task_reader *reader, bool usage, struct clock_sample *clock)
{
    struct group_record *group = reader->source->records.current;
    ssize_t len = 0;

    if (group->clock_ns > 0 && !usage)
        len = large_groups_read_stat(reader, clock);
    if (len <= 0)
        return cached_stat_read(reader, false);
    group->by_clock = true;
    group->ahead_ticks = 0;
    return len;
}

/* Reads the leader's file; the CPU time is that of the clock. */
static ssize_t read_leader(const struct task_reader *reader, struct clock_sample *clock)
{
    struct proc_source *source = reader->source;
    const struct group_record *group = source->records.current;
    const uint64_t tick_ns = source->ns_per_tick;
    int fd = leader_stat_open(reader);
    ssize_t len;

    if (fd < 0)
        return errno == ESRCH ? -ENOENT : -errno;
    clock->cpu_ns = (group->clock_ns / tick_ns - group->ahead_ticks) * tick_ns;
    clock->used = true;
    len = read_open_file(&source->buffer, fd);
    close(fd);
    return len;
}

ssize_t recall_read(const struct task_reader *reader, bool usage, struct clock_sample *clock)
{
    const struct group_record *group = reader->source->records.current;

    if (group->by_clock && group->clock_ns > 0 && !usage && reader->task->kind == TASK_PROCESS)
        return read_leader(reader, clock);
    if (stat_figures_are_there(current_figures(reader)))
        return cached_stat_read(reader, true);
    return read_first(reader, usage, clock);
}

/*
 * After a process was read from its own file: from now on its CPU time is taken from the clock, if
 * they agree. User and system time are each rounded down to ticks, and time has passed since.
 */
static void turn_to_clock(struct group_record *group, const struct task *task, uint64_t tick_ns)
{
    const uint64_t cpu_ns = task->utime_ns + task->stime_ns;

    group->by_clock = group->clock_ns > 0 && group->process.nlwp >= CLOCK_THREADS_MIN &&
                      group->clock_ns < cpu_ns + 2 * tick_ns;
    /* 0 or 1, see leader_stat.h. */
    group->ahead_ticks = group->clock_ns / tick_ns > cpu_ns / tick_ns;
}

void recall_keep(const struct task_reader *reader, const struct clock_sample *clock)
{
    const struct proc_source *source = reader->source;
    struct group_record *group = source->records.current;
    struct run_thread *thread = current_thread(reader);

    group->process = *reader->process;
    group->has_process = true;
    stat_figures_keep(current_figures(reader), group->long_comm, reader->task);
    if (thread)
        thread->ran = false;
    else if (!clock->used)
        turn_to_clock(group, reader->task, source->ns_per_tick);
}
