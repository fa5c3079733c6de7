/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/ended_probe.h"

#include <errno.h> /* for the loader, too */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/source/bpf/ended.lskel.h"
#include "lib/source/bpf/load_skeleton.h"
#include "lib/source/bpf/support.h"

/* Stands for descriptors that are not open; 0 is one that may be. */
#define CLOSED (-1)

/* Nearly all tasks are freed so soon after their exit. */
#define FREED_AFTER_NS (NS_PER_S / 5)

#define LINKS (sizeof(((struct ended_probe *)NULL)->links) / sizeof(int))

static void close_one(int *fd)
{
    if (*fd != CLOSED)
        close(*fd);
    *fd = CLOSED;
}

/* Takes what is kept of the loaded skeleton. */
static void take(struct ended_probe *probe, const struct ended *skel)
{
    probe->sums = skel->maps.sums.map_fd;
    probe->others = skel->maps.others.map_fd;
    probe->records = skel->maps.records.map_fd;
    probe->leaving = skel->maps.leaving.map_fd;
    probe->control = skel->maps.control.map_fd;
}

/* The links keep the programs. */
static int attach(struct ended_probe *probe, const struct ended *skel)
{
    int result = 0;

    probe->links[0] = object_attach(skel->progs.exiting.prog_fd, "sched_process_exit");
    probe->links[1] = object_attach(skel->progs.freed.prog_fd, "sched_process_free");
    for (size_t i = 0; i < LINKS; i++) {
        if (probe->links[i] >= 0)
            continue;
        result = probe->links[i];
        probe->links[i] = CLOSED;
    }
    close(skel->progs.exiting.prog_fd);
    close(skel->progs.freed.prog_fd);
    return result;
}

static int load(struct ended_probe *probe)
{
    struct ended *skel;
    int result;

    errno = 0;
    skel = ended__open();
    if (!skel)
        return -ENOMEM;
    result = ended__load(skel);
    if (result != 0) {
        result = load_error_of(result);
        ended__destroy(skel);
        return result;
    }
    take(probe, skel);
    result = attach(probe, skel);
    skel_free(skel);
    return result;
}

static int make_room(struct ended_reading *reading)
{
    reading->keys = calloc(ENDED_SUMS, sizeof(*reading->keys));
    reading->sums = calloc(ENDED_SUMS, sizeof(*reading->sums));
    reading->ids = calloc(ENDED_RECORDS + ENDED_LEAVING, sizeof(*reading->ids));
    reading->records = calloc(ENDED_RECORDS + ENDED_LEAVING, sizeof(*reading->records));
    reading->subjects = calloc(ENDED_LEAVING, sizeof(*reading->subjects));
    reading->leaving = calloc(ENDED_LEAVING, sizeof(*reading->leaving));
    return reading->keys && reading->sums && reading->ids && reading->records &&
                   reading->subjects && reading->leaving
               ? 0
               : -ENOMEM;
}

/* Its ids are the kernel's, and its types are those of a kernel that has been tried. */
static int check(struct buf *why)
{
    if (!support_has_same_figures(why) || !support_may_load(why))
        return -ENOTSUP;
    if (!support_has_group_count()) {
        buf_printf(why, "source bpf: it needs Linux 6.2 and the first pid namespace");
        return -ENOTSUP;
    }
    return 0;
}

int ended_probe_open(struct ended_probe *probe, struct buf *why)
{
    int result = check(why);

    *probe = (struct ended_probe){
        .links = {CLOSED, CLOSED},
        .sums = CLOSED,
        .others = CLOSED,
        .records = CLOSED,
        .leaving = CLOSED,
        .control = CLOSED,
    };
    if (result < 0)
        return result;
    result = make_room(&probe->reading);
    if (result == 0)
        result = load(probe);
    probe->complete =
        (uint64_t)(clock_ns(CLOCK_BOOTTIME) - support_boottime_offset_ns() + FREED_AFTER_NS);
    if (result == 0)
        return 0;
    buf_printf(why, "source bpf: the kernel rejects the programs: %s", strerror(-result));
    ended_probe_close(probe);
    return result == -ENOMEM ? result : -ENOTSUP;
}

void ended_probe_close(struct ended_probe *probe)
{
    for (size_t i = 0; i < LINKS; i++)
        close_one(&probe->links[i]);
    close_one(&probe->sums);
    close_one(&probe->others);
    close_one(&probe->records);
    close_one(&probe->leaving);
    close_one(&probe->control);
    free(probe->reading.keys);
    free(probe->reading.sums);
    free(probe->reading.ids);
    free(probe->reading.records);
    free(probe->reading.subjects);
    free(probe->reading.leaving);
    probe->reading = (struct ended_reading){0};
}

int ended_probe_ask(struct ended_probe *probe, enum ended_wire_kind kind, uint64_t known_before)
{
    const uint32_t key = 0;
    const struct ended_wire_control control = {
        .known_before = known_before, .complete = probe->complete, .kind = kind};

    return object_store(probe->control, &key, &control);
}

/* 0 or -errno; their number to *count. */
static int read_hash(const struct object_hash *hash, bool take_them, size_t *count)
{
    const int result = object_read_hash(hash, take_them);

    *count = result < 0 ? 0 : (size_t)result;
    return result < 0 ? result : 0;
}

int ended_probe_read(struct ended_probe *probe)
{
    struct ended_reading *reading = &probe->reading;
    const struct object_hash sums = {probe->sums, reading->keys, reading->sums, ENDED_SUMS};
    const struct object_hash records = {probe->records, reading->ids, reading->records,
                                        ENDED_RECORDS};
    const struct object_hash leaving = {probe->leaving, reading->subjects, reading->leaving,
                                        ENDED_LEAVING};
    int result = read_hash(&sums, false, &reading->sum_count);

    if (result == 0)
        result = read_hash(&leaving, false, &reading->leaving_count);
    if (result == 0)
        result = read_hash(&records, true, &reading->record_count);
    for (uint32_t kind = 0; kind < ENDED_KINDS && result == 0; kind++)
        result = object_look_up(probe->others, &kind, &reading->rest[kind]);
    return result;
}

int ended_probe_take(struct ended_probe *probe, size_t index)
{
    struct ended_reading *reading = &probe->reading;
    const int result = object_delete(probe->leaving, &reading->subjects[index]);

    if (result < 0)
        return result == -ENOENT ? 0 : result;
    reading->ids[reading->record_count] = reading->leaving[index].id;
    reading->records[reading->record_count++] = reading->leaving[index].record;
    return 0;
}
