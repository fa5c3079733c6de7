/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/numa.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/span.h"
#include "lib/base/units.h"
#include "lib/source/proc/read.h"

#define DIRECTORY "/sys/devices/system/node"

/* More than any kernel supports (CONFIG_NR_CPUS); a file with a higher number is damaged. */
#define CPU_LIMIT 65536

void numa_fini(struct numa *numa)
{
    free(numa->of_cpu);
    *numa = (struct numa){0};
}

static int make_room(struct numa *numa, size_t count)
{
    if (ARRAY_RESERVE(&numa->of_cpu, &numa->capacity, count) < 0)
        return -ENOMEM;
    for (; numa->count < count; numa->count++)
        numa->of_cpu[numa->count] = -1;
    return 0;
}

/* Reads a CPU number and moves *list past it. */
static bool take_cpu(const char **list, const char *end, uint64_t *cpu)
{
    return decimal_take(list, end, cpu) && *cpu < CPU_LIMIT;
}

int numa_add_list(struct numa *numa, const char *list, size_t len, int32_t node)
{
    const char *end = list + len;
    uint64_t first, last;

    while (take_cpu(&list, end, &first)) {
        last = first;
        if (list < end && *list == '-') {
            list++;
            if (!take_cpu(&list, end, &last))
                break;
        }
        if (first <= last && make_room(numa, (size_t)last + 1) < 0)
            return -ENOMEM;
        for (uint64_t cpu = first; cpu <= last; cpu++)
            numa->of_cpu[cpu] = node;
        if (list == end || *list != ',')
            break;
        list++;
    }
    return 0;
}

/* "node12" gives 12; -1 for any other name. */
static int32_t node_of_name(const char *name)
{
    const char *end = name + strlen(name);
    uint64_t number;

    if (strncmp(name, "node", 4) != 0)
        return -1;
    name += 4;
    return decimal_take(&name, end, &number) && number <= INT32_MAX ? (int32_t)number : -1;
}

static int read_node(struct numa *numa, int dir, const char *name, struct read_buffer *buffer)
{
    const int32_t node = node_of_name(name);
    char path[64];
    ssize_t len;

    if (node < 0)
        return 0;
    snprintf(path, sizeof(path), "node%d/cpulist", node);
    len = read_file(buffer, dir, path);
    if (len < 0)
        return read_error(len);
    return numa_add_list(numa, buffer->data, (size_t)len, node);
}

static int read_nodes(struct numa *numa)
{
    struct read_buffer buffer = {0};
    struct dirent *entry;
    int result = 0;
    DIR *dir = opendir(DIRECTORY);

    if (!dir)
        return read_error(-errno);
    while (result == 0 && (errno = 0, entry = readdir(dir)))
        result = read_node(numa, dirfd(dir), entry->d_name, &buffer);
    if (result == 0)
        result = read_error(-errno);
    closedir(dir);
    read_buffer_fini(&buffer);
    return result;
}

int numa_read(struct numa *numa, int32_t cpu)
{
    int64_t now_ns;
    int result;

    if (numa_find(numa, cpu) >= 0)
        return 0;
    now_ns = clock_ns(CLOCK_MONOTONIC);
    if (now_ns < numa->until_ns)
        return 0;
    result = read_nodes(numa);
    if (result < 0)
        numa_fini(numa);
    else
        numa->until_ns = now_ns + NS_PER_S;
    return result;
}

int32_t numa_find(const struct numa *numa, int32_t cpu)
{
    return cpu >= 0 && (size_t)cpu < numa->count ? numa->of_cpu[cpu] : -1;
}
