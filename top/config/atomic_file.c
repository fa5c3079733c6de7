/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/config/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "top/config/trusted_file.h"

/* Creates a folder for its owner only, if it is not there; root takes none of others. */
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

/* Those above the file, from the top. */
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

/* In the place of file `path` as soon as it is whole. */
static int replace(const char *path, const char *text, size_t len)
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
    if (!result && rename(temporary, path) < 0)
        result = -errno;
    if (result)
        unlink(temporary);
    return result;
}

/*
 * Who keeps configurations in a folder of their own links them here: the link stays. Root follows
 * none.
 */
int atomic_file_write(const char *path, const char *text, size_t len)
{
    const bool only_roots = geteuid() == 0;
    char folders[PATH_MAX], target[PATH_MAX];
    int result;

    if ((size_t)snprintf(folders, sizeof(folders), "%s", path) >= sizeof(folders))
        return -ENAMETOOLONG;
    result = make_folders(folders, only_roots);
    if (result)
        return result;
    return replace(!only_roots && realpath(path, target) ? target : path, text, len);
}
