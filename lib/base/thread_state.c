/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/thread_state.h"

#include <stdio.h>
#include <string.h>

#include "lib/base/text_file.h"

bool thread_runs(pid_t tid)
{
    char path[48], line[256];
    const char *name_end;

    snprintf(path, sizeof(path), "/proc/self/task/%d/stat", (int)tid);
    name_end = text_file_read(path, line, sizeof(line)) ? strrchr(line, ')') : NULL;
    return name_end && strncmp(name_end, ") R", 3) == 0;
}
