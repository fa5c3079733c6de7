/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/config/trusted_file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

bool trusted_file_is_roots(const struct stat *status)
{
    mode_t writable = S_IWOTH | (status->st_gid == 0 ? 0 : S_IWGRP);

    /* In a folder like /tmp nobody can replace what belongs to others. */
    if (S_ISLNK(status->st_mode) || (S_ISDIR(status->st_mode) && status->st_mode & S_ISVTX))
        writable = 0;
    return status->st_uid == 0 && !(status->st_mode & writable);
}

/* Whether it may be read: 0 or -errno. */
static int check(int fd, bool only_roots, size_t most)
{
    struct stat status;

    if (fstat(fd, &status) < 0)
        return -errno;
    if (!S_ISREG(status.st_mode))
        return -EINVAL;
    if (only_roots && !trusted_file_is_roots(&status))
        return -EPERM;
    return (size_t)status.st_size > most ? -EFBIG : 0;
}

int trusted_file_read(const char *path, bool only_roots, size_t most, struct buf *text)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    int result;

    if (fd < 0)
        return -errno;
    result = check(fd, only_roots, most);
    if (result == 0)
        result = buf_read(text, fd, most);
    close(fd);
    return result;
}
