/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A scan, the same for every kernel generation: the groups are listed, each group's row is read
 * and filtered, then the rows of its threads.
 */
#include <errno.h>
#include <unistd.h>

#include "lib/source/proc/moment.h"
#include "lib/source/proc/target.h"

bool counts_threads(const struct proc_source *source)
{
    return !source->generation.has_task;
}

/* Is there a task with this id, and does it lead its group? /proc/TID exists, unlisted, too. */
static int check_leader(struct proc_source *source, pid_t id, bool *leads)
{
    struct place place;
    pid_t tgid = 0;
    int result;

    place_set(&place, source->dir, "G", (struct task_id){id, id});
    result = read_tgid(source, &place, id, &tgid);
    *leads = result == 0 && tgid == id;
    return task_is_lost(result) ? 0 : result;
}

int begin_with_only(struct proc_source *source, const struct scan_request *request)
{
    int result = 0;

    for (size_t i = 0; result == 0 && i < request->only_count; i++) {
        pid_t id = request->only[i];
        bool leads = false;

        if (id <= 0)
            continue;
        result = check_leader(source, id, &leads);
        if (result == 0 && leads)
            result = id_list_add(&source->processes, id, id);
    }
    return result;
}

int begin_with_plain(struct proc_source *source)
{
    int result = 0;

    for (size_t i = 0; result == 0 && i < source->listing.count; i++) {
        struct listed entry = source->listing.entries[i];

        if (!entry.dot)
            result = id_list_add(&source->processes, entry.id, entry.id);
    }
    id_list_sort(&source->processes);
    return result;
}

/* One scan going on, for the functions below. */
struct scan {
    struct proc_source *source;
    const struct scan_request *request;
    struct snapshot *snapshot;
};

static bool is_wanted(const struct scan_request *request, const struct task *task)
{
    return !request->filter || request->filter(task, request->filter_context);
}

/* A row to be made. */
struct subject {
    struct task_id id;
    enum task_kind kind;
    struct place place;
    struct process process; /* what the row points to until it is complete */
};

static int read_groups(const struct scan *scan, struct subject *subject, need_t need,
                       struct task *row)
{
    const struct target target = {scan->source, &subject->place, scan->snapshot, row,
                                  &subject->process};

    return groups_read(&target, need & NEED_SCANNED);
}

/*
 * Appends the row of one task with the groups of `need`. *row is NULL when the task is lost. The
 * row stays good until the next one is appended.
 */
static int add_row(const struct scan *scan, struct subject *subject, need_t need, struct task **row)
{
    struct task *task = snapshot_add(scan->snapshot);
    int result;

    *row = NULL;
    if (!task)
        return -ENOMEM;
    task->tgid = subject->id.tgid;
    task->tid = subject->id.tid;
    task->kind = subject->kind;
    task->process = &subject->process;
    result = read_groups(scan, subject, need, task);
    if (result == 0)
        *row = task;
    else
        snapshot_drop_last(scan->snapshot);
    return task_is_lost(result) ? 0 : result;
}

/*
 * What one group's own files do not tell on old kernels: how many threads it has, and what they
 * used beside the leader. `row` points to `process`.
 */
static int add_up_threads(const struct scan *scan, struct process *process, struct task *row)
{
    struct proc_source *source = scan->source;
    need_t need = scan->request->need | scan->request->filter_need;
    bool sums = source->walk->sums_threads && row->have & NEED_STAT;
    struct id_span span;
    int result;

    if (!sums && !(need & NEED_NLWP && counts_threads(source)))
        return 0;
    result = source->walk->threads(source, row->tgid, &span);
    if (result < 0)
        return result;
    process->nlwp = (int32_t)span.count;
    row->have |= NEED_NLWP;
    for (size_t i = 0; sums && result == 0 && i < span.count; i++) {
        struct subject thread = {0};
        struct task task = {.kind = TASK_THREAD, .have = NEED_COMM, .process = &thread.process};

        if (span.ids[i].tid == row->tgid)
            continue;
        source->walk->thread_place(source, span.ids[i], true, &thread.place);
        result = read_groups(scan, &thread, NEED_STAT, &task);
        if (task_is_lost(result))
            result = 0;
        row->utime_ns += task.utime_ns;
        row->stime_ns += task.stime_ns;
        row->minflt += task.minflt;
        row->majflt += task.majflt;
        process->cutime_ns += thread.process.cutime_ns;
        process->cstime_ns += thread.process.cstime_ns;
    }
    return result;
}

/* The row of a whole group. *kept says whether it was found and is wanted. */
static int scan_process(const struct scan *scan, pid_t tgid, bool *kept)
{
    const struct scan_request *request = scan->request;
    need_t first_need = request->filter ? request->filter_need : request->need;
    struct subject process = {.id = {tgid, tgid}, .kind = TASK_PROCESS};
    struct task *row;
    int result;

    *kept = false;
    place_set(&process.place, scan->source->dir, "G", process.id);
    result = add_row(scan, &process, first_need, &row);
    if (result < 0 || !row)
        return result;
    if (!is_wanted(request, row)) {
        snapshot_drop_last(scan->snapshot);
        return 0;
    }
    result = read_groups(scan, &process, request->need, row);
    if (result == 0)
        result = add_up_threads(scan, &process.process, row);
    if (result == 0)
        result = snapshot_set_process(scan->snapshot, row, &process.process);
    *kept = result == 0;
    if (result < 0)
        snapshot_drop_last(scan->snapshot);
    return task_is_lost(result) ? 0 : result;
}

enum answer {
    ANSWER_NO,
    ANSWER_YES,
    ANSWER_NONE, /* the leader vanished: every thread has to be asked */
};

/* Whether a filter that asks only for what a group shares wants this one: asks the leader. */
static int ask_leader(const struct scan *scan, pid_t tgid, enum answer *answer)
{
    struct subject leader = {.id = {tgid, tgid}, .kind = TASK_THREAD};
    struct task *row;
    int result;

    scan->source->walk->thread_place(scan->source, leader.id, false, &leader.place);
    result = add_row(scan, &leader, scan->request->filter_need, &row);
    *answer = ANSWER_NONE;
    if (row) {
        *answer = is_wanted(scan->request, row) ? ANSWER_YES : ANSWER_NO;
        snapshot_drop_last(scan->snapshot);
    }
    return result;
}

/* A thread to be looked at. */
struct candidate {
    struct task_id id;
    bool listed; /* just now, see walk_ops::thread_place */
    bool filter; /* has still to be asked about */
    size_t nlwp; /* of its group, where that is counted */
};

static int scan_thread(const struct scan *scan, const struct candidate *candidate)
{
    const struct scan_request *request = scan->request;
    need_t first_need = candidate->filter ? request->filter_need : request->need;
    struct subject thread = {.id = candidate->id, .kind = TASK_THREAD};
    struct task *row;
    int result;

    scan->source->walk->thread_place(scan->source, candidate->id, candidate->listed, &thread.place);
    result = add_row(scan, &thread, first_need, &row);
    if (result < 0 || !row)
        return result;
    if (candidate->filter && is_wanted(request, row))
        result = read_groups(scan, &thread, request->need, row);
    else if (candidate->filter)
        result = -ENOENT;
    if (result == 0 && counts_threads(scan->source)) {
        thread.process.nlwp = (int32_t)candidate->nlwp;
        row->have |= NEED_NLWP;
    }
    if (result == 0)
        result = snapshot_set_process(scan->snapshot, row, &thread.process);
    if (result < 0)
        snapshot_drop_last(scan->snapshot);
    return task_is_lost(result) ? 0 : result;
}

/*
 * The rows of a group's threads from the files that are open, without a listing: where each of them
 * is still there, and the group has just as many, they are all. *complete says whether that was so;
 * if not, there are no rows.
 */
static int scan_kept_threads(const struct scan *scan, pid_t tgid, bool *complete)
{
    struct fd_cache *cache = &scan->source->fd_cache;
    struct snapshot *snapshot = scan->snapshot;
    const struct cached_file *files;
    size_t count = fd_cache_threads(cache, tgid, &files);
    struct fd_cache_mark mark = fd_cache_mark(cache);
    size_t first = snapshot->count;
    int result = 0;

    *complete = count > 0;
    for (size_t i = 0; result == 0 && *complete && i < count; i++) {
        const struct candidate thread = {.id = {tgid, fd_cache_tid(&files[i])}};

        result = scan_thread(scan, &thread);
        /* The first tells as much as the last, and early. */
        *complete =
            snapshot->count == first + i + 1 &&
            ((i > 0 && i + 1 < count) || (size_t)snapshot->tasks[first + i].process->nlwp == count);
    }
    if (!*complete) {
        snapshot->count = first;
        fd_cache_rewind(cache, mark);
    }
    return result;
}

/* The rows of a group's threads. */
static int scan_threads(const struct scan *scan, pid_t tgid, bool filter)
{
    struct fd_cache *cache = &scan->source->fd_cache;
    struct fd_cache_mark mark;
    struct id_span span;
    bool complete = false;
    int result = 0;

    if (cache->on)
        result = scan_kept_threads(scan, tgid, &complete);
    if (result < 0 || complete)
        return result;
    result = scan->source->walk->threads(scan->source, tgid, &span);
    mark = fd_cache_mark(cache);
    for (size_t i = 0; result == 0 && i < span.count; i++) {
        const struct candidate thread = {span.ids[i], true, filter, span.count};

        result = scan_thread(scan, &thread);
    }
    if (cache->on)
        fd_cache_note(cache, mark, tgid);
    return result;
}

static int scan_group(const struct scan *scan, pid_t tgid)
{
    const struct scan_request *request = scan->request;
    bool each = request->filter != NULL;
    bool kept = true;
    int result = 0;

    if (request->rows & ROWS_PROCESSES) {
        result = scan_process(scan, tgid, &kept);
        each = false;
    } else if (each && request->filter_by_group) {
        enum answer answer;

        result = ask_leader(scan, tgid, &answer);
        kept = answer != ANSWER_NO;
        each = answer == ANSWER_NONE;
    }
    if (result == 0 && kept && request->rows & ROWS_THREADS)
        result = scan_threads(scan, tgid, each);
    return result;
}

/*
 * Whether files and lists stay for the next scan. Rows that a filter drops would leave files for
 * nothing; and what becomes of a file that is open when its task goes is known of kernels that have
 * PID/task. A kernel with the procfs patch may leave out tasks from a listing; the next one heals
 * that, so it has to be made.
 */
static bool may_keep(const struct proc_source *source, const struct scan_request *request)
{
    return request->again && !request->filter && source->base.live && source->walk == &walk_task;
}

/* Fills source->processes, where they are not those of the scan before. */
static int find_processes(struct proc_source *source, const struct scan_request *request)
{
    bool keeps = may_keep(source, request) && !request->only;
    int result;

    if (keeps && fork_count_spare(&source->forks, request->forks))
        return 0;
    fork_count_forget(&source->forks);
    id_list_clear(&source->processes);
    id_list_clear(&source->threads);
    result = source->walk->begin(source, request);
    if (keeps && result == 0)
        fork_count_note(&source->forks, source->dir, request->forks);
    return result;
}

int scan_procfs(struct source *base, const struct scan_request *request, struct snapshot *snapshot)
{
    struct proc_source *source = (struct proc_source *)base;
    const struct scan scan = {source, request, snapshot};
    int result;

    if (may_keep(source, request))
        fd_cache_begin(&source->fd_cache);
    snapshot_clear(snapshot);
    result = moment_read(source->dir, base->live, &source->buffer, &snapshot->moment);
    if (result == 0)
        result = find_processes(source, request);
    large_groups_begin(source, request);
    for (size_t i = 0; result == 0 && i < source->processes.count; i++)
        result = scan_group(&scan, source->processes.ids[i].tgid);
    if (source->task_dir >= 0)
        close(source->task_dir);
    source->task_dir = -1;
    if (source->fd_cache.on)
        fd_cache_end(&source->fd_cache);
    large_groups_end(source);
    return result;
}
