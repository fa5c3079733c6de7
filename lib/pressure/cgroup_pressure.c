/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/pressure/cgroup_pressure.h"

#include <limits.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/vfs.h>

#include "lib/base/text_file.h"
#include "lib/pressure/line_number.h"

/* The lines of cpu.stat that are looked for are among the first. */
#define STAT_BYTES 1024

/* What the line of version 2 begins with: it is the last one. */
#define VERSION_2 "0::"

/* Behind the last VERSION_2 that begins an element of the list; NULL: there is none. */
static const char *find_path(const char *groups)
{
    const char *found = strncmp(groups, VERSION_2, strlen(VERSION_2)) == 0 ? groups : NULL;

    for (const char *at = strstr(groups, "," VERSION_2); at; at = strstr(at + 1, "," VERSION_2))
        found = at + 1;
    return found ? found + strlen(VERSION_2) : NULL;
}

/* Groups outside of a namespace have paths with "..". */
static bool leads_out(const char *path)
{
    const char *at = strstr(path, "/..");

    while (at && at[3] != '/' && at[3] != '\0')
        at = strstr(at + 1, "/..");
    return at != NULL;
}

void cgroup_pressure_find(const char *groups, char path[CGROUP_PATH_SIZE])
{
    const char *found = find_path(groups);

    *path = '\0';
    if (found && *found == '/' && strlen(found) < CGROUP_PATH_SIZE && !leads_out(found))
        memcpy(path, found, strlen(found) + 1);
}

/* Where systemd and others mount version 2, alone or beside version 1; NULL: nowhere. */
static const char *find_mount(void)
{
    static const char *const mounts[] = {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"};
    struct statfs fs;

    for (size_t i = 0; i < sizeof(mounts) / sizeof(mounts[0]); i++)
        if (statfs(mounts[i], &fs) == 0 && fs.f_type == CGROUP2_SUPER_MAGIC)
            return mounts[i];
    return NULL;
}

static void read_throttling(const char *folder, struct cgroup_pressure *pressure)
{
    char path[PATH_MAX];
    char text[STAT_BYTES];
    uint64_t count, us;
    const int len = snprintf(path, sizeof(path), "%s/cpu.stat", folder);

    if ((size_t)len >= sizeof(path) || !text_file_read(path, text, sizeof(text)) ||
        !line_number_find(text, "nr_throttled ", 0, &count) ||
        !line_number_find(text, "throttled_usec ", 0, &us))
        return;
    pressure->has_throttling = true;
    pressure->throttled_count = count;
    pressure->throttled_us = us;
}

void cgroup_pressure_read_folder(const char *folder, struct cgroup_pressure *pressure)
{
    *pressure = (struct cgroup_pressure){.has_throttling = false};
    pressures_read(folder, ".pressure", pressure->pressures);
    read_throttling(folder, pressure);
}

void cgroup_pressure_read(const char *path, struct cgroup_pressure *pressure)
{
    char folder[PATH_MAX];
    const char *mount = find_mount();

    *pressure = (struct cgroup_pressure){.has_throttling = false};
    if (mount && (size_t)snprintf(folder, sizeof(folder), "%s%s", mount, path) < sizeof(folder))
        cgroup_pressure_read_folder(folder, pressure);
}
