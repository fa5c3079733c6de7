/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/host/host.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/buf.h"
#include "lib/base/kernel.h"
#include "lib/base/memory.h"
#include "lib/base/number.h"
#include "lib/base/units.h"
#include "lib/cgroup/path.h"

#define MOUNT "/sys/fs/cgroup"

/* A file with one or two numbers. */
#define NUMBERS_BYTES 64

/* From here on it is no limit: version 1 has LONG_MAX, rounded down to pages of up to 64 KiB. */
#define NO_LIMIT_KIB (INT64_MAX / BYTES_PER_KIB - 64)

/*
 * More than the lines of all hierarchies, each with a path of up to PATH_MAX bytes; that of version
 * 2 is the last one.
 */
#define GROUPS_BYTES_MAX BYTES_PER_MIB

bool host_is_container(void)
{
    return access("/proc/self/ns/pid", F_OK) == 0 && !kernel_has_namespace(KERNEL_FIRST_PID);
}

/* Takes "max", or a number, from the beginning of a text. False if it is neither. */
static bool take_number(const char **text, uint64_t *number)
{
    *number = UINT64_MAX;
    if (strncmp(*text, "max", 3) == 0) {
        *text += 3;
        return true;
    }
    return decimal_take(text, *text + strlen(*text), number);
}

static bool read_number(const char *folder, const char *file, uint64_t *number)
{
    char path[PATH_MAX], text[NUMBERS_BYTES];
    const char *at = text;

    return (size_t)snprintf(path, sizeof(path), "%s/%s", folder, file) < sizeof(path) &&
           kernel_file_read(path, text, sizeof(text)) && take_number(&at, number);
}

static void lower_cpus(struct host_limits *limits, uint64_t quota_us, uint64_t period_us)
{
    const double cpus = period_us ? (double)quota_us / (double)period_us : 0;

    if (cpus > 0 && quota_us != UINT64_MAX && (limits->cpus == 0 || cpus < limits->cpus))
        limits->cpus = cpus;
}

/* "200000 100000" or "max 100000": the quota of each period, in us. */
static void take_cpu(const char *folder, struct host_limits *limits)
{
    char path[PATH_MAX], text[NUMBERS_BYTES];
    const char *at = text;
    uint64_t quota_us, period_us;

    if ((size_t)snprintf(path, sizeof(path), "%s/cpu.max", folder) < sizeof(path) &&
        kernel_file_read(path, text, sizeof(text)) && take_number(&at, &quota_us) && *at++ == ' ' &&
        take_number(&at, &period_us))
        lower_cpus(limits, quota_us, period_us);
}

/* A quota of -1 is none. */
static void take_cpu_v1(const char *folder, struct host_limits *limits)
{
    uint64_t quota_us, period_us;

    if (read_number(folder, "cpu.cfs_quota_us", &quota_us) &&
        read_number(folder, "cpu.cfs_period_us", &period_us))
        lower_cpus(limits, quota_us, period_us);
}

static void lower_memory(struct host_limits *limits, const char *folder, const char *limit_file,
                         const char *used_file)
{
    uint64_t limit, used;

    if (!read_number(folder, limit_file, &limit) || limit == UINT64_MAX ||
        (limits->mem_kib && limit / BYTES_PER_KIB >= limits->mem_kib))
        return;
    limits->mem_kib = limit / BYTES_PER_KIB;
    limits->mem_used_kib =
        read_number(folder, used_file, &used) ? used / BYTES_PER_KIB : MEMORY_UNKNOWN;
}

static void take_memory(const char *folder, struct host_limits *limits)
{
    lower_memory(limits, folder, "memory.max", "memory.current");
}

static void take_memory_v1(const char *folder, struct host_limits *limits)
{
    lower_memory(limits, folder, "memory.limit_in_bytes", "memory.usage_in_bytes");
}

typedef void take_limits(const char *folder, struct host_limits *limits);

/* A controller belongs to version 2 unless a hierarchy of version 1 has it. */
static const struct resource {
    const char *controller;
    const char *mount; /* of version 1 */
    take_limits *take_v1, *take;
} resources[] = {
    {"cpu", MOUNT "/cpu", take_cpu_v1, take_cpu},
    {"memory", MOUNT "/memory", take_memory_v1, take_memory},
};

/*
 * The path in the line, such as "4:cpu,cpuacct:/path", that has the controller; the line of version
 * 2 has "". NULL: there is no such line.
 */
static const char *find_path(const char *groups, const char *controller, size_t *len)
{
    for (const char *line = groups; *line;) {
        const char *end = strchrnul(line, '\n');
        const char *list = memchr(line, ':', (size_t)(end - line));
        const char *path = list ? memchr(list + 1, ':', (size_t)(end - list - 1)) : NULL;

        if (path && comma_list_has(list + 1, (size_t)(path - list - 1), controller)) {
            *len = (size_t)(end - path - 1);
            return path + 1;
        }
        line = *end ? end + 1 : end;
    }
    return NULL;
}

/*
 * Sets the folder of this process's cgroup in the hierarchy of a controller: `root`, `mount` and
 * its path, but no path that leads out of the cgroup namespace. Returns the length of `root` and
 * `mount`; 0: there is no such hierarchy.
 */
static size_t find_folder(const char *root, const char *groups, const char *controller,
                          const char *mount, char folder[PATH_MAX])
{
    size_t len;
    const char *path = find_path(groups, controller, &len);
    const size_t mount_len = (size_t)snprintf(folder, PATH_MAX, "%s%s", root, mount);

    if (!path || mount_len + len >= PATH_MAX)
        return 0;
    memcpy(folder + mount_len, path, len);
    folder[mount_len + len] = '\0';
    if (len == 1 || cgroup_leads_out(folder + mount_len))
        folder[mount_len] = '\0';
    return mount_len;
}

/* Takes the limits of the cgroup and of its ancestors. */
static void take_upwards(const char *root, const char *groups, const struct resource *resource,
                         struct host_limits *limits)
{
    char folder[PATH_MAX];
    take_limits *take = resource->take_v1;
    size_t mount_len = find_folder(root, groups, resource->controller, resource->mount, folder);
    char *slash;

    if (!mount_len) {
        take = resource->take;
        mount_len = find_folder(root, groups, "", MOUNT, folder);
    }
    if (!mount_len)
        return;
    do {
        take(folder, limits);
        slash = strrchr(folder + mount_len, '/');
        if (slash)
            *slash = '\0';
    } while (slash);
}

/* 0 or -errno. */
static int read_groups(const char *root, struct buf *groups)
{
    char path[PATH_MAX];
    int fd, result;

    if ((size_t)snprintf(path, sizeof(path), "%s/proc/self/cgroup", root) >= sizeof(path))
        return -ENAMETOOLONG;
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    result = buf_read(groups, fd, GROUPS_BYTES_MAX);
    close(fd);
    return result;
}

int host_limits_read(const char *root, struct host_limits *limits)
{
    struct buf groups = {0};
    const int result = read_groups(root, &groups);

    *limits = (struct host_limits){0};
    for (size_t i = 0; result == 0 && i < sizeof(resources) / sizeof(resources[0]); i++)
        take_upwards(root, buf_text(&groups), &resources[i], limits);
    buf_fini(&groups);
    return is_shortage(result) ? result : 0;
}

void host_limits_compare(struct host_limits *limits, uint64_t cpus, uint64_t mem_total_kib)
{
    if (cpus && limits->cpus >= (double)cpus)
        limits->cpus = 0;
    if (limits->mem_kib > mem_total_kib || limits->mem_kib >= NO_LIMIT_KIB)
        limits->mem_kib = limits->mem_used_kib = 0;
}
