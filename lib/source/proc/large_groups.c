/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/large_groups.h"

#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "lib/source/group_counts.h"
#include "lib/source/proc/parse/stat.h"
#include "lib/source/proc/walk.h"
#include "lib/source/process_clock.h"

/*
 * Asking a process takes as long as one of the kernel's walks over some 25 threads of a large
 * process; those of a small process are still in the processor's caches at the second walk. What is
 * lost where all processes turn out to be small is less than what is gained where they do not.
 */
#define THREADS_PER_PROCESS 64

/* With fewer threads the leader's file and the clock take as long as the walk that they save. */
#define THREADS_MIN 512

/* Where BPF has counted the time, only the leader's file has to be read. */
#define COUNTED_MIN 64

/* Whether sums over threads are read for all rows, with user and system time as one sum. */
static bool suits(const struct proc_source *source)
{
    const struct scan_request *request = source->request;
    const need_t need = request->need | request->filter_need;

    return source->clock != CLOCK_BAD && source->walk->uses_task_dir && !request->only &&
           request->rows & ROWS_PROCESSES && need & (NEED_STAT | NEED_NLWP) && !(need & NEED_USAGE);
}

/*
 * How many threads the host has besides the leaders, in all pid namespaces; 0: fewer than `least`.
 * Only a hint: sysinfo(2) has 16 bits for tasks, and the link count of a procfs includes a few
 * directories that are no processes.
 */
static uint32_t extra_threads(const struct proc_source *source, uint32_t least)
{
    struct sysinfo host;
    struct stat procfs;

    if (sysinfo(&host) < 0 || host.procs < least)
        return 0;
    if (fstat(source->dir, &procfs) < 0 || procfs.st_nlink + least > host.procs)
        return 0;
    return (uint32_t)(host.procs - procfs.st_nlink);
}

void large_groups_begin(struct proc_source *source)
{
    const size_t least = source->processes.count * THREADS_PER_PROCESS;

    source->large = (struct large_groups){0};
    if (!suits(source))
        return;
    source->large.counts = source->request->counts;
    if (!source->large.counts && least <= UINT16_MAX)
        source->large.threads =
            extra_threads(source, least > THREADS_MIN ? (uint32_t)least : THREADS_MIN);
}

/* The threads of a process; 0: unknown. */
static uint32_t count_threads(const struct task_reader *reader)
{
    char path[TASK_PATH_MAX];
    struct stat directory;

    task_folder_path(reader->folder, "task", path);
    if (fstatat(reader->folder->dir, path, &directory, 0) < 0)
        return 0;
    return task_folder_count_threads(&directory);
}

/* Subtracts threads that have been found. */
static void note_threads(struct large_groups *large, uint32_t threads)
{
    const uint32_t beside = threads > 0 ? threads - 1 : 0;

    large->threads = large->threads > beside ? large->threads - beside : 0;
    if (large->threads < THREADS_MIN)
        large->threads = 0;
}

/*
 * Whether a process has many threads. *counted: its group as BPF counted it, if that can be
 * trusted; NULL: its clock has to be read.
 */
static bool is_large(const struct task_reader *reader, const struct counted_group **counted)
{
    struct large_groups *large = &reader->source->large;
    uint32_t threads;

    *counted = NULL;
    if (large->counts) {
        const struct counted_group *group = group_counts_find(large->counts, reader->task->tgid);

        if (!group)
            return false;
        if (group->exact) {
            *counted = group;
            return group->threads >= COUNTED_MIN;
        }
        threads = group->threads;
    } else {
        threads = count_threads(reader);
        note_threads(large, threads);
    }
    return threads >= THREADS_MIN && leader_stat_trusts_clock(reader->source);
}

/* A process that started after the count may have the id of one that was counted. */
static bool was_counted(const struct proc_source *source, const struct stat_line *line)
{
    return (line->field[STAT_STARTTIME] + 1) * source->ns_per_tick <=
           source->large.counts->begun_ns;
}

/*
 * The leader's own time is a part of the process's, except for what it used since that was read. If
 * that was much, the process's own file has to be read.
 */
static bool is_plausible(const struct proc_source *source, const struct stat_line *line,
                         uint64_t cpu_ns)
{
    return (line->field[STAT_UTIME] + line->field[STAT_STIME]) * source->ns_per_tick <=
           cpu_ns + 2 * source->ns_per_tick;
}

/*
 * The file is opened, then the clock is read by the process's number, then the file: if the file
 * can be read, the process still existed, so the number was its own.
 */
static ssize_t read_open(const struct task_reader *reader, int fd,
                         const struct counted_group *counted, struct clock_sample *clock)
{
    struct proc_source *source = reader->source;
    struct stat_line line;
    uint64_t ns;
    ssize_t len;

    if (counted)
        ns = counted->cpu_ns;
    else if (source->recalls)
        ns = source->records.current->clock_ns;
    else if (!process_clock_read(reader->task->tgid, &ns))
        return 0;
    len = read_open_file(&source->buffer, fd);
    if (len <= 0 || !stat_parse(source->buffer.data, (size_t)len, &line))
        return 0;
    if ((counted && !was_counted(source, &line)) || !is_plausible(source, &line, ns))
        return 0;
    clock->cpu_ns = ns / source->ns_per_tick * source->ns_per_tick;
    clock->used = true;
    return len;
}

ssize_t large_groups_read_stat(const struct task_reader *reader, struct clock_sample *clock)
{
    const struct large_groups *large = &reader->source->large;
    const struct counted_group *counted;
    ssize_t len;
    int fd;

    if (!large->counts && large->threads == 0)
        return 0;
    if (reader->task->kind != TASK_PROCESS || reader->task->have & NEED_STAT)
        return 0;
    if (!is_large(reader, &counted))
        return 0;
    fd = leader_stat_open(reader);
    if (fd < 0)
        return 0;
    len = read_open(reader, fd, counted, clock);
    close(fd);
    return len;
}
