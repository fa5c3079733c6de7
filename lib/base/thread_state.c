/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/thread_state.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool thread_runs(pid_t tid)
{
    char path[48], line[256];
    const char *name_end;
    ssize_t len;
    int file;

    snprintf(path, sizeof(path), "/proc/self/task/%d/stat", (int)tid);
    file = open(path, O_RDONLY | O_CLOEXEC);
    len = file < 0 ? -1 : read(file, line, sizeof(line) - 1);
    if (file >= 0)
        close(file);
    line[len > 0 ? len : 0] = '\0';
    name_end = strrchr(line, ')');
    return name_end && strncmp(name_end, ") R", 3) == 0;
}
