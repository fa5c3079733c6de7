/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/host/topology.h"

#include <errno.h>
#include <libproc2/stat.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "lib/base/kernel.h"
#include "lib/base/resources.h"
#include "lib/base/unused.h"

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

static struct cpu_place place_of(const struct stat_stack *stack,
                                 const struct stat_info *info UNUSED)
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

static int compare_places(const void *a, const void *b)
{
    const struct cpu_place *left = a, *right = b;

    return (left->id > right->id) - (left->id < right->id);
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
    qsort(topology->places, topology->count, sizeof(*topology->places), compare_places);
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
                                                  sizeof(*topology->places), compare_places)
                                        : NULL;

    return found ? *found : wanted;
}

void topology_fini(struct topology *topology)
{
    free(topology->places);
    *topology = (struct topology){.places = NULL};
}
