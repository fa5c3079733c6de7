/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/recall.h"

#include <errno.h>
#include <linux/sched.h>
#include <linux/sched/types.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/base/invariant.h"
#include "lib/base/units.h"
#include "lib/source/proc/system.h"
#include "lib/source/proc/walk.h"
#include "lib/source/source.h"
#include "lib/text/debug.h"

#define SHOWN_BY_STAT ((need_t)(NEED_STAT | NEED_NLWP))

void recall_begin(struct proc_source *source)
{
    const struct scan_request *request = source->request;

    source->recalls = true;
    source->search_left_ns = request->search_ns;
    recall_counts_run_time(source);
    group_records_begin(&source->records);
    source->due = (struct due_rows){request->shown, request->shown_count, source->records.scan};
}

int recall_enter(struct proc_source *source, pid_t tgid)
{
    struct group_record *group;
    bool has_clock;
    uint64_t ns = 0;

    if (group_records_enter(&source->records, tgid) < 0)
        return -ENOMEM;
    group = source->records.current;
    /* Read before anything else, so that CPU time used later is seen by the next scan. */
    has_clock = source->run_times == CLOCK_GOOD && process_clock_read(tgid, &ns);
    if (ns < group->clock_ns)
        group_record_reset(group);
    group->nlwp = 0;
    group->has_run = !has_clock || ns != group->clock_ns;
    if (group->has_run && group->has_process)
        group->ran = source->records.scan;
    group->read_us = source->base.live ? system_info_read_us(&source->snapshot->system) : 0;
    group->clock_ns = ns;
    return 0;
}

/* The thread that the current row shows; NULL for the row of a process. */
static struct run_thread *current_thread(const struct task_reader *reader)
{
    const struct proc_source *source = reader->source;

    if (reader->task->kind == TASK_PROCESS)
        return NULL;
    INVARIANT(source->cursor.next > 0);
    return &source->records.current->who.threads[source->cursor.next - 1];
}

/* The recorded figures of the current row. */
static struct stat_figures *current_figures(const struct task_reader *reader)
{
    struct run_thread *thread = current_thread(reader);

    return thread ? &thread->figures : &reader->source->records.current->row;
}

/* Takes half the time of reading stat. */
static bool has_same_name(struct proc_source *source, const struct task *task,
                          const struct stat_figures *figures)
{
    const struct task_id id = {task->tgid, task->tid};
    const size_t len = strlen(figures->comm);
    struct task_folder folder;

    source->walk->thread_folder(source, id, source->cursor.listed, &folder);
    return task_folder_read(&folder, "comm", &source->buffer) == (ssize_t)len + 1 &&
           memcmp(source->buffer.data, figures->comm, len) == 0;
}

/*
 * Whether a thread that has not run still has the policy and nice value of its recorded stat, by
 * sched_getattr(2). That takes a tenth of the time of reading stat, and creates no dentries that
 * the thread's exit would have to flush. False also if the call fails.
 */
static bool has_same_scheduling(pid_t tid, const struct stat_figures *figures)
{
    struct sched_attr now;

    if (syscall(SYS_sched_getattr, tid, &now, sizeof(now), 0) < 0 ||
        now.sched_policy != figures->policy)
        return false;
    /* For real-time policies it does not return the nice value. */
    return now.sched_policy != SCHED_FIFO && now.sched_policy != SCHED_RR &&
           now.sched_policy != SCHED_DEADLINE && now.sched_nice == figures->nice;
}

/*
 * Whether a row is read again although its task has not run. Others can change a thread's
 * scheduling, and threads of its process can change its name; and the thread itself may have run if
 * it is not known exactly which did. A recorded state R is outdated once the thread no longer runs.
 */
static bool is_due(struct proc_source *source, const struct task *task,
                   const struct stat_figures *figures)
{
    const struct group_record *group = source->records.current;
    const struct due_rows *due = &source->due;

    if (figures->state == 'R' || due_rows_show(due, task_key(task)))
        return true;
    if (!due_rows_have_turn(due, task->tid, STAT_SCANS_MAX))
        return false;
    if (task->tid == task->tgid || !has_same_scheduling(task->tid, figures))
        return true;
    return group->ran && source->records.scan - group->ran < STAT_SCANS_MAX &&
           (!group->who.is_exact || !has_same_name(source, task, figures));
}

int recall_show(const struct task_reader *reader, need_t need)
{
    struct proc_source *source = reader->source;
    struct group_record *group = source->records.current;
    const struct run_thread *thread = current_thread(reader);
    const struct stat_figures *figures = current_figures(reader);
    const bool has_run = thread ? thread->ran : group->has_run;

    if (!(need & SHOWN_BY_STAT) || need & NEED_ADDRESSES || reader->task->have & NEED_STAT)
        return 0;
    if (has_run || !group->has_process || !stat_figures_are_there(figures) ||
        is_due(source, reader->task, figures))
        return 0;
    *reader->process = group->process;
    if (figures->state == STATE_ZOMBIE)
        reader->process->stat_vsize_bytes = 0;
    group->nlwp = group->process.nlwp;
    reader->task->read_us = group->read_us;
    reader->task->is_recalled = !group->has_run || group->who.is_exact;
    return stat_figures_show(figures, group->long_comm, reader->snapshot, reader->task);
}

void recall_keep(const struct task_reader *reader)
{
    struct group_record *group = reader->source->records.current;
    struct run_thread *thread = current_thread(reader);
    const struct stat_figures *before = current_figures(reader);
    const uint64_t size = group->process.stat_vsize_bytes;

    /* The PID may have been reused by a process whose clock is not behind. */
    if (reader->task->tid == reader->task->tgid && stat_figures_are_there(before) &&
        before->start_ns != reader->task->start_ns)
        who_ran_forget(&group->who);
    group->process = *reader->process;
    /* The leader may have exited, and others live on with the memory. */
    if (group->process.stat_vsize_bytes == 0 && group->process.nlwp > 1)
        group->process.stat_vsize_bytes = size;
    group->has_process = true;
    group->nlwp = group->process.nlwp;
    stat_figures_keep(current_figures(reader), group->long_comm, reader->task);
    if (thread)
        thread->ran = false;
}

void recall_finish(struct proc_source *source, struct task *row)
{
    const struct group_record *group = source->records.current;

    source->process.exited_ns = group->who.exited_ns;
    row->knows_exited = group->who.has_baseline;
}

/* From this number of threads on, only the changed end of the list is listed again. */
#define ORDERED_MIN 256

/*
 * The run time of a thread: the first number of schedstat, in nanoseconds. 0, -ENOENT if it has
 * exited, or -errno.
 */
static int read_run_time(struct proc_source *source, int dir, const char *path, uint64_t *ns)
{
    const ssize_t len = read_file(&source->buffer, dir, path);
    char *end;

    if (len <= 0)
        return read_error(len) < 0 ? (int)len : -ENOENT;
    *ns = strtoull(source->buffer.data, &end, 10);
    return *end == ' ' ? 0 : -ENOENT;
}

bool recall_counts_run_time(struct proc_source *source)
{
    struct read_buffer *buffer = &source->buffer;
    uint64_t ns = 0;
    ssize_t len;

    if (source->run_times == CLOCK_UNTRIED) {
        len = source->may_have_clocks ? read_file(buffer, source->dir, "self/status") : 0;
        source->run_times =
            len > 0 && clock_fits(buffer->data, (size_t)len, getpid()) &&
                    read_run_time(source, source->dir, "self/schedstat", &ns) == 0 && ns > 0
                ? CLOCK_GOOD
                : CLOCK_BAD;
    }
    return source->run_times == CLOCK_GOOD;
}

/* Callbacks of struct run_clocks. */
static bool ask_thread(void *context, pid_t tid, uint64_t *ns)
{
    struct proc_source *source = context;
    struct task_folder folder;
    char path[TASK_PATH_MAX];
    int result;

    task_folder_set(&folder, source->task_dir, "T", (struct task_id){tid, tid});
    task_folder_path(&folder, "schedstat", path);
    result = read_run_time(source, folder.dir, path, ns);
    if (result < 0 && result != -ENOENT)
        source->search_error = result;
    return result == 0;
}

static bool ask_process(void *context, uint64_t *ns)
{
    const struct proc_source *source = context;

    return process_clock_read(source->records.current->tgid, ns);
}

/* As walk_ops::threads, for the open PID/task. */
static int list_in_order(struct proc_source *source, struct group_record *group,
                         struct id_span *span)
{
    struct thread_order *order = &group->order;
    int result = thread_order_list(order, source->task_dir, &source->listing);

    *span = (struct id_span){0};
    if (task_is_lost(result))
        return 0;
    id_list_clear(&source->threads);
    for (size_t i = 0; result == 0 && i < order->count; i++)
        result = id_list_add(&source->threads, group->tgid, order->tids[i]);
    if (result < 0)
        return result;
    id_list_sort(&source->threads);
    *span = (struct id_span){source->threads.ids, source->threads.count};
    return 0;
}

static bool has_as_many(const struct proc_source *source, size_t count)
{
    struct stat directory;

    return fstat(source->task_dir, &directory) == 0 &&
           task_folder_count_threads(&directory) == count;
}

static int list_threads(struct proc_source *source, struct group_record *group)
{
    struct id_span span;
    int result = group->who.count >= ORDERED_MIN
                     ? list_in_order(source, group, &span)
                     : source->walk->threads(source, group->tgid, &span);

    if (result == 0)
        result = who_ran_set(&group->who, &span);
    group->forks = source->request->forks;
    group->listed = source->records.scan;
    group->is_whole = source->task_dir >= 0 && has_as_many(source, group->who.count);
    return result;
}

/* Whether no task was created on the host since the threads were listed, as far as is known. */
static bool is_without_forks(const struct proc_source *source, const struct group_record *group)
{
    return group->forks != 0 && group->forks == source->request->forks;
}

/*
 * Whether the threads must be listed before they are searched. If their number is the same, some
 * may have been replaced; but a new thread has run, so the search would find time unexplained.
 */
static bool must_list(struct proc_source *source, const struct group_record *group)
{
    const size_t count = group->who.count;

    if (count == 0 || group->who.saw_exit ||
        source->records.scan - group->listed >= DUE_SCANS_MAX || !has_as_many(source, count))
        return true;
    return !recall_counts_run_time(source) && !is_without_forks(source, group);
}

/* Finds the threads that have run, in a process that has. */
static int search_threads(struct proc_source *source, struct group_record *group)
{
    const bool exact = wait_records_follow(&source->waits, source->records.scan);
    const int64_t start_ns = clock_ns(CLOCK_MONOTONIC);
    const struct run_clocks clocks = {
        .thread = ask_thread,
        .process = ask_process,
        .context = source,
        .slack_ns = exact ? 0 : WHO_RAN_SLACK(source->ns_per_tick),
        .until_ns = source->request->search_ns ? start_ns + source->search_left_ns : 0,
    };
    int result = 0;

    if (!who_ran_begin(&group->who, &clocks, group->clock_ns) &&
        group->listed != source->records.scan && !is_without_forks(source, group))
        result = list_threads(source, group);
    if (result < 0)
        return result;
    who_ran_end(&group->who, &clocks, group->clock_ns, group->is_whole);
    if (source->search_error < 0) { /* threads that were not read count as exited: start anew */
        result = source->search_error;
        source->search_error = 0;
        who_ran_fini(&group->who);
        return result;
    }
    source->search_left_ns -= clock_ns(CLOCK_MONOTONIC) - start_ns;
    source->snapshot->unasked += group->who.unread_count;
    if (group->who.count > 1)
        DEBUG(SEARCH, "process %d: %zu of %zu threads read, %zu left; %zu ran%s", (int)group->tgid,
              group->who.next, group->who.count, group->who.unread_count, group->who.ran_count,
              group->who.is_exact ? "" : " (estimated)");
    return group->who.saw_exit ? list_threads(source, group) : 0;
}

static int find_ran(struct proc_source *source, struct group_record *group)
{
    const bool is_first = group->who.count == 0 && source->records.scan == 1;
    int result = walk_open_task_dir(source, group->tgid);

    if (result == 0 && must_list(source, group))
        result = list_threads(source, group);
    if (result < 0)
        return result;
    /* The first scan reads all threads anyway, and users wait for it. */
    if (recall_counts_run_time(source) && !is_first)
        return search_threads(source, group);
    for (size_t i = 0; i < group->who.count; i++)
        group->who.threads[i].ran = true;
    return 0;
}

int recall_find_ran(struct proc_source *source, struct id_span *span)
{
    struct group_record *group = source->records.current;
    const struct who_ran *who = &group->who;
    int result = 0;

    *span = (struct id_span){0};
    if (group->has_run || who->count == 0 || who->saw_exit || who->unread_count > 0)
        result = find_ran(source, group);
    if (result < 0)
        return task_is_lost(result) ? 0 : result;
    /* The leader's stat has the figures that all threads of the process share. */
    if (who->count > 0 && group->has_run)
        who->threads[0].ran = true;
    *span = (struct id_span){who->ids, who->count};
    return 0;
}
