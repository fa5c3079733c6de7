/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/cached_stat.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "lib/source/process_clock.h"

/* With fewer threads the kernel's walk over them costs less than reading the leader's file. */
#define THREADS_MIN 64

/*
 * Switching to the clock costs another walk or two, which a program that scans only twice never
 * saves again.
 */
#define SCANS_MIN 2

/*
 * Reads the leader's file and the clock. The clock is named by the process's number and is read
 * first: if the file can be read after that, the process still existed, so the number was its own.
 */
static ssize_t read_with_clock(const struct task_reader *reader, const struct cached_file *file,
                               struct clock_sample *clock)
{
    const uint64_t tick_ns = reader->source->ns_per_tick;
    uint64_t ns;

    if (!process_clock_read(reader->task->tgid, &ns))
        return -ENOENT;
    clock->cpu_ns = (ns / tick_ns - file->ahead_ticks) * tick_ns;
    clock->used = true;
    return read_open_file(&reader->source->buffer, file->fd);
}

/*
 * Reads the process's own file; where the next scans are to use the clock, reads the clock before
 * it.
 */
static ssize_t read_own(const struct task_reader *reader, const struct cached_file *file,
                        bool usage, struct clock_sample *clock)
{
    if (!usage && file->large_scans == SCANS_MIN && leader_stat_trusts_clock(reader->source))
        clock->read = process_clock_read(reader->task->tgid, &clock->before_ns);
    return read_open_file(&reader->source->buffer, file->fd);
}

/* Reads the file that the last scan left open; 0 where there is none or it cannot be used. */
static ssize_t read_again(const struct task_reader *reader, bool usage, struct cached_file *file,
                          struct clock_sample *clock)
{
    ssize_t len = 0;

    *file = fd_cache_take(&reader->source->fd_cache, task_key(reader->task));
    if (file->fd < 0)
        return 0;
    if (!file->of_leader)
        len = read_own(reader, file, usage, clock);
    else if (!usage)
        len = read_with_clock(reader, file, clock);
    if (len > 0)
        return len;
    close(file->fd); /* the task is gone and its number may be another's, or the file cannot be used
                      */
    *file = (struct cached_file){.key = file->key, .fd = -1};
    *clock = (struct clock_sample){0};
    return 0;
}

/* Opens the file, to be cached where the cache has room. */
static ssize_t read_first(const struct task_reader *reader, struct cached_file *file)
{
    struct proc_source *source = reader->source;
    char path[TASK_PATH_MAX];

    if (!fd_cache_has_room(&source->fd_cache))
        return task_reader_read_filled(reader, "stat");
    task_folder_path(reader->folder, "stat", path);
    file->fd = openat(reader->folder->dir, path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (file->fd >= 0)
        return read_open_file(&source->buffer, file->fd);
    if (errno != EMFILE && errno != ENFILE)
        return errno == ESRCH ? -ENOENT : -errno;
    fd_cache_give_up(&source->fd_cache);
    return task_reader_read_filled(reader, "stat");
}

ssize_t cached_stat_read(const struct task_reader *reader, bool usage, struct clock_sample *clock)
{
    struct cached_file file;
    ssize_t len = read_again(reader, usage, &file, clock);

    if (len == 0)
        len = read_first(reader, &file);
    if (len > 0 && file.fd >= 0)
        fd_cache_put(&reader->source->fd_cache, &file);
    else if (file.fd >= 0)
        close(file.fd);
    return len == 0 ? -ENOENT : len;
}

void cached_stat_turn(const struct task_reader *reader, int32_t nlwp, uint64_t cpu_ns,
                      const struct clock_sample *clock)
{
    struct proc_source *source = reader->source;
    struct cached_file *file = fd_cache_last(&source->fd_cache, task_key(reader->task));
    int fd;

    if (!file || reader->task->kind != TASK_PROCESS || source->clock == CLOCK_BAD)
        return;
    if (nlwp < THREADS_MIN || file->large_scans < SCANS_MIN) {
        file->large_scans = nlwp < THREADS_MIN ? 0 : (uint8_t)(file->large_scans + 1);
        return;
    }
    /*
     * The file shows the clock's time, cut to ticks twice, and what was used since the clock was
     * read.
     */
    if (!clock->read || clock->before_ns >= cpu_ns + 2 * source->ns_per_tick)
        return;
    fd = leader_stat_open(reader);
    if (fd < 0)
        return;
    close(file->fd);
    file->fd = fd;
    file->of_leader = true;
    /* At most one, see above; what was used meanwhile makes it less. */
    file->ahead_ticks = clock->before_ns / source->ns_per_tick > cpu_ns / source->ns_per_tick;
}
