/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/config/trusted_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether only root can have written it. A link is as trusted as its folder. */
static bool trusted_file_is_roots(const struct stat *status)
{
    mode_t writable = S_IWOTH | (status->st_gid == 0 ? 0 : S_IWGRP);

    /* In a sticky folder such as /tmp nobody can replace files of others. */
    if (S_ISLNK(status->st_mode) || (S_ISDIR(status->st_mode) && status->st_mode & S_ISVTX))
        writable = 0;
    return status->st_uid == 0 && !(status->st_mode & writable);
}

/* 0 if it may be read, or -errno. */
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

/* Creates a missing folder, for its owner only. Root refuses one that others own or may change. */
static int make_folder(const char *path, bool only_roots)
{
    struct stat status;

    if (mkdir(path, 0700) == 0)
        return 0;
    if (errno != EEXIST)
        return -errno;
    if (only_roots && lstat(path, &status) < 0)
        return -errno;
    return only_roots && !trusted_file_is_roots(&status) ? -EPERM : 0;
}

/* Creates the folders above the file. */
static int make_folders(char *path, bool only_roots)
{
    int result = 0;

    for (char *slash = strchr(path + 1, '/'); slash && !result; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        result = make_folder(path, only_roots);
        *slash = '/';
    }
    return result;
}

static int write_all(int fd, const char *text, size_t len)
{
    while (len) {
        ssize_t written = write(fd, text, len);

        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return -errno;
        text += written;
        len -= (size_t)written;
    }
    return fsync(fd) < 0 ? -errno : 0;
}

/*
 * Gives the old file, if any, a second name with a ~, which it keeps when the new one takes its
 * own. 0 or -errno.
 */
static int keep(const char *path, struct buf *kept)
{
    char other[PATH_MAX];

    if ((size_t)snprintf(other, sizeof(other), "%s~", path) >= sizeof(other))
        return -ENAMETOOLONG;
    if (unlink(other) < 0 && errno != ENOENT)
        return -errno;
    /* EPERM: the file system has no links. */
    if (link(path, other) < 0 && (errno != EPERM || rename(path, other) < 0))
        return errno == ENOENT ? 0 : -errno;
    buf_puts(kept, other);
    return 0;
}

/* Renames the complete file to `path`. */
static int replace(const char *path, const char *text, size_t len, struct buf *kept)
{
    char temporary[PATH_MAX];
    int fd, result;

    if ((size_t)snprintf(temporary, sizeof(temporary), "%s.XXXXXX", path) >= sizeof(temporary))
        return -ENAMETOOLONG;
    fd = mkostemp(temporary, O_CLOEXEC); /* mode 0600 */
    if (fd < 0)
        return -errno;
    result = write_all(fd, text, len);
    if (close(fd) < 0 && !result)
        result = -errno;
    if (!result && kept)
        result = keep(path, kept);
    if (!result && rename(temporary, path) < 0)
        result = -errno;
    if (result)
        unlink(temporary);
    return result;
}

/*
 * A link to a file elsewhere stays, as users keep their configurations in a folder of their own.
 * Root follows no link.
 */
int atomic_file_write(const char *path, const char *text, size_t len, struct buf *kept)
{
    const bool only_roots = geteuid() == 0;
    char folders[PATH_MAX], target[PATH_MAX];
    int result;

    if ((size_t)snprintf(folders, sizeof(folders), "%s", path) >= sizeof(folders))
        return -ENAMETOOLONG;
    result = make_folders(folders, only_roots);
    if (result)
        return result;
    return replace(!only_roots && realpath(path, target) ? target : path, text, len, kept);
}
