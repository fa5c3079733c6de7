/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/sample.h"

#include <errno.h>

#include "lib/base/array.h"
#include "lib/record/rows.h"

/* No host has more: a record with a larger number is malformed. */
#define CPUS_MAX 65536

/* The number of members of host_figures that list_host() lists. */
#define HOST_NUMBERS 9

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

static void put_system(struct buf *out, const struct system_info *system)
{
    record_put_number(out, system->uptime_ns);
    record_put_number(out, (uint64_t)system->realtime_ns);
    record_put_number(out, system->monotonic_ns);
    record_put_number(out, system->mem_total_kib);
    record_put_number(out, system->page_kib);
    record_put_number(out, system->pid_digits);
}

static void take_system(struct record_reader *in, struct system_info *system)
{
    system->uptime_ns = record_take_number(in);
    system->realtime_ns = (int64_t)record_take_number(in);
    system->monotonic_ns = record_take_number(in);
    system->mem_total_kib = record_take_number(in);
    system->page_kib = (uint32_t)record_take_number(in);
    system->pid_digits = (uint32_t)record_take_number(in);
}

static void list_host(struct host_figures *host, uint64_t *numbers[HOST_NUMBERS])
{
    uint64_t *const list[HOST_NUMBERS] = {
        &host->uptime_ns,
        &host->memory.total_kib,
        &host->memory.free_kib,
        &host->memory.used_kib,
        &host->memory.cache_kib,
        &host->memory.available_kib,
        &host->memory.swap_total_kib,
        &host->memory.swap_free_kib,
        &host->memory.swap_used_kib,
    };

    for (size_t i = 0; i < HOST_NUMBERS; i++)
        numbers[i] = list[i];
}

static void put_ticks(struct buf *out, const struct cpu_ticks *ticks)
{
    for (size_t i = 0; i < CPU_STATES; i++)
        record_put_number(out, ticks->in[i]);
    record_put_number(out, ticks->compared);
}

static void take_ticks(struct record_reader *in, struct cpu_ticks *ticks)
{
    for (size_t i = 0; i < CPU_STATES; i++)
        ticks->in[i] = record_take_number(in);
    ticks->compared = record_take_number(in) != 0;
}

static void put_limits(struct buf *out, const struct host_limits *limits)
{
    record_put_real(out, limits->cpus);
    record_put_number(out, limits->mem_kib);
    record_put_number(out, limits->mem_used_kib);
}

static void take_limits(struct record_reader *in, struct host_limits *limits)
{
    limits->cpus = record_take_real(in);
    limits->mem_kib = record_take_number(in);
    limits->mem_used_kib = record_take_number(in);
}

static void put_host(struct buf *out, const struct host_figures *figures)
{
    struct host_figures host = *figures; /* list_host() takes no const */
    uint64_t *numbers[HOST_NUMBERS];

    list_host(&host, numbers);
    for (size_t i = 0; i < HOST_NUMBERS; i++)
        record_put_number(out, *numbers[i]);
    for (size_t i = 0; i < sizeof(host.load) / sizeof(host.load[0]); i++)
        record_put_real(out, host.load[i]);
    record_put_number(out, (uint32_t)host.users);
    put_limits(out, &host.limits);
    put_ticks(out, &host.cpu_total);
    record_put_number(out, host.cpu_count);
    for (size_t i = 0; i < host.cpu_count; i++) {
        const struct host_cpu *cpu = &host.cpus[i];

        record_put_number(out, (uint32_t)cpu->place.id);
        record_put_number(out, (uint32_t)cpu->place.core);
        record_put_number(out, (uint32_t)cpu->place.node);
        record_put_number(out, cpu->place.kind);
        put_ticks(out, &cpu->ticks);
    }
}

static int take_host(struct record_reader *in, struct host_figures *host)
{
    uint64_t *numbers[HOST_NUMBERS];
    uint64_t count;

    list_host(host, numbers);
    for (size_t i = 0; i < HOST_NUMBERS; i++)
        *numbers[i] = record_take_number(in);
    for (size_t i = 0; i < sizeof(host->load) / sizeof(host->load[0]); i++)
        host->load[i] = record_take_real(in);
    host->users = (int)(uint32_t)record_take_number(in);
    take_limits(in, &host->limits);
    host->scheduler[0] = '\0'; /* not kept */
    take_ticks(in, &host->cpu_total);
    count = record_take_number(in);
    host->cpu_count = 0;
    if (count > CPUS_MAX)
        return -EBADMSG;
    if (ARRAY_RESERVE(&host->cpus, &host->cpu_capacity, (size_t)count) < 0)
        return -ENOMEM;
    for (; host->cpu_count < count; host->cpu_count++) {
        struct host_cpu *cpu = &host->cpus[host->cpu_count];

        cpu->place.id = (int)(uint32_t)record_take_number(in);
        cpu->place.core = (int)(uint32_t)record_take_number(in);
        cpu->place.node = (int)(uint32_t)record_take_number(in);
        cpu->place.kind = (enum core_kind)record_take_number(in);
        take_ticks(in, &cpu->ticks);
    }
    return 0;
}

static void put_pressure(struct buf *out, const struct pressure *pressure)
{
    record_put_number(out, (pressure->has_some ? 1U : 0U) | (pressure->has_full ? 2U : 0U));
    if (pressure->has_some)
        record_put_real(out, pressure->some);
    if (pressure->has_full)
        record_put_real(out, pressure->full);
}

static void take_pressure(struct record_reader *in, struct pressure *pressure)
{
    const uint64_t has = record_take_number(in);

    *pressure = (struct pressure){.has_some = has & 1, .has_full = has & 2};
    if (pressure->has_some)
        pressure->some = record_take_real(in);
    if (pressure->has_full)
        pressure->full = record_take_real(in);
}

/* Only fresh rows are kept: others are from the previous sample, and their differences are 0. */
static void put_ended(struct buf *out, const struct ended_sample *ended)
{
    static const struct snapshot none;
    struct snapshot fresh = ended->rows;

    record_put_number(out, ended->watched);
    if (!ended->watched)
        return;
    record_put_number(out, (ended->of_threads ? 1U : 0U) | (ended->counted ? 2U : 0U));
    record_put_number(out, ended->interval_ns);
    record_put_number(out, ended->processes);
    record_put_number(out, ended->threads);
    record_put_number(out, ended->forks);
    record_put_number(out, ended->execs);
    record_put_number(out, ended->cpu_ns);
    fresh.count = ended->fresh;
    record_put_rows(out, &none, &fresh);
}

static int take_ended(struct record_reader *in, struct ended_sample *ended)
{
    uint64_t is;
    int result;

    ended_sample_clear(ended);
    ended->watched = record_take_number(in);
    if (!ended->watched)
        return 0;
    is = record_take_number(in);
    ended->of_threads = is & 1;
    ended->counted = is & 2;
    ended->interval_ns = record_take_number(in);
    ended->processes = record_take_number(in);
    ended->threads = record_take_number(in);
    ended->forks = record_take_number(in);
    ended->execs = record_take_number(in);
    ended->cpu_ns = record_take_number(in);
    result = record_take_rows(in, &ended->rows);
    ended->fresh = ended->rows.count;
    return result;
}

static void put_request(struct buf *out, const struct sample_request *request)
{
    record_put_number(out, request->rows);
    record_put_number(out, request->need);
    record_put_number(out, (request->ended ? 1U : 0U) | (request->pressure ? 2U : 0U));
}

static void take_request(struct record_reader *in, struct sample_request *request)
{
    uint64_t is;

    *request = (struct sample_request){.rows = (unsigned)record_take_number(in)};
    request->need = record_take_number(in);
    is = record_take_number(in);
    request->ended = is & 1;
    request->pressure = is & 2;
}

static void put_cost(struct buf *out, const struct scan_cost *cost)
{
    record_put_number(out, cost->scan_ns);
    record_put_number(out, cost->cpu_ns);
    record_put_number(out, cost->since_ns);
}

static void take_cost(struct record_reader *in, struct scan_cost *cost)
{
    cost->scan_ns = record_take_number(in);
    cost->cpu_ns = record_take_number(in);
    cost->since_ns = record_take_number(in);
}

void sample_record_put(struct buf *out, const struct sample *base, const struct sample *wanted)
{
    static const struct snapshot none;

    record_put_number(out, base != NULL);
    record_put_rows(out, base ? &base->snapshot : &none, &wanted->snapshot);
    put_system(out, &wanted->snapshot.system);
    record_put_number(out, wanted->snapshot.unasked);
    record_put_number(out, wanted->early);
    record_put_number(out, wanted->interval_ns);
    put_request(out, &wanted->request);
    put_cost(out, &wanted->cost);
    record_put_number(out, wanted->host_known);
    if (wanted->host_known)
        put_host(out, &wanted->host);
    for (size_t i = 0; i < PRESSURE_KINDS; i++)
        put_pressure(out, &wanted->pressures[i]);
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
    take_system(in, &sample->snapshot.system);
    sample->snapshot.unasked = (size_t)record_take_number(in);
    sample->early = record_take_number(in);
    sample->interval_ns = record_take_number(in);
    take_request(in, &sample->request);
    take_cost(in, &sample->cost);
    sample->host_known = record_take_number(in);
    if (sample->host_known)
        result = take_host(in, &sample->host);
    for (size_t i = 0; i < PRESSURE_KINDS; i++)
        take_pressure(in, &sample->pressures[i]);
    if (result == 0)
        result = take_ended(in, &sample->ended);
    return result == 0 && in->failed ? -EBADMSG : result;
}

void sample_record_fini(struct sample *sample)
{
    snapshot_fini(&sample->snapshot);
    ended_sample_fini(&sample->ended);
    host_figures_fini(&sample->host);
}
