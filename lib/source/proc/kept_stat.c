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

static void set_clock(const struct target *target, uint64_t ns, struct group_clock *clock)
{
    clock->used = true;
    clock->cpu_ns = ns - ns % target->source->ns_per_tick;
}

static int open_plain(const struct target *target)
{
    char path[PLACE_PATH_MAX];

    place_path(target->place, "stat", path);
    return openat(target->place->dir, path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
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
static ssize_t read_with_clock(const struct target *target, int fd, struct group_clock *clock)
{
    uint64_t ns;

    if (!read_clock(target->task->tgid, &ns))
        return -ENOENT;
    set_clock(target, ns, clock);
    return read_open_file(&target->source->buffer, fd);
}

ssize_t kept_stat_read(const struct target *target, bool usage, struct group_clock *clock)
{
    struct proc_source *source = target->source;
    uint64_t key = task_key(target->task);
    bool of_leader = false;
    int fd = kept_take(&source->kept, key, &of_leader);
    ssize_t len = 0;

    if (fd >= 0 && of_leader && !usage)
        len = read_with_clock(target, fd, clock);
    else if (fd >= 0 && !of_leader)
        len = read_open_file(&source->buffer, fd);
    if (len <= 0 && fd >= 0) {
        close(fd); /* the task has gone, another may have got its number; or it is the wrong file */
        *clock = (struct group_clock){0};
        of_leader = false;
        fd = -1;
    }
    if (fd < 0 && kept_has_room(&source->kept)) {
        fd = open_plain(target);
        if (fd < 0 && (errno == EMFILE || errno == ENFILE))
            kept_give_up(&source->kept);
        else if (fd < 0)
            return errno == ESRCH ? -ENOENT : -errno;
        else
            len = read_open_file(&source->buffer, fd);
    }
    if (fd < 0)
        return target_read_filled(target, "stat");
    if (len > 0)
        kept_put(&source->kept, key, fd, of_leader);
    else
        close(fd);
    return len == 0 ? -ENOENT : len;
}

/* The CPU time that the process's own file shows; false when it cannot be read. */
static bool read_shown(const struct target *target, uint64_t *ns)
{
    ssize_t len = target_read_filled(target, "stat");
    struct stat_line line;

    if (len <= 0 || !stat_parse(target->source->buffer.data, (size_t)len, &line))
        return false;
    *ns = (line.field[STAT_UTIME] + line.field[STAT_STIME]) * target->source->ns_per_tick;
    return true;
}

/*
 * Whether the clock of this process agrees with its file: what that shows is the clock's time,
 * twice cut to ticks. It would not where something else than the kernel we know answers, or where
 * the number means another process to us than to this procfs.
 */
static enum clock_trust try_clock(const struct target *target)
{
    const pid_t tgid = target->task->tgid;
    uint64_t before, shown, after;
    bool answers = read_clock(tgid, &before);

    if (!read_shown(target, &shown))
        return CLOCK_UNTRIED;
    answers = answers && read_clock(tgid, &after);
    return answers && shown <= after && before < shown + 2 * target->source->ns_per_tick
               ? CLOCK_GOOD
               : CLOCK_BAD;
}

void kept_stat_turn(const struct target *target, int32_t nlwp, struct group_clock *clock)
{
    struct proc_source *source = target->source;
    uint64_t ns;
    int fd;

    if (nlwp < THREADS_MIN || target->task->kind != TASK_PROCESS)
        return;
    if (source->clock == CLOCK_UNTRIED)
        source->clock = try_clock(target);
    if (source->clock != CLOCK_GOOD)
        return;
    fd = open_leader(target);
    if (fd < 0)
        return;
    if (read_clock(target->task->tgid, &ns) &&
        kept_change(&source->kept, task_key(target->task), fd))
        set_clock(target, ns, clock);
    else
        close(fd);
}
