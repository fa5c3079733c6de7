/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/ended_probe.h"

#include <errno.h> /* the loader needs it, too */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/kernel.h"
#include "lib/base/resources.h"
#include "lib/base/units.h"
#include "lib/source/bpf/ended.lskel.h"
#include "lib/source/bpf/load.h"
#include "lib/source/bpf/object.h"
#include "lib/source/bpf/support.h"

/* Elements read at a time. */
#define CHUNK 4096

/* The clocks are compared several times: a delay between the two reads distorts the difference. */
#define COMPARISONS 4

struct ended_chunk {
    struct ended_wire_key keys[CHUNK];
    struct ended_wire_sum sums[CHUNK];
    struct ended_wire_id ids[CHUNK];
    struct ended_wire_record records[CHUNK];
};

/* A descriptor that is not open; 0 may be an open one. */
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

/* Takes the descriptors that are kept from the loaded skeleton. */
static void take(struct ended_probe *probe, const struct ended *skel)
{
    probe->maps[ENDED_MAP_SUMS] = skel->maps.sums.map_fd;
    probe->maps[ENDED_MAP_OTHER_SUMS] = skel->maps.other_sums.map_fd;
    probe->maps[ENDED_MAP_COUNTERS] = skel->maps.counters.map_fd;
    probe->maps[ENDED_MAP_RECORDS] = skel->maps.records.map_fd;
    probe->maps[ENDED_MAP_CONTROL] = skel->maps.control.map_fd;
    probe->clocks = skel->progs.compare_clocks.prog_fd;
    close(skel->maps.counted.map_fd);
}

/* The links keep the programs loaded. */
static int attach(struct ended_probe *probe, const struct ended *skel)
{
    const struct {
        const char *tracepoint;
        int program;
    } hooks[ENDED_HOOKS] = {
        {"sched_process_exit", skel->progs.exiting.prog_fd},
        {"exit_mmap", skel->progs.released_memory.prog_fd},
        {"sched_process_exec", skel->progs.started_program.prog_fd},
    };
    int result = 0;

    for (int hook = 0; hook < ENDED_HOOKS; hook++) {
        if (result == 0) {
            const int link = object_attach(hooks[hook].program, hooks[hook].tracepoint);

            if (link < 0)
                result = link;
            else
                probe->links[hook] = link;
        }
        close(hooks[hook].program);
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

/* Inserts the sums without names, used when a table is full. */
static int make_room(const struct ended_probe *probe, enum ended_map table)
{
    const struct ended_wire_sum nothing = {0};
    int result = 0;

    for (uint32_t kind = 0; kind < ENDED_KINDS && result == 0; kind++) {
        const struct ended_wire_key others = {.euid = ENDED_NO_OWNER, .kind = kind};

        result = object_store(probe->maps[table], &others, &nothing);
    }
    return result;
}

bool ended_probe_is_supported(struct buf *why)
{
    if (!support_has_same_figures(why) || !support_may_load(why))
        return false;
    if (kernel_is(6, 2) && kernel_has_namespace(KERNEL_FIRST_PID))
        return true;
    buf_printf(why, "source bpf: it needs Linux 6.2 and the first pid namespace");
    return false;
}

int ended_probe_open(struct ended_probe *probe, struct buf *why)
{
    int result;

    *probe = (struct ended_probe){.clocks = CLOSED};
    set_closed(probe->links, ENDED_HOOKS);
    set_closed(probe->maps, ENDED_MAPS);
    if (!ended_probe_is_supported(why))
        return -ENOTSUP;
    probe->chunk = malloc(sizeof(*probe->chunk));
    result = probe->chunk ? load(probe) : -ENOMEM;
    if (result == 0)
        result = make_room(probe, ENDED_MAP_SUMS);
    if (result == 0)
        result = make_room(probe, ENDED_MAP_OTHER_SUMS);
    if (result == 0)
        return 0;
    ended_probe_close(probe);
    if (is_shortage(result))
        return result;
    buf_printf(why, "source bpf: the kernel rejects the programs: %s", strerror(-result));
    return -ENOTSUP;
}

void ended_probe_close(struct ended_probe *probe)
{
    close_all(probe->links, ENDED_HOOKS);
    close_all(probe->maps, ENDED_MAPS);
    close_all(&probe->clocks, 1);
    free(probe->chunk);
    probe->chunk = NULL;
}

/*
 * Reading a thread's CPU clock makes the kernel read the scheduler's clock and update the runtime.
 */
static int compare_clocks(const struct ended_probe *probe, int64_t *ahead_ns)
{
    int result = 0;

    *ahead_ns = INT64_MIN;
    for (int i = 0; i < COMPARISONS && result == 0; i++) {
        int64_t ahead = 0;

        clock_ns(CLOCK_THREAD_CPUTIME_ID);
        result = object_run(probe->clocks, &ahead, sizeof(ahead));
        if (result == 0 && ahead > *ahead_ns)
            *ahead_ns = ahead;
    }
    return result;
}

static int store_control(const struct ended_probe *probe)
{
    const uint32_t first = 0;

    return object_store(probe->maps[ENDED_MAP_CONTROL], &first, &probe->control);
}

int ended_probe_begin(struct ended_probe *probe, enum ended_wire_kind kind, uint64_t known_before)
{
    int result = compare_clocks(probe, &probe->control.clock_ahead_ns);

    probe->control.known_before = known_before;
    probe->control.kinds = 1u << kind;
    return result == 0 ? store_control(probe) : result;
}

static int take_records(struct ended_probe *probe, const struct ended_taker *taker)
{
    struct object_hash hash = {
        .map = probe->maps[ENDED_MAP_RECORDS],
        .keys = probe->chunk->ids,
        .values = probe->chunk->records,
        .room = CHUNK,
    };
    int count;

    while ((count = object_take_some(&hash)) > 0)
        for (int i = 0; i < count; i++) {
            const int result = taker->take_record(taker->context, &probe->chunk->ids[i],
                                                  &probe->chunk->records[i]);

            if (result != 0)
                return result;
        }
    return count;
}

static int take_sums(struct ended_probe *probe, enum ended_map table,
                     const struct ended_taker *taker)
{
    struct object_hash hash = {
        .map = probe->maps[table],
        .keys = probe->chunk->keys,
        .values = probe->chunk->sums,
        .room = CHUNK,
    };
    int count;

    while ((count = object_take_some(&hash)) > 0)
        for (int i = 0; i < count; i++) {
            const int result =
                taker->take_sum(taker->context, &probe->chunk->keys[i], &probe->chunk->sums[i]);

            if (result != 0)
                return result;
        }
    return count < 0 ? count : make_room(probe, table);
}

/* The table that grew is read last, since programs that are just running may still add to it. */
int ended_probe_take(struct ended_probe *probe, const struct ended_taker *taker)
{
    const enum ended_map grown = probe->control.table ? ENDED_MAP_OTHER_SUMS : ENDED_MAP_SUMS;
    int result;

    probe->control.table = !probe->control.table;
    result = store_control(probe);
    if (result == 0)
        result = take_records(probe, taker);
    return result == 0 ? take_sums(probe, grown, taker) : result;
}

int ended_probe_count(const struct ended_probe *probe, enum ended_wire_counter counter,
                      uint64_t *count)
{
    const uint32_t key = counter;

    return object_look_up(probe->maps[ENDED_MAP_COUNTERS], &key, count);
}
