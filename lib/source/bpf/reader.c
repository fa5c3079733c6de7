/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/reader.h"

#include <errno.h>
#include <unistd.h>

#include "lib/source/bpf/pin.h"

/*
 * What each way costs, in microseconds of CPU time: Linux 6.18, a virtual machine of 2025, medians
 * with 1,000 to 64,000 idle threads. Only the proportions matter. With nothing loaded, loading is
 * worth it for a scan of threads from about 700 tasks on, for one of processes from about as many
 * processes, and for a group count from 14,000 tasks on.
 *
 * Procfs takes a file or two for each row, and the kernel walks over a process's threads twice:
 * when /proc is listed, and when it sums them up (lib/source/proc/large_groups.h). A group count
 * saves both walks, but none of the files.
 */
#define PROCFS_ROW         6.0
#define PROCFS_SUMMED_TASK 0.18

static const struct cost {
    double load;        /* once */
    double task;        /* each, when threads are wanted */
    double summed_task; /* each, when only sums are wanted */
    double process;     /* each, besides its tasks */
} costs[WAYS] = {
    [WAY_PINNED_ID_WALK] = {.load = 5, .task = 0.12, .summed_task = 0.05},
    [WAY_PINNED_TASK_ITER] = {.load = 5, .task = 0.35, .summed_task = 0.35},
    [WAY_TASK_ITER] = {.load = 3500, .task = 0.35, .summed_task = 0.35},
    [WAY_ID_WALK] = {.load = 3000, .task = 0.12, .summed_task = 0.05},
    [WAY_GROUP_COUNT] = {.load = 1000, .summed_task = 0.04, .process = PROCFS_ROW},
};

/* A program that scans twice will continue: what it loads then serves at least this many passes. */
#define PASSES_TO_COME 20

/* What loading must save each scan, since on a small host nobody would notice. */
#define WORTH_LOADING 1000

void reader_init(struct reader *reader)
{
    *reader = (struct reader){.only = WAY_NONE};
    for (int i = 0; i < PROGRAMS; i++)
        reader->programs[i] = -1;
}

void reader_fini(struct reader *reader)
{
    for (int i = 0; i < PROGRAMS; i++) {
        if (reader->programs[i] >= 0)
            close(reader->programs[i]);
    }
    id_walk_fini(&reader->id_walk);
    task_iter_fini(&reader->task_iter);
    group_count_fini(&reader->group_count);
    reader_init(reader);
}

/* Whether a pin exists and can be opened; *denied: it exists, but cannot be opened. */
static bool is_pinned(enum pin pin, bool *denied, struct buf *why)
{
    int fd = pin_open(pin, why);

    if (fd >= 0)
        close(fd);
    else if (fd != -ENOENT)
        *denied = true;
    return fd >= 0;
}

int reader_probe(struct reader *reader, struct buf *why)
{
    bool suits_walk = host_suits_walk();
    bool denied = false;
    bool may_load;

    reader->open[WAY_PINNED_TASK_ITER] = is_pinned(PIN_TASKS, &denied, why);
    if (denied)
        return -ENOTSUP;
    reader->open[WAY_PINNED_ID_WALK] = suits_walk && is_pinned(PIN_WALK, &denied, why);
    may_load = host_may_load(why);
    reader->open[WAY_TASK_ITER] = may_load;
    reader->open[WAY_ID_WALK] = may_load && suits_walk;
    reader->open[WAY_GROUP_COUNT] = may_load && (suits_walk || host_suits_count());
    if (!reader->open[WAY_PINNED_ID_WALK] && !reader->open[WAY_PINNED_TASK_ITER] && !may_load)
        return -ENOTSUP;
    buf_clear(why);
    return 0;
}

/* The program that a way keeps loaded. */
static enum program program_for(enum reader_way way, const struct pass *pass)
{
    if (way == WAY_TASK_ITER)
        return pass->status ? PROGRAM_ITER_STATUS : PROGRAM_ITER;
    if (way != WAY_ID_WALK)
        return PROGRAM_NONE;
    if (pass->status)
        return PROGRAM_WALK_STATUS;
    return pass->again ? PROGRAM_WALK_DELTA : PROGRAM_WALK;
}

static bool must_load(const struct reader *reader, enum reader_way way, const struct pass *pass)
{
    const enum program program = program_for(way, pass);

    return program == PROGRAM_NONE ? way == WAY_GROUP_COUNT : reader->programs[program] < 0;
}

/* A group count is for one scan of processes and has only sums of their times. */
static bool may_take(const struct reader *reader, enum reader_way way, const struct pass *pass)
{
    if (way == WAY_GROUP_COUNT && (pass->threads || !pass->times || pass->usage || pass->again))
        return false;
    return reader->open[way];
}

/* The cost of a pass that way, plus what loading must save. */
static double price(const struct reader *reader, enum reader_way way, const struct pass *pass)
{
    const struct cost *cost = &costs[way];
    double sum = pass->host.tasks * (pass->threads ? cost->task : cost->summed_task) +
                 pass->host.processes * cost->process;

    if (way == WAY_PINNED_ID_WALK || way == WAY_PINNED_TASK_ITER)
        return sum + cost->load;
    if (!must_load(reader, way, pass))
        return sum;
    return sum + WORTH_LOADING + cost->load / (reader->passes > 0 ? PASSES_TO_COME : 1);
}

static double price_of_procfs(const struct pass *pass)
{
    const struct host_size *host = &pass->host;

    return pass->threads ? host->tasks * PROCFS_ROW
                         : host->processes * PROCFS_ROW + host->tasks * PROCFS_SUMMED_TASK;
}

enum reader_way reader_choose(const struct reader *reader, const struct pass *pass)
{
    enum reader_way best = WAY_NONE;
    double least = price_of_procfs(pass);

    for (enum reader_way way = 0; way < WAYS; way++) {
        double sum = price(reader, way, pass);

        if (may_take(reader, way, pass) &&
            (sum < least || (best == WAY_NONE && reader->never_procfs))) {
            least = sum;
            best = way;
        }
    }
    return best;
}

/* Loads the program that a way keeps loaded. */
static int load(struct reader *reader, enum reader_way way, const struct pass *pass)
{
    const enum program program = program_for(way, pass);
    int fd = -1;
    int result;

    if (program == PROGRAM_NONE || reader->programs[program] >= 0)
        return 0;
    result = load_program(program, &fd);
    reader->programs[program] = result < 0 ? -1 : fd;
    return result;
}

/* If there is no pin with status one without it does: status is then read from procfs. */
static int open_pinned_iter(const struct pass *pass)
{
    int fd = pass->status ? pin_open(PIN_STATUS, NULL) : -ENOENT;

    return fd < 0 ? pin_open(PIN_TASKS, NULL) : fd;
}

/* The descriptor for a pass, or -errno. */
static int open_way(const struct reader *reader, enum reader_way way, const struct pass *pass)
{
    switch (way) {
    case WAY_PINNED_ID_WALK:
        return pin_open(PIN_WALK, NULL);
    case WAY_ID_WALK:
        return reader->programs[program_for(way, pass)];
    case WAY_PINNED_TASK_ITER:
        return open_pinned_iter(pass);
    case WAY_TASK_ITER:
        return load_open_reader(reader->programs[program_for(way, pass)]);
    default:
        return -ENOTSUP;
    }
}

static int read_by(struct reader *reader, enum reader_way way, const struct pass *pass,
                   struct records *records)
{
    int fd, result;

    if (way == WAY_GROUP_COUNT)
        return group_count_read(&reader->group_count, pass, records);
    fd = open_way(reader, way, pass);
    if (fd < 0)
        return fd;
    result = way == WAY_ID_WALK || way == WAY_PINNED_ID_WALK
                 ? id_walk_read(&reader->id_walk, fd, pass, records)
                 : task_iter_read(&reader->task_iter, fd, records);
    if (way != WAY_ID_WALK) /* its program stays loaded */
        close(fd);
    return result;
}

/* Closes a way that failed, unless the error may be temporary. */
static int note_failure(struct reader *reader, enum reader_way way, int result)
{
    if (result < 0 && result != -ENOMEM && result != -EAGAIN)
        reader->open[way] = false;
    return result;
}

int reader_load(struct reader *reader, const struct pass *pass)
{
    int result = -ENOTSUP;

    for (int i = 0; i < WAYS && result < 0; i++) {
        enum reader_way way = reader_choose(reader, pass);

        if (way == WAY_NONE)
            break;
        result = note_failure(reader, way, load(reader, way, pass));
    }
    return result;
}

/* 0 or -errno, and then `records` is empty. */
static int try_way(struct reader *reader, enum reader_way way, const struct pass *pass,
                   struct records *records)
{
    const struct host_size *host = &pass->host;
    int result = load(reader, way, pass);

    records_clear(records);
    records->expected = host->tasks;
    if (result == 0 && way != WAY_GROUP_COUNT)
        result = records_reserve(records, pass->threads ? host->tasks : host->processes,
                                 host->processes);
    if (result == 0)
        result = read_by(reader, way, pass, records);
    if (result == 0)
        result = records_sort(records);
    if (result < 0)
        records_clear(records);
    return note_failure(reader, way, result);
}

int reader_read(struct reader *reader, const struct pass *wanted, struct records *records)
{
    struct pass pass = *wanted;
    int result = -ENOTSUP;

    records_clear(records);
    if (!host_read_size(&pass.host))
        return 0;
    for (int i = 0; i < WAYS && result < 0 && result != -ENOMEM; i++) {
        enum reader_way way = reader->only;

        if (way == WAY_NONE)
            way = reader_choose(reader, &pass);
        if (way == WAY_NONE)
            break;
        result = try_way(reader, way, &pass, records);
    }
    reader->passes++;
    return result == -ENOMEM ? result : 0;
}
