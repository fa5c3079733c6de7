/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/ran_threads.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "lib/source/proc/leader_stat.h"
#include "lib/source/proc/walk.h"
#include "lib/source/process_clock.h"

/* In a process of fewer threads all are read if it has run: asking them takes as long. */
#define SEARCHED_MIN 3

/* From so many threads on they are not all listed again when some have changed. */
#define ORDERED_MIN 256

/* If more than a third of the threads have run, all are read without asking for so many scans. */
#define WHOLE_SCANS 16

/* The run time of a thread: the first number of schedstat, in nanoseconds. */
static bool read_run_time(struct proc_source *source, int dir, const char *path, uint64_t *ns)
{
    char *end;

    if (read_file(&source->buffer, dir, path) <= 0)
        return false;
    *ns = strtoull(source->buffer.data, &end, 10);
    return *end == ' ';
}

bool ran_threads_are_counted(struct proc_source *source)
{
    uint64_t ns;

    if (source->run_times == CLOCK_UNTRIED)
        source->run_times = leader_stat_trusts_clock(source) &&
                                    read_run_time(source, source->dir, "self/schedstat", &ns) &&
                                    ns > 0
                                ? CLOCK_GOOD
                                : CLOCK_BAD;
    return source->run_times == CLOCK_GOOD;
}

/* For struct run_clocks. */
static bool ask_thread(void *context, pid_t tid, uint64_t *ns)
{
    struct proc_source *source = context;
    struct task_folder folder;
    char path[TASK_PATH_MAX];

    task_folder_set(&folder, source->task_dir, "T", (struct task_id){tid, tid});
    task_folder_path(&folder, "schedstat", path);
    return read_run_time(source, folder.dir, path, ns);
}

static bool ask_process(void *context, uint64_t *ns)
{
    const struct proc_source *source = context;

    return process_clock_read(source->records.current->tgid, ns);
}

/* As walk_ops::threads, of PID/task that is open. */
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

static int list_threads(struct proc_source *source, struct group_record *group)
{
    struct id_span span;
    int result = group->search.count >= ORDERED_MIN
                     ? list_in_order(source, group, &span)
                     : source->walk->threads(source, group->tgid, &span);

    if (result == 0)
        result = run_search_set(&group->search, &span);
    group->forks = source->request->forks;
    group->listed = source->records.scan;
    return result;
}

/* Whether no task of the host was made since the threads were listed, as far as is known. */
static bool is_without_forks(const struct proc_source *source, const struct group_record *group)
{
    return group->forks != 0 && group->forks == source->request->forks;
}

/*
 * Whether the threads must be listed before they are searched. If their number is the same, they
 * may still be others; but a new one would have run, so that the search misses its time.
 */
static bool must_list(struct proc_source *source, const struct group_record *group)
{
    const size_t count = group->search.count;
    struct stat directory;

    if (count == 0 || group->search.lost || source->records.scan - group->listed >= DUE_SCANS_MAX ||
        fstat(source->task_dir, &directory) < 0 || task_folder_count_threads(&directory) != count)
        return true;
    return !ran_threads_are_counted(source) && !is_without_forks(source, group);
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

    if (wait_records_follow(&source->waits, source->records.scan))
        run_search_allow_all(search);
    if (!search->based) {
        run_search_base(search, &clocks);
    } else {
        if (!run_search_front(search, &clocks, used_ns) && group->listed != source->records.scan &&
            !is_without_forks(source, group)) {
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

static int find_ran(struct proc_source *source, struct group_record *group)
{
    const bool is_new = group->search.count == 0;
    int result = walk_open_task_dir(source, group->tgid);

    if (result == 0 && must_list(source, group))
        result = list_threads(source, group);
    if (result < 0)
        return result;
    if (group->whole_scans > 0)
        group->whole_scans--;
    else if (ran_threads_are_counted(source) && !is_new && group->search.count >= SEARCHED_MIN)
        return search_threads(source, group);
    read_all(group);
    return 0;
}

int ran_threads_find(struct proc_source *source, struct id_span *span)
{
    struct group_record *group = source->records.current;
    const struct run_search *search = &group->search;
    int result = 0;

    *span = (struct id_span){0};
    if (group->has_run || search->count == 0 || search->lost || search->searched > 0)
        result = find_ran(source, group);
    if (result < 0)
        return task_is_lost(result) ? 0 : result;
    /* The leader's stat has the figures that all threads of the process share. */
    if (search->count > 0 && group->has_run)
        search->threads[0].ran = true;
    *span = (struct id_span){search->ids, search->count};
    return 0;
}
