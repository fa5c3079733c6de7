/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

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

/* --- small files in /proc and /sys that are read once --- */

bool kernel_file_read_at(int directory, const char *path, char *text, size_t size)
{
    int fd = openat(directory, path, O_RDONLY | O_CLOEXEC);
    ssize_t len;

    if (fd < 0)
        return false;
    len = read(fd, text, size - 1);
    close(fd);
    text[len > 0 ? len : 0] = '\0';
    return len > 0;
}

bool kernel_file_read(const char *path, char *text, size_t size)
{
    return kernel_file_read_at(AT_FDCWD, path, text, size);
}

bool kernel_file_is_regular(int directory, const char *path, int flags)
{
    struct stat status;

    if (fstatat(directory, path, &status, flags) < 0)
        return false;
    if (!S_ISREG(status.st_mode))
        errno = ENOENT;
    return S_ISREG(status.st_mode);
}

bool kernel_file_is_mounted(int dir, const char *path)
{
    struct stat folder, file;

    return fstat(dir, &folder) == 0 && fstatat(dir, path, &file, 0) == 0 &&
           file.st_dev != folder.st_dev;
}
