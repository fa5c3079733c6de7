/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/recall.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/lower_bound.h"
#include "lib/source/proc/cached_stat.h"
#include "lib/source/proc/leader_stat.h"
#include "lib/source/proc/walk.h"
#include "lib/source/process_clock.h"

/* The kernel sums up fewer threads in less time than opening another file takes. */
#define CLOCK_THREADS_MIN 64

/* If a process of fewer threads has run, all of them are read: asking them takes as long. */
#define SEARCHED_MIN 3

/* If more than a third of the threads have run, all are read without asking for so many scans. */
#define WHOLE_SCANS 16

/* What is known of a process. */
struct group_record {
    pid_t tgid;
    bool of_leader;      /* its row has the CPU time from the clock */
    uint8_t ahead_ticks; /* of the clock over its own file, when that was last read */
    uint8_t whole_scans; /* for how many more scans all threads are read */
    bool has_process;
    struct process process;   /* as stat has it */
    struct stat_figures row;  /* of the process */
    uint64_t clock_ns;        /* 0: unknown */
    uint64_t forks;           /* scan_request::forks when its threads were listed */
    unsigned listed;          /* in which scan that was */
    struct run_search search; /* its threads */
};

static void record_free(struct group_record *group)
{
    if (group)
        run_search_fini(&group->search);
    free(group);
}

static void free_all(struct group_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        record_free(list->groups[i]);
    list->count = 0;
}

void recall_fini(struct recall *recall)
{
    free_all(&recall->now);
    free_all(&recall->before);
    free(recall->now.groups);
    free(recall->before.groups);
    *recall = (struct recall){0};
}

/* The run time of a thread: the first number of schedstat, in nanoseconds. */
static bool read_run(struct proc_source *source, int dir, const char *path, uint64_t *ns)
{
    char *end;

    if (read_file(&source->buffer, dir, path) <= 0)
        return false;
    *ns = strtoull(source->buffer.data, &end, 10);
    return *end == ' ';
}

/* Whether clocks and run times are available here; found out once. */
static bool has_clocks(struct proc_source *source)
{
    struct recall *recall = &source->recall;
    uint64_t ns;

    if (!recall->tried)
        recall->counted = leader_stat_trusts_clock(source) &&
                          read_run(source, source->dir, "self/schedstat", &ns) && ns > 0;
    recall->tried = true;
    return recall->counted;
}

void recall_begin(struct proc_source *source)
{
    struct recall *recall = &source->recall;
    struct group_list before = recall->now;

    recall->on = true;
    recall->clocks = has_clocks(source);
    recall->scan++;
    recall->now = recall->before;
    recall->before = before;
    recall->next = 0;
    recall->group = NULL;
}

void recall_end(struct proc_source *source)
{
    struct recall *recall = &source->recall;

    free_all(&recall->before);
    recall->group = NULL;
    recall->on = false;
}

/* The record of a group from the last scan, or a new one. NULL: no memory. */
static struct group_record *take_record(struct recall *recall, pid_t tgid)
{
    struct group_list *before = &recall->before;
    struct group_record *group = NULL;

    while (recall->next < before->count && before->groups[recall->next] &&
           before->groups[recall->next]->tgid < tgid)
        recall->next++;
    if (recall->next < before->count && before->groups[recall->next] &&
        before->groups[recall->next]->tgid == tgid) {
        group = before->groups[recall->next];
        before->groups[recall->next++] = NULL;
        return group;
    }
    group = calloc(1, sizeof(*group));
    if (group)
        group->tgid = tgid;
    return group;
}

int recall_enter(struct proc_source *source, pid_t tgid)
{
    struct recall *recall = &source->recall;
    struct group_list *now = &recall->now;
    struct group_record *group;
    uint64_t ns = 0;

    if (ARRAY_RESERVE(&now->groups, &now->capacity, now->count + 1) < 0)
        return -ENOMEM;
    group = take_record(recall, tgid);
    if (!group)
        return -ENOMEM;
    now->groups[now->count++] = recall->group = group;
    /* Before anything is read: what runs later will be seen the next time. */
    recall->moved = !recall->clocks || !process_clock_read(tgid, &ns) || ns != group->clock_ns;
    recall->read_us = source->base.live ? system_info_read_us(&source->snapshot->system) : 0;
    group->clock_ns = ns;
    return 0;
}

/* For struct run_clocks. */
static bool ask_thread(void *context, pid_t tid, uint64_t *ns)
{
    struct proc_source *source = context;
    struct task_folder folder;
    char path[TASK_PATH_MAX];

    task_folder_set(&folder, source->task_dir, "T", (struct task_id){tid, tid});
    task_folder_path(&folder, "schedstat", path);
    return read_run(source, folder.dir, path, ns);
}

static bool ask_process(void *context, uint64_t *ns)
{
    const struct proc_source *source = context;

    return process_clock_read(source->recall.group->tgid, ns);
}

static int list_threads(struct proc_source *source, struct group_record *group)
{
    struct id_span span;
    int result = source->walk->threads(source, group->tgid, &span);

    if (result == 0)
        result = run_search_set(&group->search, &span);
    group->forks = source->request->forks;
    group->listed = source->recall.scan;
    return result;
}

/*
 * Whether the group may have other threads than before. If their number is the same and no task
 * was made meanwhile, they are the same; a new one would have run.
 */
static bool may_differ(const struct proc_source *source, const struct group_record *group)
{
    const struct recall *recall = &source->recall;
    const size_t count = group->search.count;
    struct stat directory;

    if (count == 0 || group->search.lost || recall->scan - group->listed >= RECALL_SCANS_MAX ||
        fstat(source->task_dir, &directory) < 0 || task_folder_count_threads(&directory) != count)
        return true;
    return !recall->clocks && (group->forks == 0 || group->forks != source->request->forks);
}

static void read_all(struct group_record *group)
{
    for (size_t i = 0; i < group->search.count; i++)
        group->search.threads[i].ran = true;
}

/* Finds the threads that have run, in a process that has. */
static int search_threads(struct proc_source *source, struct group_record *group)
{
    const struct run_clocks clocks = {ask_thread, ask_process, source, source->ns_per_tick};
    struct run_search *search = &group->search;
    const uint64_t used_ns = group->clock_ns;
    int result = 0;

    if (!search->based) {
        run_search_base(search, &clocks);
    } else {
        if (!run_search_front(search, &clocks, used_ns) && group->listed != source->recall.scan &&
            (group->forks == 0 || group->forks != source->request->forks)) {
            result = list_threads(source, group);
            if (result < 0)
                return result;
            run_search_front(search, &clocks, used_ns);
        }
        run_search_rest(search, &clocks, used_ns);
    }
    if (search->lost)
        result = list_threads(source, group);
    if (search->found > search->count / 3)
        group->whole_scans = WHOLE_SCANS;
    return result;
}

static int find_threads(struct proc_source *source, struct group_record *group)
{
    const bool is_new = group->search.count == 0;
    int result = walk_open_task_dir(source, group->tgid);

    if (result == 0 && may_differ(source, group))
        result = list_threads(source, group);
    if (result < 0)
        return result;
    if (group->whole_scans > 0)
        group->whole_scans--;
    else if (source->recall.clocks && !is_new && group->search.count >= SEARCHED_MIN)
        return search_threads(source, group);
    read_all(group);
    return 0;
}

int recall_threads(struct proc_source *source, struct id_span *span)
{
    struct group_record *group = source->recall.group;
    const struct run_search *search = &group->search;
    int result = 0;

    *span = (struct id_span){0};
    if (source->recall.moved || search->count == 0 || search->lost || search->searched > 0)
        result = find_threads(source, group);
    if (result < 0)
        return task_is_lost(result) ? 0 : result;
    id_list_clear(&source->threads);
    for (size_t i = 0; result == 0 && i < search->count; i++)
        result = id_list_add(&source->threads, group->tgid, search->threads[i].tid);
    /* The leader is read, for the figures that the whole process shares. */
    if (search->count > 0 && source->recall.moved)
        search->threads[0].ran = true;
    *span = (struct id_span){source->threads.ids, source->threads.count};
    return result;
}

/* The kept figures of the current row; NULL: there is no place for them. */
static struct stat_figures *figures_of(const struct task_reader *reader, bool *ran)
{
    struct proc_source *source = reader->source;
    const struct recall *recall = &source->recall;
    struct run_thread *thread;

    *ran = recall->moved;
    if (!recall->group)
        return NULL;
    if (reader->task->kind == TASK_PROCESS)
        return &recall->group->row;
    if (source->cursor.next == 0 || source->cursor.next > recall->group->search.count)
        return NULL;
    thread = &recall->group->search.threads[source->cursor.next - 1];
    *ran = thread->ran;
    return thread->tid == reader->task->tid ? &thread->figures : NULL;
}

static uint64_t key_of(const void *key)
{
    return *(const uint64_t *)key;
}

/* Whether the row is on the screen. */
static bool is_shown(const struct scan_request *request, const struct task *task)
{
    const uint64_t *shown = request->shown;
    const size_t count = request->shown_count;
    const uint64_t key = task_key(task);
    const size_t place = lower_bound(shown, count, sizeof(*shown), key, key_of);

    return place < count && shown[place] == key;
}

int recall_show(const struct task_reader *reader, need_t need)
{
    struct recall *recall = &reader->source->recall;
    const struct task *task = reader->task;
    bool ran;
    const struct stat_figures *figures = figures_of(reader, &ran);
    int result;

    if (!figures || ran || !stat_figures_are_there(figures) || !recall->group->has_process ||
        need & NEED_ADDRESSES || (need & NEED_USAGE && !figures->usage) ||
        ((unsigned)task->tid + recall->scan) % RECALL_SCANS_MAX == 0 ||
        is_shown(reader->source->request, task))
        return 0;
    *reader->process = recall->group->process;
    reader->task->read_us = recall->read_us;
    result = stat_figures_show(figures, reader->snapshot, reader->task);
    return result < 0 ? result : 1;
}

/* Reads the leader's file; the CPU time is that of the clock. */
static ssize_t read_leader(const struct task_reader *reader, struct clock_sample *clock)
{
    struct proc_source *source = reader->source;
    const struct group_record *group = source->recall.group;
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
    const struct group_record *group = reader->source->recall.group;

    if (group && group->of_leader && group->clock_ns > 0 && !usage &&
        reader->task->kind == TASK_PROCESS)
        return read_leader(reader, clock);
    return cached_stat_read(reader);
}

/*
 * After a process was read from its own file: from now on its CPU time is taken from the clock, if
 * they agree. User and system time are each rounded down to ticks, and time has passed since.
 */
static void turn_to_clock(struct group_record *group, const struct task *task, uint64_t tick_ns)
{
    const uint64_t cpu_ns = task->utime_ns + task->stime_ns;

    group->of_leader = group->clock_ns > 0 && group->process.nlwp >= CLOCK_THREADS_MIN &&
                       group->clock_ns < cpu_ns + 2 * tick_ns;
    /* 0 or 1, see leader_stat.h. */
    group->ahead_ticks = group->clock_ns / tick_ns > cpu_ns / tick_ns;
}

void recall_keep(const struct task_reader *reader, const struct clock_sample *clock)
{
    struct proc_source *source = reader->source;
    struct recall *recall = &source->recall;
    const struct task *task = reader->task;
    bool ran;
    struct stat_figures *figures = figures_of(reader, &ran);

    if (!figures)
        return;
    recall->group->process = *reader->process;
    recall->group->has_process = true;
    stat_figures_keep(figures, task);
    if (task->kind == TASK_THREAD)
        recall->group->search.threads[source->cursor.next - 1].ran = false;
    else if (!clock->used)
        turn_to_clock(recall->group, task, source->ns_per_tick);
}
