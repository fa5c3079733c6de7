/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/cgroup/figures.h"

#include <string.h>

#include "lib/base/span.h"
#include "lib/base/units.h"

/* The number after `name` at the start of a line. False if there is none or it is too large. */
static bool find_number(const char *text, const char *name, uint64_t *number)
{
    return line_number_find(text, name, 0, number) && *number != UINT64_MAX;
}

/* A number that is the whole file, apart from a newline. False for anything else. */
static bool parse_number(const char *text, uint64_t *number)
{
    const char *at = text;

    return decimal_take(&at, text + strlen(text), number) && (*at == '\n' || *at == '\0') &&
           *number != UINT64_MAX;
}

/* The lines about periods exist only while the controller is enabled. */
static void parse_cpu_stat(const char *text, struct cgroup_figures *figures)
{
    if (find_number(text, "usage_usec ", &figures->usage_us))
        figures->have |= CGROUP_USAGE;
    if (find_number(text, "nr_periods ", &figures->periods) &&
        find_number(text, "nr_throttled ", &figures->throttled_periods) &&
        find_number(text, "throttled_usec ", &figures->throttled_us))
        figures->have |= CGROUP_THROTTLING;
}

/* "max 100000" or "50000 100000" */
static void parse_cpu_max(const char *text, struct cgroup_figures *figures)
{
    const char *at = text, *end = text + strlen(text);
    const bool unlimited = strncmp(text, "max ", strlen("max ")) == 0;

    if (unlimited)
        at += strlen("max");
    else if (!decimal_take(&at, end, &figures->cpu_quota_us) || *at != ' ')
        return;
    if (!decimal_take_next(&at, end, &figures->cpu_period_us) || figures->cpu_period_us == 0)
        return;
    if (unlimited)
        figures->cpu_quota_us = CGROUP_UNLIMITED;
    figures->have |= CGROUP_CPU_LIMIT;
}

static void parse_memory_max(const char *text, struct cgroup_figures *figures)
{
    if (strcmp(text, "max\n") == 0 || strcmp(text, "max") == 0)
        figures->memory_limit = CGROUP_UNLIMITED;
    else if (!parse_number(text, &figures->memory_limit))
        return;
    figures->have |= CGROUP_MEMORY_LIMIT;
}

static void parse_memory_events(const char *text, struct cgroup_figures *figures)
{
    if (find_number(text, "oom ", &figures->oom) &&
        find_number(text, "oom_kill ", &figures->oom_kills))
        figures->have |= CGROUP_OOM;
}

/* Adds a number that follows `name` within a line. */
static void add_from_line(struct span line, const char *name, uint64_t *sum)
{
    const char *found = memmem(line.text, line.len, name, strlen(name));
    uint64_t number;

    if (!found)
        return;
    found += strlen(name);
    if (decimal_take(&found, span_end(line), &number) && __builtin_add_overflow(*sum, number, sum))
        *sum = UINT64_MAX;
}

/*
 * Version 2: "8:0 rbytes=1 wbytes=2 rios=3 wios=4 dbytes=5 dios=6", a line for each device; version
 * 1: "8:0 Read 4096", "8:0 Write 0" and others for each device. Stacked devices have the same
 * bytes, but not always: dm-crypt writes from a kernel thread, so the disk below counts that for
 * another group.
 */
static void parse_io(const char *text, struct cgroup_figures *figures)
{
    struct span rest = span_of(text), line;

    figures->read_bytes = figures->written_bytes = 0;
    while (span_take_part(&rest, '\n', &line)) {
        add_from_line(line, " rbytes=", &figures->read_bytes);
        add_from_line(line, " wbytes=", &figures->written_bytes);
        add_from_line(line, " Read ", &figures->read_bytes);
        add_from_line(line, " Write ", &figures->written_bytes);
    }
    figures->have |= CGROUP_IO;
}

/* --- version 1 --- */

static void parse_cpuacct_usage(const char *text, struct cgroup_figures *figures)
{
    if (!parse_number(text, &figures->usage_us))
        return;
    figures->usage_us /= (uint64_t)NS_PER_US;
    figures->have |= CGROUP_USAGE;
}

static void parse_v1_cpu_stat(const char *text, struct cgroup_figures *figures)
{
    if (!find_number(text, "nr_periods ", &figures->periods) ||
        !find_number(text, "nr_throttled ", &figures->throttled_periods) ||
        !find_number(text, "throttled_time ", &figures->throttled_us))
        return;
    figures->throttled_us /= (uint64_t)NS_PER_US;
    figures->have |= CGROUP_THROTTLING;
}

/*
 * cgroup_files has the period before the quota, so it is known by then. A quota of -1 is no limit.
 */
static void parse_v1_period(const char *text, struct cgroup_figures *figures)
{
    if (!parse_number(text, &figures->cpu_period_us))
        figures->cpu_period_us = 0;
}

static void parse_v1_quota(const char *text, struct cgroup_figures *figures)
{
    if (strncmp(text, "-1", 2) == 0)
        figures->cpu_quota_us = CGROUP_UNLIMITED;
    else if (!parse_number(text, &figures->cpu_quota_us))
        return;
    if (figures->cpu_period_us > 0)
        figures->have |= CGROUP_CPU_LIMIT;
}

/* Without a limit the file has LONG_MAX, rounded down to a page of at most 1 MiB. */
#define V1_UNLIMITED (INT64_MAX & ~(int64_t)(BYTES_PER_MIB - 1))

static void parse_v1_limit(const char *text, struct cgroup_figures *figures)
{
    if (!parse_number(text, &figures->memory_limit))
        return;
    if (figures->memory_limit >= (uint64_t)V1_UNLIMITED)
        figures->memory_limit = CGROUP_UNLIMITED;
    figures->have |= CGROUP_MEMORY_LIMIT;
}

/* Pressure files, one for each kind, have the same form. */
static void parse_pressure(unsigned has, const char *text, struct cgroup_figures *figures)
{
    /* Their bits are adjacent. */
    struct pressure *pressure = &figures->pressures[__builtin_ctz(has / CGROUP_PRESSURE_CPU)];

    pressure_parse(text, pressure);
    if (pressure->has_some)
        figures->have |= has;
}

#define NUMBER(member) .number = offsetof(struct cgroup_figures, member)

const struct cgroup_file cgroup_files[] = {
    {"pids.current", CGROUP_V2 | CGROUP_V1_PIDS, CGROUP_THREADS, NUMBER(threads)},
    {"cpu.stat", CGROUP_V2, CGROUP_USAGE | CGROUP_THROTTLING, .parse = parse_cpu_stat},
    {"cpu.max", CGROUP_V2, CGROUP_CPU_LIMIT, .parse = parse_cpu_max},
    {"memory.current", CGROUP_V2, CGROUP_MEMORY, NUMBER(memory)},
    {"memory.stat", CGROUP_V2, CGROUP_ANON, .line = "anon ", NUMBER(anon)},
    {"memory.peak", CGROUP_V2, CGROUP_PEAK, NUMBER(peak)},
    {"memory.max", CGROUP_V2, CGROUP_MEMORY_LIMIT, .parse = parse_memory_max},
    {"memory.events", CGROUP_V2, CGROUP_OOM, .parse = parse_memory_events},
    {"io.stat", CGROUP_V2, CGROUP_IO, .parse = parse_io},
    {"cpu.pressure", CGROUP_V2, CGROUP_PRESSURE_CPU, .parse = NULL},
    {"memory.pressure", CGROUP_V2, CGROUP_PRESSURE_MEMORY, .parse = NULL},
    {"io.pressure", CGROUP_V2, CGROUP_PRESSURE_IO, .parse = NULL},
    {"cpuacct.usage", CGROUP_V1_CPUACCT, CGROUP_USAGE, .parse = parse_cpuacct_usage},
    {"cpu.stat", CGROUP_V1_CPU, CGROUP_THROTTLING, .parse = parse_v1_cpu_stat},
    {"cpu.cfs_period_us", CGROUP_V1_CPU, CGROUP_CPU_LIMIT, .parse = parse_v1_period},
    {"cpu.cfs_quota_us", CGROUP_V1_CPU, CGROUP_CPU_LIMIT, .parse = parse_v1_quota},
    {"memory.usage_in_bytes", CGROUP_V1_MEMORY, CGROUP_MEMORY, NUMBER(memory)},
    {"memory.stat", CGROUP_V1_MEMORY, CGROUP_ANON, .line = "total_rss ", NUMBER(anon)},
    {"memory.max_usage_in_bytes", CGROUP_V1_MEMORY, CGROUP_PEAK, NUMBER(peak)},
    {"memory.limit_in_bytes", CGROUP_V1_MEMORY, CGROUP_MEMORY_LIMIT, .parse = parse_v1_limit},
    {"blkio.throttle.io_service_bytes_recursive", CGROUP_V1_BLKIO, CGROUP_IO, .parse = parse_io},
    {.name = NULL},
};

void cgroup_file_parse(const struct cgroup_file *file, const char *text,
                       struct cgroup_figures *figures)
{
    if (file->parse) {
        file->parse(text, figures);
    } else if (file->number) {
        uint64_t *number = (uint64_t *)((char *)figures + file->number);

        if (file->line ? find_number(text, file->line, number) : parse_number(text, number))
            figures->have |= file->has;
    } else {
        parse_pressure(file->has, text, figures);
    }
}
