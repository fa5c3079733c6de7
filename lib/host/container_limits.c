/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/host/container_limits.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/buf.h"
#include "lib/base/kernel.h"
#include "lib/base/resources.h"
#include "lib/cgroup/figures.h"
#include "lib/cgroup/path.h"

#define MOUNT "/sys/fs/cgroup"

/* Each file has one or two numbers. */
#define FILE_BYTES 64

/*
 * More than the lines of all hierarchies, each with a path of up to PATH_MAX bytes; that of version
 * 2 is the last one.
 */
#define GROUPS_BYTES_MAX BYTES_PER_MIB

bool host_is_container(void)
{
    return access("/proc/self/ns/pid", F_OK) == 0 && !kernel_has_namespace(KERNEL_FIRST_PID);
}

/* A controller belongs to version 2 unless a hierarchy of version 1 has it. */
static const struct controller {
    const char *name;
    const char *mount;  /* of version 1 */
    unsigned hierarchy; /* CGROUP_V1_* */
    unsigned need;      /* CGROUP_* */
} controllers[] = {
    {"cpu", MOUNT "/cpu", CGROUP_V1_CPU, CGROUP_CPU_LIMIT},
    {"memory", MOUNT "/memory", CGROUP_V1_MEMORY, CGROUP_MEMORY_LIMIT | CGROUP_MEMORY},
};

/* 0, or the error of a shortage: a limit that could not be read is not one that is missing. */
static int read_figures(const char *folder, unsigned hierarchy, unsigned need,
                        struct cgroup_figures *figures)
{
    char path[PATH_MAX], text[FILE_BYTES];

    *figures = (struct cgroup_figures){.have = 0};
    for (const struct cgroup_file *file = cgroup_files; file->name; file++) {
        if (!(file->hierarchies & hierarchy && file->has & need) ||
            (size_t)snprintf(path, sizeof(path), "%s/%s", folder, file->name) >= sizeof(path))
            continue;
        errno = 0;
        if (kernel_file_read(path, text, sizeof(text)))
            cgroup_file_parse(file, text, figures);
        else if (is_shortage(-errno))
            return -errno;
    }
    return 0;
}

static void lower_cpus(const struct cgroup_figures *figures, struct host_limits *limits)
{
    const double cpus = (double)figures->cpu_quota_us / (double)figures->cpu_period_us;

    if (figures->cpu_quota_us != CGROUP_UNLIMITED && cpus > 0 &&
        (limits->cpus == 0 || cpus < limits->cpus))
        limits->cpus = cpus;
}

/* A limit of less than 1 KiB is taken as that, since 0 is none. */
static void lower_memory(const struct cgroup_figures *figures, struct host_limits *limits)
{
    const uint64_t kib =
        figures->memory_limit < BYTES_PER_KIB ? 1 : figures->memory_limit / BYTES_PER_KIB;

    if (figures->memory_limit == CGROUP_UNLIMITED || (limits->mem_kib && kib >= limits->mem_kib))
        return;
    limits->mem_kib = kib;
    limits->mem_used_kib =
        figures->have & CGROUP_MEMORY ? figures->memory / BYTES_PER_KIB : MEMORY_UNKNOWN;
}

/*
 * Sets the folder of this process's cgroup in the hierarchy of a controller: `root`, `mount` and
 * its path, but no path that leads out of the cgroup namespace. Returns the length of `root` and
 * `mount`; 0: there is no such hierarchy.
 */
static size_t find_folder(const char *root, const char *groups, const char *controller,
                          const char *mount, char folder[PATH_MAX])
{
    const char *path = cgroup_path_find(groups, controller);
    const size_t len = path ? strcspn(path, "\n") : 0;
    const size_t mount_len = (size_t)snprintf(folder, PATH_MAX, "%s%s", root, mount);

    if (!path || mount_len + len >= PATH_MAX)
        return 0;
    memcpy(folder + mount_len, path, len);
    folder[mount_len + len] = '\0';
    if (len == 1 || cgroup_leads_out(folder + mount_len))
        folder[mount_len] = '\0';
    return mount_len;
}

/* Takes the limits of the cgroup and of its ancestors. As read_figures(). */
static int take_upwards(const char *root, const char *groups, const struct controller *controller,
                        struct host_limits *limits)
{
    char folder[PATH_MAX];
    unsigned hierarchy = controller->hierarchy;
    size_t mount_len = find_folder(root, groups, controller->name, controller->mount, folder);
    struct cgroup_figures figures;
    int result = 0;
    char *slash;

    if (!mount_len) {
        hierarchy = CGROUP_V2;
        mount_len = find_folder(root, groups, "", MOUNT, folder);
    }
    if (!mount_len)
        return 0;
    do {
        result = read_figures(folder, hierarchy, controller->need, &figures);
        if (figures.have & CGROUP_CPU_LIMIT)
            lower_cpus(&figures, limits);
        if (figures.have & CGROUP_MEMORY_LIMIT)
            lower_memory(&figures, limits);
        slash = strrchr(folder + mount_len, '/');
        if (slash)
            *slash = '\0';
    } while (slash && result == 0);
    return result;
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
    int result = read_groups(root, &groups);

    *limits = (struct host_limits){0};
    for (size_t i = 0; result == 0 && i < ARRAY_COUNT(controllers); i++)
        result = take_upwards(root, buf_text(&groups), &controllers[i], limits);
    buf_fini(&groups);
    if (!is_shortage(result))
        return 0;
    *limits = (struct host_limits){0};
    return result;
}

void host_limits_compare(struct host_limits *limits, uint64_t cpus, uint64_t mem_total_kib)
{
    if (cpus && limits->cpus >= (double)cpus)
        limits->cpus = 0;
    if (limits->mem_kib > mem_total_kib)
        limits->mem_kib = limits->mem_used_kib = 0;
}
