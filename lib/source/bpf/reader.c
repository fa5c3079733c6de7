/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/reader.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/bpf/pin.h"

/*
 * What each way costs, in microseconds of CPU time: Linux 6.18, a virtual machine of 2025, medians
 * with 1,000 to 64,000 idle threads. Only the proportions matter. With nothing loaded, a scan of
 * threads pays for loading from about 700 tasks on; one of processes from about as many of them, or
 * for a census from 14,000 tasks on.
 *
 * By procfs it is a file or two for each row, and the kernel passes over a process's threads twice:
 * when /proc is listed, and when it sums them up (lib/source/proc/large_groups.h). A census spares
 * it both, and none of the files.
 */
#define PROCFS_ROW         6.0
#define PROCFS_SUMMED_TASK 0.18

static const struct cost {
    double load;        /* once */
    double task;        /* each, when threads are wanted */
    double summed_task; /* each, when only its group's sums are */
    double process;     /* each, beside its tasks */
} costs[WAYS] = {
    [WAY_PINNED_ID_WALK] = {.load = 5, .task = 0.12, .summed_task = 0.05},
    [WAY_PINNED_TASK_ITER] = {.load = 5, .task = 0.35, .summed_task = 0.35},
    [WAY_TASK_ITER] = {.load = 3500, .task = 0.35, .summed_task = 0.35},
    [WAY_ID_WALK] = {.load = 3000, .task = 0.12, .summed_task = 0.05},
    [WAY_GROUP_COUNT] = {.load = 1000, .summed_task = 0.04, .process = PROCFS_ROW},
};

/* Who scans a second time will go on: what is loaded then serves so many scans at least. */
#define SCANS_TO_COME 20

/* What loading must spare each scan: on a small host nobody would see the difference. */
#define WORTH_LOADING 1000

void reader_init(struct reader *reader)
{
    memset(reader, 0, sizeof(*reader));
    for (int i = 0; i < 2; i++)
        reader->links[i] = -1;
    for (int i = 0; i < ID_WALK_KINDS; i++)
        reader->programs[i] = -1;
}

void reader_fini(struct reader *reader)
{
    for (int i = 0; i < 2; i++) {
        if (reader->links[i] >= 0)
            close(reader->links[i]);
    }
    for (int i = 0; i < ID_WALK_KINDS; i++) {
        if (reader->programs[i] >= 0)
            close(reader->programs[i]);
    }
    task_iter_fini(&reader->task_iter);
    id_walk_fini(&reader->id_walk);
    group_count_fini(&reader->group_count);
    reader_init(reader);
}

/* Whether a pin is there and can be opened; *denied when only the latter is wrong. */
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

static enum id_walk_kind kind_for(const struct pass *want)
{
    if (want->status)
        return ID_WALK_STATUS;
    return want->again ? ID_WALK_KNOWN : ID_WALK_PLAIN;
}

static bool must_load(const struct reader *reader, enum reader_way way, const struct pass *want)
{
    switch (way) {
    case WAY_TASK_ITER:
        return reader->links[want->status] < 0;
    case WAY_ID_WALK:
        return reader->programs[kind_for(want)] < 0;
    case WAY_GROUP_COUNT:
        return true;
    default:
        return false;
    }
}

/* A census is of processes, has sums of their times alone, and is for one scan. */
static bool may_take(const struct reader *reader, enum reader_way way, const struct pass *want)
{
    if (way == WAY_GROUP_COUNT && (want->threads || !want->times || want->usage || want->again))
        return false;
    return reader->open[way];
}

/* What a pass costs that way, and what it must spare. */
static double price(const struct reader *reader, enum reader_way way, const struct pass *want,
                    const struct host_size *host)
{
    const struct cost *cost = &costs[way];
    double sum = host->tasks * (want->threads ? cost->task : cost->summed_task) +
                 host->processes * cost->process;

    if (way == WAY_PINNED_ID_WALK || way == WAY_PINNED_TASK_ITER)
        return sum + cost->load;
    if (!must_load(reader, way, want))
        return sum;
    return sum + WORTH_LOADING + cost->load / (reader->scans > 0 ? SCANS_TO_COME : 1);
}

enum reader_way reader_choose(const struct reader *reader, const struct pass *want,
                              const struct host_size *host, bool procfs_too)
{
    enum reader_way best = WAY_NONE;
    double least = want->threads ? host->tasks * PROCFS_ROW
                                 : host->processes * PROCFS_ROW + host->tasks * PROCFS_SUMMED_TASK;

    for (enum reader_way way = 0; way < WAYS; way++) {
        double sum = price(reader, way, want, host);

        if (may_take(reader, way, want) && (sum < least || (best == WAY_NONE && !procfs_too))) {
            least = sum;
            best = way;
        }
    }
    return best;
}

/* A pin without status will do where there is none with: the rest is read from procfs. */
static int open_pin(enum reader_way way, bool status)
{
    struct buf why;
    int fd;

    buf_init(&why);
    if (way == WAY_PINNED_ID_WALK) {
        fd = pin_open(PIN_WALK, &why);
    } else {
        fd = pin_open(status ? PIN_STATUS : PIN_TASKS, &why);
        if (fd < 0 && status)
            fd = pin_open(PIN_TASKS, &why);
    }
    buf_fini(&why);
    return fd;
}

int reader_load(struct reader *reader, enum reader_way way, const struct pass *want)
{
    int result = 0;

    if (must_load(reader, way, want)) {
        const enum id_walk_kind kind = kind_for(want);
        int *fd = way == WAY_ID_WALK ? &reader->programs[kind] : &reader->links[want->status];

        result = way == WAY_ID_WALK ? load_id_walk(kind, fd) : load_task_iter(want->status, fd);
        if (result < 0)
            *fd = -1;
    }
    if (result < 0 && result != -ENOMEM)
        reader->open[way] = false;
    return result;
}

int reader_take_census(struct reader *reader)
{
    int result = group_count_take(&reader->group_count);

    if (result < 0 && result != -ENOMEM)
        reader->open[WAY_GROUP_COUNT] = false;
    return result;
}

static int read_way(struct reader *reader, enum reader_way way, const struct pass *want,
                    const struct host_size *host, struct records *records)
{
    int fd, result;

    if (way == WAY_ID_WALK)
        return id_walk_read(&reader->id_walk, reader->programs[kind_for(want)], want, host,
                            records);
    fd = way == WAY_TASK_ITER ? load_open_reader(reader->links[want->status])
                              : open_pin(way, want->status);
    if (fd < 0)
        return fd;
    if (way == WAY_PINNED_ID_WALK)
        result = id_walk_read(&reader->id_walk, fd, want, host, records);
    else
        result = task_iter_read(&reader->task_iter, fd, records);
    close(fd);
    return result;
}

int reader_read(struct reader *reader, enum reader_way way, const struct pass *want,
                const struct host_size *host, struct records *records)
{
    int result = reader_load(reader, way, want);

    if (result < 0)
        return result;
    records_clear(records);
    records->expected = host->tasks;
    result =
        records_reserve(records, want->threads ? host->tasks : host->processes, host->processes);
    if (result == 0)
        result = read_way(reader, way, want, host, records);
    if (result == 0)
        result = records_sort(records);
    /* Too much coming and going may be over the next time. */
    if (result < 0 && result != -ENOMEM && result != -EAGAIN)
        reader->open[way] = false;
    return result;
}
