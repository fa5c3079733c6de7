/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/sample.h"

#include <errno.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/invariant.h"
#include "top/record/rows.h"

void sample_init(struct sample *sample)
{
    memset(sample, 0, sizeof(*sample));
    snapshot_init(&sample->snapshot);
    snapshot_init(&sample->ended.rows);
}

void sample_fini(struct sample *sample)
{
    snapshot_fini(&sample->snapshot);
    ended_sample_fini(&sample->ended);
    host_figures_fini(&sample->host);
    cgroup_table_fini(&sample->cgroups);
}

/*
 * With several PIDs requested, the tasks are in the order of the request, so a binary search may
 * miss one.
 */
struct task *sample_find_row(const struct sample *sample, const struct task *task)
{
    const struct snapshot *snapshot = &sample->snapshot;
    struct task *row = snapshot_find(snapshot, task);

    for (size_t i = 0; !row && sample->request.pid_count > 1 && i < snapshot->count; i++)
        if (task_key(&snapshot->tasks[i]) == task_key(task))
            row = &snapshot->tasks[i];
    return row;
}

struct task *sample_find_leader(const struct sample *sample, enum task_kind kind, pid_t tgid)
{
    return sample_find_row(sample, &(struct task){.kind = kind, .tgid = tgid, .tid = tgid});
}

struct task *sample_find_same(const struct sample *sample, const struct task_identity *task)
{
    const struct task thread = {.kind = TASK_THREAD, .tgid = task->tgid, .tid = task->tid};
    struct task *row = sample ? sample_find_row(sample, &thread) : NULL;

    if (!row && sample && task->tid == task->tgid)
        row = sample_find_leader(sample, TASK_PROCESS, task->tgid);
    return row && task_is_same(task, row) ? row : NULL;
}

/*
 * A member that is a number or, if it is larger than one, kept by eight bytes, with its padding,
 * and on 32 bits perhaps four at its end. Of a double the bits count.
 */
struct kept {
    size_t offset, bytes;
};

_Static_assert(sizeof(((struct sample *)0)->pressures) % sizeof(uint32_t) == 0 &&
                   offsetof(struct host_figures, cpus) % sizeof(uint32_t) == 0 &&
                   sizeof(struct host_cpu) % sizeof(uint32_t) == 0,
               "eight bytes and four make up each larger member");

#define KEPT(of, name)                                            \
    {                                                             \
        offsetof(struct of, name), sizeof(((struct of *)0)->name) \
    }

/* What a record has of a sample, all plain figures of the host among it. */
static const struct kept of_sample[] = {
    KEPT(sample, snapshot.system.uptime_ns),
    KEPT(sample, snapshot.system.realtime_ns),
    KEPT(sample, snapshot.system.monotonic_ns),
    KEPT(sample, snapshot.system.mem_total_kib),
    KEPT(sample, snapshot.system.page_kib),
    KEPT(sample, snapshot.system.pid_digits),
    KEPT(sample, snapshot.unasked),
    KEPT(sample, early),
    KEPT(sample, interval_ns),
    KEPT(sample, request.rows),
    KEPT(sample, request.need),
    KEPT(sample, request.ended),
    KEPT(sample, request.pressure),
    KEPT(sample, request.pid_count),
    KEPT(sample, cost.scan_ns),
    KEPT(sample, cost.cpu_ns),
    KEPT(sample, cost.since_ns),
    KEPT(sample, host_known),
    {offsetof(struct sample, host), offsetof(struct host_figures, cpus)},
    KEPT(sample, pressures),
    KEPT(sample, ended.watched),
};

static const struct kept of_cpu[] = {{0, sizeof(struct host_cpu)}};

static const struct kept of_ended[] = {
    KEPT(ended_sample, of_threads), KEPT(ended_sample, counted), KEPT(ended_sample, interval_ns),
    KEPT(ended_sample, processes),  KEPT(ended_sample, threads), KEPT(ended_sample, forks),
    KEPT(ended_sample, execs),      KEPT(ended_sample, cpu_ns),
};

/* The size of the number at an offset in the member. */
static size_t number_size(const struct kept *kept, size_t done)
{
    const size_t left = kept->bytes - done;

    return left < sizeof(uint64_t) ? left : sizeof(uint64_t);
}

static void put_members(struct buf *out, const struct kept *list, size_t count, const void *from)
{
    for (const struct kept *kept = list; kept < list + count; kept++)
        for (size_t done = 0; done < kept->bytes; done += sizeof(uint64_t))
            record_put_number(out, record_load((const char *)from + kept->offset + done,
                                               number_size(kept, done)));
}

static void take_members(struct record_reader *in, const struct kept *list, size_t count, void *to)
{
    for (const struct kept *kept = list; kept < list + count; kept++)
        for (size_t done = 0; done < kept->bytes; done += sizeof(uint64_t)) {
            const uint64_t number = record_take_number(in);

            record_store((char *)to + kept->offset + done, number_size(kept, done),
                         kept->bytes == sizeof(bool) ? number != 0 : number);
        }
}

static void put_cpus(struct buf *out, const struct host_figures *host)
{
    record_put_number(out, host->cpu_count);
    for (size_t i = 0; i < host->cpu_count; i++)
        put_members(out, of_cpu, ARRAY_COUNT(of_cpu), &host->cpus[i]);
}

static int take_cpus(struct record_reader *in, struct host_figures *host)
{
    const uint64_t count = record_take_number(in);

    host->cpu_count = 0;
    if (ARRAY_RESERVE(&host->cpus, &host->cpu_capacity, (size_t)count) < 0)
        return -ENOMEM;
    while (host->cpu_count < count)
        take_members(in, of_cpu, ARRAY_COUNT(of_cpu), &host->cpus[host->cpu_count++]);
    return 0;
}

/* Only fresh rows are kept: others are from the previous sample, and their differences are 0. */
static void put_ended(struct buf *out, const struct ended_sample *ended)
{
    static const struct snapshot none;
    struct snapshot fresh = ended->rows;

    put_members(out, of_ended, ARRAY_COUNT(of_ended), ended);
    fresh.count = ended->fresh;
    record_put_rows(out, &none, &fresh);
}

static int take_ended(struct record_reader *in, struct ended_sample *ended)
{
    int result;

    take_members(in, of_ended, ARRAY_COUNT(of_ended), ended);
    result = record_take_rows(in, &ended->rows);
    ended->fresh = ended->rows.count;
    return result;
}

void sample_record_put(struct buf *out, const struct sample *base, const struct sample *wanted)
{
    static const struct snapshot none;

    record_put_number(out, base != NULL);
    record_put_rows(out, base ? &base->snapshot : &none, &wanted->snapshot);
    put_members(out, of_sample, ARRAY_COUNT(of_sample), wanted);
    if (wanted->host_known)
        put_cpus(out, &wanted->host);
    if (wanted->ended.watched)
        put_ended(out, &wanted->ended);
}

int sample_record_take(struct record_reader *in, struct sample *sample)
{
    int result;

    if (!record_take_number(in))
        snapshot_clear(&sample->snapshot);
    result = record_take_rows(in, &sample->snapshot);
    if (result < 0)
        return result;
    ended_sample_clear(&sample->ended);
    sample->request = (struct sample_request){.rows = 0};
    take_members(in, of_sample, ARRAY_COUNT(of_sample), sample);
    if (sample->host_known)
        result = take_cpus(in, &sample->host);
    if (result == 0 && sample->ended.watched)
        result = take_ended(in, &sample->ended);
    INVARIANT(result < 0 || in->at == in->end);
    return result;
}
