/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/host/cpus.h"

#include <errno.h>
#include <libproc2/stat.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "lib/base/kernel.h"
#include "lib/base/resources.h"
#include "lib/base/span.h"
#include "lib/base/units.h"

struct cpu_ticks cpu_ticks_since(const struct cpu_ticks *now, const struct cpu_ticks *before)
{
    struct cpu_ticks ticks = {.compared = true};

    for (int i = 0; i < CPU_STATES; i++) {
        int64_t grown = counter_grown((int64_t)before->in[i], (int64_t)now->in[i]);

        if (grown == COUNT_UNKNOWN && (i == CPU_IDLE || i == CPU_IOWAIT))
            grown = 0;
        if (grown == COUNT_UNKNOWN)
            return (struct cpu_ticks){0};
        ticks.in[i] = (uint64_t)grown;
    }
    return cpu_ticks_total(now) >= cpu_ticks_total(before) ? ticks : (struct cpu_ticks){0};
}

/* --- /proc/stat --- */

/* Old kernels have fewer states than CPU_STATES; the others stay 0. */
static struct cpu_ticks take_ticks(const char *text, const char *end)
{
    struct cpu_ticks ticks = {0};

    for (int i = 0; i < CPU_STATES && decimal_take_next(&text, end, &ticks.in[i]); i++)
        ;
    return ticks;
}

static int add_cpu(struct stat_file *stat, uint64_t id, struct cpu_ticks ticks)
{
    if (id > INT_MAX)
        return 0;
    if (ARRAY_RESERVE(&stat->cpus, &stat->cpu_capacity, stat->cpu_count + 1) < 0)
        return -ENOMEM;
    stat->cpus[stat->cpu_count++] = (struct cpu_line){(int)id, ticks};
    return 0;
}

static int take_line(struct span line, struct stat_file *stat)
{
    const char *end = span_end(line);
    uint64_t id;

    if (span_take_prefix(&line, "cpu")) {
        if (decimal_take(&line.text, end, &id))
            return add_cpu(stat, id, take_ticks(line.text, end));
        stat->total = take_ticks(line.text, end);
    } else if (span_take_prefix(&line, "processes")) {
        decimal_take_next(&line.text, end, &stat->forks);
    }
    return 0;
}

/* Of lines and places: both begin with the ID. */
static int compare_ids(const void *a, const void *b)
{
    const int left = *(const int *)a, right = *(const int *)b;

    return (left > right) - (left < right);
}

/* A file that stands in for the kernel's may have any order, and an ID twice. */
static void order(struct stat_file *stat)
{
    size_t kept = 0;

    if (stat->cpu_count == 0)
        return;
    qsort(stat->cpus, stat->cpu_count, sizeof(*stat->cpus), compare_ids);
    for (size_t i = 1; i < stat->cpu_count; i++)
        if (stat->cpus[i].id != stat->cpus[kept].id)
            stat->cpus[++kept] = stat->cpus[i];
    stat->cpu_count = kept + 1;
}

int stat_file_parse(const char *text, size_t len, struct stat_file *stat)
{
    struct span rest = {text, len}, line;
    int result = 0;

    stat->total = (struct cpu_ticks){0};
    stat->cpu_count = 0;
    stat->forks = 0;
    while (result == 0 && span_take_part(&rest, '\n', &line))
        result = take_line(line, stat);
    order(stat);
    return result;
}

void stat_file_fini(struct stat_file *stat)
{
    free(stat->cpus);
    *stat = (struct stat_file){.cpus = NULL};
}

/* --- where CPUs are --- */

/*
 * One spelling for the two interfaces of libproc2.
 *
 * Up to 4.0.4 its STAT_VAL macro takes a fourth argument, the info handle; since 4.0.5 it does not.
 * The build decides. `item` is the value's position in the list of items.
 */
#ifdef PROC2_VAL_WITHOUT_INFO
#define INT_OF(item, stack, info) STAT_VAL(item, s_int, stack)
#else
#define INT_OF(item, stack, info) STAT_VAL(item, s_int, stack, info)
#endif

/* The items that are requested, by their position in the list. */
enum item {
    ITEM_ID,
    ITEM_CORE,
    ITEM_NODE,
    ITEM_KIND,
    ITEMS,
};

static enum core_kind core_kind_of(int type)
{
    return type == 2 ? CORE_PERFORMANCE : type == 1 ? CORE_EFFICIENT : CORE_UNKNOWN;
}

/* -1: unknown; or the error of a shortage. libproc2 has no item for it. */
static int socket_of(int id)
{
    char path[80], text[16];

    snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/topology/physical_package_id", id);
    errno = 0;
    if (kernel_file_read(path, text, sizeof(text)))
        return (int)strtol(text, NULL, 10);
    return is_shortage(-errno) ? -errno : -1;
}

static struct cpu_place place_of(const struct stat_stack *stack, const struct stat_info *info)
{
    const int node = INT_OF(ITEM_NODE, stack, info);

    return (struct cpu_place){
        .id = INT_OF(ITEM_ID, stack, info),
        .core = INT_OF(ITEM_CORE, stack, info),
        .socket = socket_of(INT_OF(ITEM_ID, stack, info)),
        .node = node == STAT_NODE_INVALID ? NODE_UNKNOWN : node,
        .kind = core_kind_of(INT_OF(ITEM_KIND, stack, info)),
    };
}

static int take_places(struct stat_info *info, struct topology *topology)
{
    enum stat_item items[ITEMS] = {
        [ITEM_ID] = STAT_TIC_ID,
        [ITEM_CORE] = STAT_TIC_ID_CORE,
        [ITEM_NODE] = STAT_TIC_NUMA_NODE,
        [ITEM_KIND] = STAT_TIC_TYPE_CORE,
    };
    const struct stat_reaped *reaped =
        procps_stat_reap(info, STAT_REAP_NUMA_NODES_TOO, items, ITEMS);

    if (!reaped)
        return errno ? -errno : -ENOMEM;
    /* Some versions do not report that there was no memory for them. */
    if (!reaped->summary || (reaped->cpus->total > 0 && !reaped->cpus->stacks))
        return -ENOMEM;
    if (ARRAY_RESERVE(&topology->places, &topology->capacity, (size_t)reaped->cpus->total) < 0)
        return -ENOMEM;
    for (int i = 0; i < reaped->cpus->total; i++) {
        const struct cpu_place place = place_of(reaped->cpus->stacks[i], info);

        if (is_shortage(place.socket))
            return place.socket;
        topology->places[topology->count++] = place;
    }
    qsort(topology->places, topology->count, sizeof(*topology->places), compare_ids);
    return 0;
}

int topology_read(struct topology *topology)
{
    struct stat_info *info = NULL;
    int result = spare_memory_check(); /* libnuma, which libproc2 calls, crashes without */

    topology->count = 0;
    if (result == 0)
        result = procps_stat_new(&info);
    if (result == 0)
        result = take_places(info, topology);
    if (info)
        procps_stat_unref(&info);
    return is_shortage(result) ? result : 0;
}

struct cpu_place topology_find(const struct topology *topology, int id)
{
    const struct cpu_place wanted = {
        .id = id, .core = CORE_ID_UNKNOWN, .socket = -1, .node = NODE_UNKNOWN};
    const struct cpu_place *found = topology->count
                                        ? bsearch(&wanted, topology->places, topology->count,
                                                  sizeof(*topology->places), compare_ids)
                                        : NULL;

    return found ? *found : wanted;
}

void topology_fini(struct topology *topology)
{
    free(topology->places);
    *topology = (struct topology){.places = NULL};
}
