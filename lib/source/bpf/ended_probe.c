/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/ended_probe.h"

#include <errno.h> /* for the loader, too */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/bpf/ended.lskel.h"
#include "lib/source/bpf/load_skeleton.h"

/* Stands for descriptors that are not open; 0 is one that may be. */
#define CLOSED (-1)

static void set_closed(int *fds, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fds[i] = CLOSED;
}

static void close_all(int *fds, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (fds[i] != CLOSED)
            close(fds[i]);
    set_closed(fds, count);
}

/* Takes what is kept of the loaded skeleton. */
static void take(struct ended_probe *probe, const struct ended *skel)
{
    probe->maps[ENDED_MAP_SUMS] = skel->maps.sums.map_fd;
    probe->maps[ENDED_MAP_OTHERS] = skel->maps.others.map_fd;
    probe->maps[ENDED_MAP_EXECS] = skel->maps.execs.map_fd;
    probe->maps[ENDED_MAP_RECORDS] = skel->maps.records.map_fd;
    probe->maps[ENDED_MAP_LEAVING] = skel->maps.leaving.map_fd;
    probe->maps[ENDED_MAP_CONTROL] = skel->maps.control.map_fd;
}

/* The links keep the programs. */
static int attach(struct ended_probe *probe, const struct ended *skel)
{
    const int programs[ENDED_HOOKS] = {
        [ENDED_HOOK_EXIT] = skel->progs.exiting.prog_fd,
        [ENDED_HOOK_FREE] = skel->progs.freed.prog_fd,
        [ENDED_HOOK_EXEC] = skel->progs.started_program.prog_fd,
    };
    int links[ENDED_HOOKS];
    const int result = ended_hooks_attach(programs, links);

    for (int hook = 0; hook < ENDED_HOOKS; hook++) {
        close(programs[hook]);
        if (result == 0)
            probe->links[hook] = links[hook];
    }
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

int ended_probe_open(struct ended_probe *probe, struct buf *why)
{
    int result;

    *probe = (struct ended_probe){0};
    set_closed(probe->links, ENDED_HOOKS);
    set_closed(probe->maps, ENDED_MAPS);
    if (!ended_hooks_are_supported(why))
        return -ENOTSUP;
    result = make_room(&probe->reading);
    if (result == 0)
        result = load(probe);
    probe->reading.complete = ended_hooks_complete();
    if (result == 0)
        return 0;
    buf_printf(why, "source bpf: the kernel rejects the programs: %s", strerror(-result));
    ended_probe_close(probe);
    return result == -ENOMEM ? result : -ENOTSUP;
}

void ended_probe_close(struct ended_probe *probe)
{
    close_all(probe->links, ENDED_HOOKS);
    close_all(probe->maps, ENDED_MAPS);
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
        .known_before = known_before, .complete = probe->reading.complete, .kinds = 1u << kind};

    return object_store(probe->maps[ENDED_MAP_CONTROL], &key, &control);
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
    const uint32_t first = 0;
    struct ended_reading *reading = &probe->reading;
    const struct object_hash sums = {probe->maps[ENDED_MAP_SUMS], reading->keys, reading->sums,
                                     ENDED_SUMS};
    const struct object_hash records = {probe->maps[ENDED_MAP_RECORDS], reading->ids,
                                        reading->records, ENDED_RECORDS};
    const struct object_hash leaving = {probe->maps[ENDED_MAP_LEAVING], reading->subjects,
                                        reading->leaving, ENDED_LEAVING};
    int result = read_hash(&sums, false, &reading->sum_count);

    if (result == 0)
        result = read_hash(&leaving, false, &reading->leaving_count);
    if (result == 0)
        result = read_hash(&records, true, &reading->record_count);
    for (uint32_t kind = 0; kind < ENDED_KINDS && result == 0; kind++)
        result = object_look_up(probe->maps[ENDED_MAP_OTHERS], &kind, &reading->rest[kind]);
    return result == 0 ? object_look_up(probe->maps[ENDED_MAP_EXECS], &first, &reading->execs)
                       : result;
}

int ended_probe_take(struct ended_probe *probe, size_t index)
{
    struct ended_reading *reading = &probe->reading;
    const uint64_t *subject = &reading->subjects[index];
    const int map = probe->maps[ENDED_MAP_LEAVING];
    struct ended_wire_leaving now;
    int result = object_take(map, subject, &now);

    if (result < 0)
        return result == -ENOENT ? 0 : result;
    /*
     * Another task that got its memory may have exited since: then the program has counted it, and
     * will count the other one when that is freed.
     */
    if (memcmp(&now.id, &reading->leaving[index].id, sizeof(now.id)) != 0)
        return 0;
    reading->ids[reading->record_count] = now.id;
    reading->records[reading->record_count++] = now.record;
    now.counted = 1;
    result = object_store(map, subject, &now);
    return result == -ENOMEM || result == -E2BIG ? 0 : result;
}
