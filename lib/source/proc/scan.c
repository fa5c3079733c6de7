/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The parts of a scan, called by ../scan.c: the processes, listed or kept; for each its threads;
 * and their rows, recalled or read.
 */
#include <errno.h>
#include <stdlib.h>

#include "lib/base/kernel.h"
#include "lib/base/span.h"
#include "lib/source/proc/needs.h"
#include "lib/source/proc/recall.h"
#include "lib/source/proc/system.h"
#include "lib/source/proc/walk.h"
#include "lib/source/procfs.h"
#include "lib/text/debug.h"

/*
 * Whether figures and lists are kept for the next scan. Not with a filter, which would drop rows,
 * and has a leader's row made before its threads are listed (SCAN_LEADER); and only on kernels with
 * PID/task. A kernel with the procfs patch may omit tasks from a listing, which only the next
 * listing corrects.
 */
static bool may_keep(const struct proc_source *source)
{
    const struct scan_request *request = source->request;

    return request->again && !request->filter && source->base.live && source->walk->uses_task_dir;
}

/* The PID that was allocated last in our PID namespace; 0: unknown. Since Linux 3.3. */
static pid_t read_last_id(struct proc_source *source)
{
    if (!source->generation.same_pids ||
        read_file(&source->buffer, source->dir, "sys/kernel/ns_last_pid") <= 0)
        return 0;
    return (pid_t)strtol(source->buffer.data, NULL, 10);
}

/* Forks since boot, from the kernel's own stat; 0: unknown. */
static uint64_t read_fork_count(struct proc_source *source)
{
    uint64_t count = 0;
    const struct key_value forks = {"processes", &count};
    ssize_t len = 0;

    if (!kernel_file_is_mounted(source->dir, "stat"))
        len = read_file(&source->buffer, source->dir, "stat");
    if (len > 0)
        key_value_parse(source->buffer.data, (size_t)len, &forks, 1);
    return count;
}

static int find_anew(struct proc_source *source)
{
    id_list_clear(&source->processes);
    id_list_clear(&source->threads);
    return source->walk->begin(source, source->request);
}

/* Fills source->processes with all processes; keeps the list of the last scan if it is complete. */
static int find_again(struct proc_source *source)
{
    struct fork_moment now = {.count = source->request->forks};
    struct host_size host;
    pid_t start;
    int result;

    if (fork_count_spare(&source->forks, now.count)) {
        DEBUG(SEARCH, "no forks since the last scan: no PIDs listed");
        return 0;
    }
    now.last_id = read_last_id(source);
    start = fork_count_start(&source->forks, now);
    if (start > 0 && host_size_read_at(source->dir, &host) &&
        walk_renew_behind(source, start) == 0) {
        DEBUG(SEARCH, "listed PIDs from %d on", (int)start);
        fork_count_note_end(&source->forks, now, host.tasks);
        return 0;
    }
    DEBUG(SEARCH, "listing all PIDs");
    result = find_anew(source);
    if (result < 0)
        fork_count_forget(&source->forks);
    else
        fork_count_note_whole(&source->forks, source->dir, now);
    return result;
}

static int find_processes(struct proc_source *source)
{
    if (may_keep(source) && !source->request->only)
        return find_again(source);
    fork_count_forget(&source->forks);
    return find_anew(source);
}

static int read_system(struct source *base, struct system_info *system)
{
    struct proc_source *source = (struct proc_source *)base;

    read_buffer_debug(&source->buffer, "between scans");
    return system_info_read(source->dir, base->live, &source->buffer, system);
}

static int begin(struct source *base, const struct scan_request *request, struct snapshot *snapshot)
{
    struct proc_source *source = (struct proc_source *)base;

    source->request = request;
    source->snapshot = snapshot;
    source->next_process = 0;
    if (may_keep(source))
        recall_begin(source);
    return find_processes(source);
}

static int next_group(struct source *base, struct scan_group *group)
{
    struct proc_source *source = (struct proc_source *)base;
    int result;

    if (source->next_process == source->processes.count)
        return 0;
    *group = (struct scan_group){base, source->processes.ids[source->next_process++].tgid};
    source->cursor = (struct thread_cursor){0};
    walk_close_task_dir(source);
    result = source->recalls ? recall_enter(source, group->tgid) : 0;
    return result < 0 ? result : 1;
}

static pid_t current_tgid(const struct proc_source *source)
{
    return source->processes.ids[source->next_process - 1].tgid;
}

/* Sets the threads of the current group: recalled ones or listed ones. */
static int find_threads(struct proc_source *source, pid_t tgid)
{
    struct thread_cursor *cursor = &source->cursor;
    int result;

    cursor->found = true;
    result = source->recalls ? recall_find_ran(source, &cursor->ids)
                             : source->walk->threads(source, tgid, &cursor->ids);
    cursor->listed = source->task_dir >= 0;
    return result;
}

static int next_thread(struct source *base)
{
    struct proc_source *source = (struct proc_source *)base;
    struct thread_cursor *cursor = &source->cursor;
    int result = cursor->found ? 0 : find_threads(source, current_tgid(source));

    if (result < 0)
        return result;
    if (cursor->next == cursor->ids.count)
        return 0;
    cursor->next++;
    return 1;
}

static int make_row(struct source *base, enum scan_row kind, struct task *row)
{
    struct proc_source *source = (struct proc_source *)base;
    const struct thread_cursor *cursor = &source->cursor;
    const pid_t tgid = current_tgid(source);
    struct task_id id = {tgid, tgid};

    if (kind == SCAN_THREAD)
        id = cursor->ids.ids[cursor->next - 1];
    source->process = (struct process){0};
    row->tgid = id.tgid;
    row->tid = id.tid;
    row->kind = kind == SCAN_PROCESS ? TASK_PROCESS : TASK_THREAD;
    row->process = &source->process;
    return 0;
}

/* Sets the folder of a row's files. A leader's may be needed before its threads are listed. */
static void find_folder(const struct proc_source *source, const struct task *row,
                        struct task_folder *folder)
{
    const struct task_id id = {row->tgid, row->tid};

    if (row->kind == TASK_PROCESS)
        task_folder_set(folder, source->dir, "G", id);
    else
        source->walk->thread_folder(source, id, source->cursor.listed, folder);
}

static int read_row(struct proc_source *source, struct task *row, need_t need)
{
    struct task_folder folder;
    const struct task_reader reader = {source, &folder, source->snapshot, row, &source->process};
    int result = source->recalls ? recall_show(&reader, need) : 0;

    /* In repeated scans most rows are complete now, and need neither a path nor the guard. */
    if (result < 0 || !(need & ~row->have))
        return result;
    find_folder(source, row, &folder);
    result = needs_read(&reader, need);
    return task_is_lost(result) ? -ENOENT : result;
}

/* Reads the stat of another task than that of the current row; all zero if it has exited. */
static int read_other(struct proc_source *source, const struct task_folder *folder,
                      struct task *task, struct process *process)
{
    const struct task_reader reader = {source, folder, source->snapshot, task, process};
    int result;

    *process = (struct process){0};
    task->process = process;
    result = needs_read(&reader, NEED_STAT);
    return task_is_lost(result) ? 0 : result;
}

/*
 * The CPU time of the process: its clock, or from its stat. Only for the row of its leader: it
 * changes with each scan, and other rows stay as they were.
 */
static int set_group_cpu(struct proc_source *source, struct task *row)
{
    struct process process;
    struct task group = {.kind = TASK_PROCESS, .tgid = row->tgid, .tid = row->tgid};
    struct task_folder folder;
    int result;

    row->have |= NEED_GROUP_CPU;
    if (row->kind == TASK_PROCESS || row->tid != row->tgid)
        return 0;
    if (source->recalls)
        source->process.group_cpu_ns = source->records.current->clock_ns;
    if (source->process.group_cpu_ns)
        return 0;
    find_folder(source, &group, &folder);
    result = read_other(source, &folder, &group, &process);
    source->process.group_cpu_ns = group.utime_ns + group.stime_ns;
    return result;
}

static int complete_row(struct source *base, struct task *row, need_t need)
{
    struct proc_source *source = (struct proc_source *)base;
    int result = read_row(source, row, need & ~NEED_GROUP_CPU);

    if (result == 0 && need & NEED_GROUP_CPU & ~row->have)
        result = set_group_cpu(source, row);
    return result;
}

/* Adds what one thread has used to the row of its group. */
static int add_thread(struct proc_source *source, struct task_id id, struct task *row)
{
    struct process process;
    struct task task = {.kind = TASK_THREAD, .have = NEED_COMM};
    struct task_folder folder;
    int result;

    source->walk->thread_folder(source, id, true, &folder);
    result = read_other(source, &folder, &task, &process);
    row->utime_ns += task.utime_ns;
    row->stime_ns += task.stime_ns;
    row->minflt += task.minflt;
    row->majflt += task.majflt;
    source->process.cutime_ns += process.cutime_ns;
    source->process.cstime_ns += process.cstime_ns;
    return result;
}

/*
 * What a group's own files lack on old kernels: its number of threads, and what those besides the
 * leader have used.
 */
static int add_up_threads(struct proc_source *source, struct task *row)
{
    need_t need = source->request->need | source->request->filter_need;
    bool sums = source->walk->sums_threads && row->have & NEED_STAT;
    struct id_span span;
    int result;

    if (!sums && !(need & NEED_NLWP && counts_threads(source)))
        return 0;
    result = source->walk->threads(source, row->tgid, &span);
    if (result < 0)
        return result;
    source->process.nlwp = (int32_t)span.count;
    row->have |= NEED_NLWP;
    for (size_t i = 0; sums && result == 0 && i < span.count; i++) {
        if (span.ids[i].tid != row->tgid)
            result = add_thread(source, span.ids[i], row);
    }
    return result;
}

static int finish_row(struct source *base, struct task *row)
{
    struct proc_source *source = (struct proc_source *)base;

    if (row->kind == TASK_PROCESS)
        return add_up_threads(source, row);
    if (counts_threads(source)) {
        source->process.nlwp = (int32_t)source->cursor.ids.count;
        row->have |= NEED_NLWP;
    }
    if (source->recalls)
        recall_finish(source, row);
    return 0;
}

static void end(struct source *base)
{
    struct proc_source *source = (struct proc_source *)base;

    walk_close_task_dir(source);
    source->recalled = source->recalls; /* BPF may have listed all, without begin() */
    if (source->recalls)
        group_records_end(&source->records);
    source->recalls = false;
    if (source->forks.tasks > 0)
        fork_count_check(&source->forks, group_records_count_threads(&source->records),
                         read_fork_count(source));
    read_buffer_debug(&source->buffer, "scan");
    source->cursor = (struct thread_cursor){0};
    source->request = NULL;
    source->snapshot = NULL;
}

const struct scan_ops proc_scan = {
    .by_files = true,
    .read_system = read_system,
    .begin = begin,
    .next_group = next_group,
    .next_thread = next_thread,
    .make_row = make_row,
    .complete_row = complete_row,
    .finish_row = finish_row,
    .end = end,
};
