/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/reader.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/bpf/load.h"
#include "lib/source/bpf/pin.h"

/*
 * What each way costs, in microseconds of CPU time: Linux 6.18, a virtual machine of 2025, medians
 * with 1,000 to 64,000 idle threads. Only the proportions matter. With nothing loaded, a scan of
 * threads pays for loading from about 800 tasks on, one of processes from about as many of them.
 */
static const struct cost {
    double load;        /* once */
    double task;        /* each, when threads are wanted */
    double summed_task; /* each, when only its group's sums are */
} costs[WAYS] = {
    [WAY_PIN] = {5, 0.35, 0.35},
    [WAY_STREAM] = {3500, 0.35, 0.35},
    [WAY_WALK] = {5000, 0.15, 0.1},
};

/* The same by procfs: a file or two for each row, and the kernel sums a process's threads up. */
#define PROCFS_ROW         6.0
#define PROCFS_SUMMED_TASK 0.25

/* Who scans a second time will go on: what is loaded then serves so many scans at least. */
#define SCANS_TO_COME 20

/* What loading must spare each scan: on a small host nobody would see the difference. */
#define WORTH_LOADING 1000

void reader_init(struct reader *reader)
{
    memset(reader, 0, sizeof(*reader));
    reader->links[0] = reader->links[1] = -1;
}

void reader_fini(struct reader *reader)
{
    for (int i = 0; i < 2; i++) {
        if (reader->links[i] >= 0)
            close(reader->links[i]);
    }
    stream_fini(&reader->stream);
    walk_fini(&reader->walk);
    reader_init(reader);
}

int reader_probe(struct reader *reader, struct buf *why)
{
    int pin = pin_open(false, why);

    reader->open[WAY_PIN] = pin >= 0;
    if (pin >= 0)
        close(pin);
    if (pin < 0 && pin != -ENOENT)
        return -ENOTSUP;
    reader->open[WAY_STREAM] = reader->open[WAY_WALK] = host_may_load(why);
    if (reader->open[WAY_PIN])
        buf_clear(why);
    return reader->open[WAY_PIN] || reader->open[WAY_STREAM] ? 0 : -ENOTSUP;
}

static bool must_load(const struct reader *reader, enum reader_way way,
                      const struct harvest_want *want, const struct host_size *host)
{
    if (way == WAY_STREAM)
        return reader->links[want->status] < 0;
    return way == WAY_PIN || walk_must_load(&reader->walk, want, host);
}

enum reader_way reader_choose(const struct reader *reader, const struct harvest_want *want,
                              const struct host_size *host, bool procfs_too)
{
    enum reader_way best = WAY_NONE;
    double least = want->threads ? host->tasks * PROCFS_ROW
                                 : host->processes * PROCFS_ROW + host->tasks * PROCFS_SUMMED_TASK;

    for (enum reader_way way = 0; way < WAYS; way++) {
        const struct cost *cost = &costs[way];
        double sum = host->tasks * (want->threads ? cost->task : cost->summed_task);

        if (!reader->open[way])
            continue;
        if (must_load(reader, way, want, host)) {
            sum += reader->scans > 0 ? cost->load / SCANS_TO_COME : cost->load;
            sum += way == WAY_PIN ? 0 : WORTH_LOADING;
        }
        if (sum < least || (best == WAY_NONE && !procfs_too)) {
            least = sum;
            best = way;
        }
    }
    return best;
}

/* A pin without status will do where there is none with: the rest is read from procfs. */
static int open_pin(const struct harvest_want *want)
{
    struct buf why;
    int fd;

    buf_init(&why);
    fd = pin_open(want->status, &why);
    if (fd < 0 && want->status)
        fd = pin_open(false, &why);
    buf_fini(&why);
    return fd;
}

static int read_stream(struct reader *reader, int fd, struct harvest *harvest)
{
    int result;

    if (fd < 0)
        return fd;
    result = stream_read(&reader->stream, fd, harvest);
    close(fd);
    return result;
}

static int load_way(struct reader *reader, enum reader_way way, const struct harvest_want *want,
                    const struct host_size *host)
{
    int *link = &reader->links[want->status];
    int result = 0;

    if (way == WAY_WALK)
        return walk_load(&reader->walk, want, host);
    if (way == WAY_STREAM && *link < 0) {
        result = load_stream(want->status, link);
        if (result < 0)
            *link = -1;
    }
    return result;
}

int reader_load(struct reader *reader, enum reader_way way, const struct harvest_want *want,
                const struct host_size *host)
{
    int result = load_way(reader, way, want, host);

    if (result < 0 && result != -ENOMEM)
        reader->open[way] = false;
    return result;
}

int reader_read(struct reader *reader, enum reader_way way, const struct harvest_want *want,
                const struct host_size *host, struct harvest *harvest)
{
    int result = reader_load(reader, way, want, host);

    if (result < 0)
        return result;
    harvest_clear(harvest);
    harvest->expected = host->tasks;
    if (way == WAY_PIN)
        result = read_stream(reader, open_pin(want), harvest);
    else if (way == WAY_STREAM)
        result = read_stream(reader, load_open_reader(reader->links[want->status]), harvest);
    else
        result = walk_read(&reader->walk, want, host, harvest);
    if (result == 0)
        result = harvest_sort(harvest);
    if (result < 0 && result != -ENOMEM)
        reader->open[way] = false;
    return result;
}
