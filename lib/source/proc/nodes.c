/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/nodes.h"

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

/* More than any kernel is built for (CONFIG_NR_CPUS); what claims more is damaged. */
#define CPU_LIMIT 65536

void nodes_fini(struct nodes *nodes)
{
    free(nodes->of_cpu);
    *nodes = (struct nodes){0};
}

static int make_room(struct nodes *nodes, size_t count)
{
    if (ARRAY_RESERVE(&nodes->of_cpu, &nodes->capacity, count) < 0)
        return -ENOMEM;
    for (; nodes->count < count; nodes->count++)
        nodes->of_cpu[nodes->count] = -1;
    return 0;
}

/* A processor's number at *list, which is moved behind it. */
static bool take_cpu(const char **list, const char *end, int64_t *cpu)
{
    if (*list == end || **list == '-' || !key_value_number(*list, (size_t)(end - *list), cpu))
        return false;
    while (*list < end && **list >= '0' && **list <= '9')
        ++*list;
    return *cpu < CPU_LIMIT;
}

int nodes_add_list(struct nodes *nodes, const char *list, size_t len, int32_t node)
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
        if (first <= last && make_room(nodes, (size_t)last + 1) < 0)
            return -ENOMEM;
        for (int64_t cpu = first; cpu <= last; cpu++)
            nodes->of_cpu[cpu] = node;
        if (list == end || *list != ',')
            break;
        list++;
    }
    return 0;
}

/* "node12" gives 12; -1 when the name is another. */
static int32_t node_of_name(const char *name)
{
    int64_t number;

    if (strncmp(name, "node", 4) != 0 || name[4] == '-' ||
        !key_value_number(name + 4, strlen(name + 4), &number) || number > INT32_MAX)
        return -1;
    return (int32_t)number;
}

static int read_node(struct nodes *nodes, int dir, const char *name, struct read_buffer *buffer)
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
    return nodes_add_list(nodes, buffer->data, (size_t)len, node);
}

int nodes_read(struct nodes *nodes)
{
    struct read_buffer buffer = {0};
    struct dirent *entry;
    int result = 0;
    DIR *dir;

    if (nodes->read)
        return 0;
    nodes->read = true;
    dir = opendir(DIRECTORY);
    if (!dir)
        return errno == ENOMEM ? -ENOMEM : 0;
    while (result == 0 && (entry = readdir(dir)))
        result = read_node(nodes, dirfd(dir), entry->d_name, &buffer);
    closedir(dir);
    read_buffer_fini(&buffer);
    return result;
}

int32_t nodes_find(const struct nodes *nodes, int32_t cpu)
{
    return cpu >= 0 && (size_t)cpu < nodes->count ? nodes->of_cpu[cpu] : -1;
}
