/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/fork_count.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool fork_count_spares(struct fork_count *forks, uint64_t count)
{
    if (count == 0 || forks->listed != count || forks->spared >= FORK_COUNT_SPARED_MAX)
        return false;
    forks->spared++;
    return true;
}

bool fork_count_read_mount(const char *line, uint64_t id, bool *hides)
{
    char *end;

    if (strtoull(line, &end, 10) != id || *end != ' ')
        return false;
    /* Behind the dash are the file system's own options; before it could be anybody's names. */
    line = strstr(end, " - ");
    *hides = !line || strstr(line, "hidepid=");
    return true;
}

/* The mount that `fd` is on, as /proc/PID/mountinfo counts them; false when it is not told. */
static bool read_mount_id(int fd, uint64_t *id)
{
    static const char key[] = "mnt_id:";
    char path[40], line[128];
    bool found = false;
    FILE *file;

    snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fd);
    file = fopen(path, "re");
    if (!file)
        return false;
    while (!found && fgets(line, sizeof(line), file)) {
        found = strncmp(line, key, strlen(key)) == 0;
        *id = strtoull(line + (found ? strlen(key) : 0), NULL, 10);
    }
    fclose(file);
    return found;
}

/* Where it cannot be found out, as in a sandbox, it may well be so. */
static bool may_hide(int dir)
{
    bool found = false;
    bool hides = true;
    char *line = NULL;
    size_t size = 0;
    uint64_t id;
    FILE *file;

    if (!read_mount_id(dir, &id))
        return true;
    file = fopen("/proc/self/mountinfo", "re");
    if (!file)
        return true;
    while (!found && getline(&line, &size, file) > 0)
        found = fork_count_read_mount(line, id, &hides);
    free(line);
    fclose(file);
    return hides;
}

void fork_count_note(struct fork_count *forks, int dir, uint64_t count)
{
    if (count > 0 && !forks->asked) {
        forks->hides = may_hide(dir);
        forks->asked = true;
    }
    forks->listed = forks->hides ? 0 : count;
    forks->spared = 0;
}

void fork_count_forget(struct fork_count *forks)
{
    forks->listed = 0;
}
