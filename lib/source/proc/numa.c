/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/numa.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/source/proc/key_value.h"
#include "lib/source/proc/read.h"

#define DIRECTORY "/sys/devices/system/node"

/* More than any kernel supports (CONFIG_NR_CPUS); a file that claims more is damaged. */
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

/* Reads a processor's number and moves *list behind it. */
static bool take_cpu(const char **list, const char *end, int64_t *cpu)
{
    if (*list == end || **list == '-' || !key_value_number(*list, (size_t)(end - *list), cpu))
        return false;
    while (*list < end && **list >= '0' && **list <= '9')
        ++*list;
    return *cpu < CPU_LIMIT;
}

int numa_add_list(struct numa *numa, const char *list, size_t len, int32_t node)
{
    const char *end = list + len;
    int64_t first, last;

    while (take_cpu(&list, end, &first)) {
        last = first;
        if (list < end && *list == '-') {
            list++;
            if (!take_cpu(&list, end, &last))
                break;
        }
        if (first <= last && make_room(numa, (size_t)last + 1) < 0)
            return -ENOMEM;
        for (int64_t cpu = first; cpu <= last; cpu++)
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
    int64_t number;

    if (strncmp(name, "node", 4) != 0 || name[4] == '-' ||
        !key_value_number(name + 4, strlen(name + 4), &number) || number > INT32_MAX)
        return -1;
    return (int32_t)number;
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
        return len == -ENOMEM ? -ENOMEM : 0;
    return numa_add_list(numa, buffer->data, (size_t)len, node);
}

int numa_read(struct numa *numa)
{
    struct read_buffer buffer = {0};
    struct dirent *entry;
    int result = 0;
    DIR *dir;

    if (numa->read)
        return 0;
    numa->read = true;
    dir = opendir(DIRECTORY);
    if (!dir)
        return errno == ENOMEM ? -ENOMEM : 0;
    while (result == 0 && (entry = readdir(dir)))
        result = read_node(numa, dirfd(dir), entry->d_name, &buffer);
    closedir(dir);
    read_buffer_fini(&buffer);
    return result;
}

int32_t numa_find(const struct numa *numa, int32_t cpu)
{
    return cpu >= 0 && (size_t)cpu < numa->count ? numa->of_cpu[cpu] : -1;
}
