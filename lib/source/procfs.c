/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/procfs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/kernel.h"
#include "lib/base/resources.h"
#include "lib/base/span.h"

bool hidepid_read_mount(const char *line, uint64_t id, bool *hides)
{
    char *end;

    if (strtoull(line, &end, 10) != id || *end != ' ')
        return false;
    /* The file system's own options follow the dash. The paths before it are chosen by users. */
    line = strstr(end, " - ");
    *hides = !line || strstr(line, "hidepid=");
    return true;
}

/* The mount ID of `fd`, as in /proc/PID/mountinfo; false if it is unknown. */
static bool read_mount_id(int fd, uint64_t *id)
{
    char path[40], text[256];

    snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fd);
    return kernel_file_read(path, text, sizeof(text)) && line_number_find(text, "mnt_id:", 0, id);
}

int hidepid_is_set(int dir)
{
    bool found = false;
    bool hides = false;
    char *line = NULL;
    size_t size = 0;
    uint64_t id;
    FILE *file;

    errno = 0;
    file = read_mount_id(dir, &id) ? fopen("/proc/self/mountinfo", "re") : NULL;
    while (file && !found && getline(&line, &size, file) > 0)
        found = hidepid_read_mount(line, id, &hides);
    free(line);
    if (file)
        fclose(file);
    return found ? hides : is_shortage(-errno) ? -errno : -ENODATA;
}

bool hidepid_hides(const char *procfs)
{
    const int dir = open(procfs, O_PATH | O_DIRECTORY | O_CLOEXEC);
    const bool hides = hidepid_is_set(dir) != 0;

    if (dir >= 0)
        close(dir);
    return hides;
}

/* --- how many tasks the host has --- */

bool host_size_read_at(int procfs, struct host_size *size)
{
    char text[128];
    const char *slash;
    struct stat directory;

    /* "0.30 0.23 0.14 3/105 20800": 105 tasks */
    if (kernel_file_is_mounted(procfs, "loadavg") ||
        !kernel_file_read_at(procfs, "loadavg", text, sizeof(text)))
        return false;
    slash = strchr(text, '/');
    if (!slash || fstat(procfs, &directory) < 0)
        return false;
    size->tasks = (uint32_t)strtoul(slash + 1, NULL, 10);
    /* The link count includes every process, as a subdirectory. */
    size->processes = (uint32_t)directory.st_nlink;
    if (size->processes > size->tasks)
        size->processes = size->tasks;
    return size->tasks > 0;
}

bool host_size_read(struct host_size *size)
{
    const int procfs = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
    bool is_known;

    if (procfs < 0)
        return false;
    is_known = host_size_read_at(procfs, size);
    close(procfs);
    return is_known;
}

struct host_size procfs_size_read(const struct host_size *host, uint32_t tasks_most)
{
    struct host_size size = {0};
    const struct dirent *entry;
    DIR *folder;

    if (kernel_has_namespace(KERNEL_FIRST_PID) || !(folder = opendir("/proc")))
        return *host;
    while ((entry = readdir(folder))) {
        char path[NAME_MAX + sizeof("/task")];
        struct stat tasks;

        if (*entry->d_name < '1' || *entry->d_name > '9')
            continue;
        snprintf(path, sizeof(path), "%s/task", entry->d_name);
        size.processes++;
        /* The link count is 2 and the number of threads (proc_task_getattr() in fs/proc/base.c). */
        if (size.tasks < tasks_most && fstatat(dirfd(folder), path, &tasks, 0) == 0)
            size.tasks += (uint32_t)tasks.st_nlink - 2;
    }
    closedir(folder);
    return size;
}
