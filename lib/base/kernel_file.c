/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/kernel_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

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

bool kernel_file_is_mounted(int dir, const char *path)
{
    struct stat folder, file;

    return fstat(dir, &folder) == 0 && fstatat(dir, path, &file, 0) == 0 &&
           file.st_dev != folder.st_dev;
}
