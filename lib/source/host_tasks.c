/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/host_tasks.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/kernel.h"

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
