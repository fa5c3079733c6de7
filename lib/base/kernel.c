/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/kernel.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "lib/base/kernel_file.h"

bool kernel_is(unsigned long least_major, unsigned long least_minor)
{
    struct utsname name;
    unsigned long major, minor;
    char *point;

    if (uname(&name) < 0)
        return false;
    major = strtoul(name.release, &point, 10);
    minor = *point == '.' ? strtoul(point + 1, NULL, 10) : 0;
    return major > least_major || (major == least_major && minor >= least_minor);
}

bool kernel_has_namespace(const char *name)
{
    char path[32], text[64];
    ssize_t len;

    snprintf(path, sizeof(path), "/proc/self/ns/%.*s", (int)strcspn(name, ":"), name);
    len = readlink(path, text, sizeof(text) - 1);
    if (len < 0)
        return false;
    text[len] = '\0';
    return strcmp(text, name) == 0;
}

bool scheduler_read(const char *folder, char *name, size_t size)
{
    const int directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    char state[32];
    bool enabled;

    if (directory < 0)
        return false;
    enabled = kernel_file_read_at(directory, "state", state, sizeof(state)) &&
              strcmp(state, "enabled\n") == 0 &&
              kernel_file_read_at(directory, "root/ops", name, size);
    close(directory);
    if (enabled)
        name[strcspn(name, "\n")] = '\0';
    return enabled && name[0] != '\0';
}
