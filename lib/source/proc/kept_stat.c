/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/kept_stat.h"

#include <errno.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "lib/source/proc/proc.h"
#include "lib/source/proc/stat.h"
#include "lib/source/proc/target.h"

#define NS_PER_S UINT64_C(1000000000)

/* A walk over fewer threads takes less than reading their file does. */
#define THREADS_MIN 64

/* To turn takes another walk or two, which a program that scans but twice would never get back. */
#define SCANS_MIN 2

enum clock_trust clock_trust_first(bool same_pids)
{
#if defined(__powerpc__) || defined(__s390__)
    (void)same_pids; /* CONFIG_VIRT_CPU_ACCOUNTING_NATIVE: there is no cputime_adjust() */
    return CLOCK_BAD;
#else
    return same_pids ? CLOCK_UNTRIED : CLOCK_BAD;
#endif
}

static bool read_clock(pid_t tgid, uint64_t *ns)
{
    struct timespec time;
    clockid_t clock;

    if (clock_getcpuclockid(tgid, &clock) != 0 || clock_gettime(clock, &time) < 0)
        return false;
    *ns = (uint64_t)time.tv_sec * NS_PER_S + (uint64_t)time.tv_nsec;
    return true;
}

static int open_leader(const struct target *target)
{
    const struct task *task = target->task;
    struct place place;
    char path[PLACE_PATH_MAX];

    place_set(&place, target->source->dir, "G/task/T", (struct task_id){task->tgid, task->tgid});
    place_path(&place, "stat", path);
    return openat(place.dir, path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
}

/*
 * From the leader's file and the clock. The clock goes by the number and is first: when the file
 * can be read after that, the process has been there meanwhile, and so the number was its own.
 */
static ssize_t read_with_clock(const struct target *target, const struct kept_file *file,
                               struct group_clock *clock)
{
    const uint64_t tick_ns = target->source->ns_per_tick;
    uint64_t ns;

    if (!read_clock(target->task->tgid, &ns))
        return -ENOENT;
    clock->cpu_ns = (ns / tick_ns - file->ahead_ticks) * tick_ns;
    clock->used = true;
    return read_open_file(&target->source->buffer, file->fd);
}

/* From its own file, and where it is about to turn to the clock from that before. */
static ssize_t read_own(const struct target *target, const struct kept_file *file, bool usage,
                        struct group_clock *clock)
{
    if (!usage && file->crowded == SCANS_MIN && target->source->clock != CLOCK_BAD)
        clock->read = read_clock(target->task->tgid, &clock->before_ns);
    return read_open_file(&target->source->buffer, file->fd);
}

/* From the file that the last scan has left open; where there is none, or it does not do, 0. */
static ssize_t read_again(const struct target *target, bool usage, struct kept_file *file,
                          struct group_clock *clock)
{
    ssize_t len = 0;

    *file = kept_take(&target->source->kept, task_key(target->task));
    if (file->fd < 0)
        return 0;
    if (!file->of_leader)
        len = read_own(target, file, usage, clock);
    else if (!usage)
        len = read_with_clock(target, file, clock);
    if (len > 0)
        return len;
    close(file->fd); /* the task has gone, another may have got its number; or it does not do */
    *file = (struct kept_file){.key = file->key, .fd = -1};
    *clock = (struct group_clock){0};
    return 0;
}

/* From a file that is opened to be kept, where one more may be. */
static ssize_t read_first(const struct target *target, struct kept_file *file)
{
    struct proc_source *source = target->source;
    char path[PLACE_PATH_MAX];

    if (!kept_has_room(&source->kept))
        return target_read_filled(target, "stat");
    place_path(target->place, "stat", path);
    file->fd = openat(target->place->dir, path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (file->fd >= 0)
        return read_open_file(&source->buffer, file->fd);
    if (errno != EMFILE && errno != ENFILE)
        return errno == ESRCH ? -ENOENT : -errno;
    kept_give_up(&source->kept);
    return target_read_filled(target, "stat");
}

ssize_t kept_stat_read(const struct target *target, bool usage, struct group_clock *clock)
{
    struct kept_file file;
    ssize_t len = read_again(target, usage, &file, clock);

    if (len == 0)
        len = read_first(target, &file);
    if (len > 0 && file.fd >= 0)
        kept_put(&target->source->kept, &file);
    else if (file.fd >= 0)
        close(file.fd);
    return len == 0 ? -ENOENT : len;
}

/*
 * Whether the clock of this process agrees with its file, which has shown `cpu_ns`: the clock's
 * time, twice cut to ticks. It would not where something else than the kernel we know answers, or
 * where the number means another process to us than to this procfs.
 */
static enum clock_trust try_clock(const struct target *target, uint64_t cpu_ns,
                                  const struct group_clock *clock)
{
    uint64_t after_ns;

    /* Since the file could be read, the process was there. */
    if (!clock->read)
        return CLOCK_BAD;
    if (!read_clock(target->task->tgid, &after_ns))
        return CLOCK_UNTRIED;
    return cpu_ns <= after_ns && clock->before_ns < cpu_ns + 2 * target->source->ns_per_tick
               ? CLOCK_GOOD
               : CLOCK_BAD;
}

void kept_stat_turn(const struct target *target, int32_t nlwp, uint64_t cpu_ns,
                    const struct group_clock *clock)
{
    struct proc_source *source = target->source;
    struct kept_file *file = kept_last(&source->kept, task_key(target->task));
    int fd;

    if (!file || target->task->kind != TASK_PROCESS || source->clock == CLOCK_BAD)
        return;
    if (nlwp < THREADS_MIN || file->crowded < SCANS_MIN) {
        file->crowded = nlwp < THREADS_MIN ? 0 : (uint8_t)(file->crowded + 1);
        return;
    }
    if (source->clock == CLOCK_UNTRIED)
        source->clock = try_clock(target, cpu_ns, clock);
    if (source->clock != CLOCK_GOOD || !clock->read)
        return;
    fd = open_leader(target);
    if (fd < 0)
        return;
    close(file->fd);
    file->fd = fd;
    file->of_leader = true;
    /* By no more than one, see above; what was used meanwhile makes it less. */
    file->ahead_ticks = clock->before_ns / source->ns_per_tick > cpu_ns / source->ns_per_tick;
}
