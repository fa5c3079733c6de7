/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/host_size.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/base/text_file.h"

bool host_size_read(struct host_size *size)
{
    char text[128];
    const char *slash;
    struct stat proc;

    /* "0.30 0.23 0.14 3/105 20800": 105 tasks */
    if (!text_file_read("/proc/loadavg", text, sizeof(text)))
        return false;
    slash = strchr(text, '/');
    if (!slash || stat("/proc", &proc) < 0)
        return false;
    size->tasks = (uint32_t)strtoul(slash + 1, NULL, 10);
    /* The link count includes every process, as a subdirectory. */
    size->processes = (uint32_t)proc.st_nlink;
    if (size->processes > size->tasks)
        size->processes = size->tasks;
    return size->tasks > 0;
}
