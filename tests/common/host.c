/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/common/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t host_fork_count(void)
{
    static const char label[] = "processes ";
    FILE *file = fopen("/proc/stat", "re");
    char *line = NULL;
    size_t capacity = 0;
    uint64_t count = 0;

    while (file && count == 0 && getline(&line, &capacity, file) > 0)
        if (strncmp(line, label, strlen(label)) == 0)
            count = strtoull(line + strlen(label), NULL, 10);
    free(line);
    if (file)
        fclose(file);
    return count;
}

char host_state_by(const char *stat_path)
{
    FILE *file = fopen(stat_path, "re");
    char line[512] = "";
    const char *behind = file && fgets(line, sizeof(line), file) ? strrchr(line, ')') : NULL;

    if (file)
        fclose(file);
    return behind ? behind[2] : '?';
}
