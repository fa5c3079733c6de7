/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/leader_stat.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/source/host_size.h"
#include "lib/source/proc/parse/stat.h"
#include "lib/source/proc/parse/status.h"
#include "lib/source/proc/walk.h"
#include "lib/source/process_times.h"

enum clock_trust leader_stat_first_trust(bool same_pids)
{
#if defined(__powerpc__) || defined(__s390__) || defined(__ia64__)
    (void)same_pids; /* CONFIG_VIRT_CPU_ACCOUNTING_NATIVE: no cputime_adjust() */
    return CLOCK_BAD;
#else
    return same_pids ? CLOCK_UNTRIED : CLOCK_BAD;
#endif
}

bool leader_stat_fits(const char *status, size_t len, pid_t self)
{
    return status_sole_tid(status, len) == self && status_has_core_dumping(status, len);
}

bool leader_stat_trusts_clock(struct proc_source *source)
{
    ssize_t len;

    if (source->clock == CLOCK_UNTRIED) {
        len = read_file(&source->buffer, source->dir, "self/status");
        source->clock = len > 0 && leader_stat_fits(source->buffer.data, (size_t)len, getpid())
                            ? CLOCK_GOOD
                            : CLOCK_BAD;
    }
    return source->clock == CLOCK_GOOD;
}

int leader_stat_open(const struct task_reader *reader)
{
    const struct task *task = reader->task;
    struct task_folder folder;
    char path[TASK_PATH_MAX];

    task_folder_set(&folder, reader->source->dir, "G/task/T",
                    (struct task_id){task->tgid, task->tgid});
    task_folder_path(&folder, "stat", path);
    return openat(folder.dir, path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
}

/*
 * To stat a process takes as long as one kernel walk over some 25 threads of a large process; those
 * of a small process are still in the CPU's caches at the second walk. With this threshold, the
 * loss if all processes turn out small is less than the gain if they do not.
 */
#define THREADS_PER_PROCESS 64

/* With fewer threads, the leader's file and the clock take as long as the walk they avoid. */
#define THREADS_MIN 512

/* Whether sums over threads are read for all rows, but not user and system time separately. */
static bool suits(const struct proc_source *source)
{
    const struct scan_request *request = source->request;
    const need_t need = request->need | request->filter_need;

    return source->clock != CLOCK_BAD && source->walk->uses_task_dir && !request->only &&
           request->rows & ROWS_PROCESSES && need & (NEED_STAT | NEED_NLWP) && !(need & NEED_USAGE);
}

/* The number of threads on the host besides the leaders; 0: fewer than `least`. Only a hint. */
static uint32_t extra_threads(const struct proc_source *source, size_t least)
{
    struct host_size host;

    if (!host_size_read_at(source->dir, &host) || host.tasks - host.processes < least)
        return 0;
    return host.tasks - host.processes;
}

void large_groups_begin(struct proc_source *source)
{
    const size_t least = source->processes.count * THREADS_PER_PROCESS;

    source->large = (struct large_groups){0};
    if (suits(source))
        source->large.threads = extra_threads(source, least > THREADS_MIN ? least : THREADS_MIN);
}

/* The number of threads of a process; 0: unknown. */
static uint32_t count_threads(const struct task_reader *reader)
{
    char path[TASK_PATH_MAX];
    struct stat directory;

    task_folder_path(reader->folder, "task", path);
    if (fstatat(reader->folder->dir, path, &directory, 0) < 0)
        return 0;
    return task_folder_count_threads(&directory);
}

/* Subtracts threads that were found from those still to be found. */
static void note_threads(struct large_groups *large, uint32_t threads)
{
    const uint32_t beside = threads > 0 ? threads - 1 : 0;

    large->threads = large->threads > beside ? large->threads - beside : 0;
    if (large->threads < THREADS_MIN)
        large->threads = 0;
}

/* Whether a process has many threads. */
static bool is_large(const struct task_reader *reader)
{
    const uint32_t threads = count_threads(reader);

    note_threads(&reader->source->large, threads);
    return threads >= THREADS_MIN && leader_stat_trusts_clock(reader->source);
}

/*
 * The leader's own time is part of the process's, but the leader may have run since the clock was
 * read. If it ran for long, the process's own file has to be read.
 */
static bool is_plausible(const struct proc_source *source, const struct stat_line *line,
                         uint64_t cpu_ns)
{
    return (line->field[STAT_UTIME] + line->field[STAT_STIME]) * source->ns_per_tick <=
           cpu_ns + 2 * source->ns_per_tick;
}

/*
 * The file is opened, then the clock is read by PID, then the file. If the file can be read the
 * process still exists, so the PID was not reused and the clock was its own.
 */
static ssize_t read_open(const struct task_reader *reader, int fd, struct clock_sample *clock)
{
    struct proc_source *source = reader->source;
    struct stat_line line;
    uint64_t ns;
    ssize_t len;

    if (source->recalls)
        ns = source->records.current->clock_ns;
    else if (!process_clock_read(reader->task->tgid, &ns))
        return 0;
    len = read_open_file(&source->buffer, fd);
    if (len <= 0 || !stat_parse(source->buffer.data, (size_t)len, &line))
        return 0;
    if (!is_plausible(source, &line, ns))
        return 0;
    clock->cpu_ns = ns / source->ns_per_tick * source->ns_per_tick;
    clock->used = true;
    return len;
}

ssize_t large_groups_read_stat(const struct task_reader *reader, struct clock_sample *clock)
{
    ssize_t len;
    int fd;

    if (reader->source->large.threads == 0)
        return 0;
    if (reader->task->kind != TASK_PROCESS || reader->task->have & NEED_STAT)
        return 0;
    if (!is_large(reader))
        return 0;
    fd = leader_stat_open(reader);
    if (fd < 0)
        return 0;
    len = read_open(reader, fd, clock);
    close(fd);
    return len;
}
