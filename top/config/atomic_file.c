/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/config/config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "top/config/internal.h"

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
    return only_roots && !file_is_roots(&status) ? -EPERM : 0;
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
static int keep_old(const char *path, struct buf *kept)
{
    char other[PATH_MAX];

    if ((size_t)snprintf(other, sizeof(other), "%s~", path) >= sizeof(other))
        return -ENAMETOOLONG;
    if (unlink(other) < 0 && errno != ENOENT)
        return -errno;
    /* A file system without links has one of several errors. EEXIST: somebody else's new file. */
    if (link(path, other) < 0 && (errno == ENOENT || errno == EEXIST || rename(path, other) < 0))
        return errno == ENOENT ? 0 : -errno;
    buf_puts(kept, other);
    return 0;
}

/* Writes a file beside `path`, which takes its name when it is complete. */
static int replace_file(const char *path, const char *text, size_t len, struct buf *kept)
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
        result = keep_old(path, kept);
    if (!result && rename(temporary, path) < 0)
        result = -errno;
    if (result)
        unlink(temporary);
    return result;
}

/*
 * The path of the file to replace: a link to a file elsewhere stays, as users keep their
 * configurations in a folder of their own. That file may be missing, but not its folder. NULL, and
 * errno is set, if it cannot be found.
 */
static const char *follow_link(const char *path, char target[PATH_MAX])
{
    const int folder_len = (int)(strrchr(path, '/') + 1 - path);
    char link[PATH_MAX], whole[2 * PATH_MAX];
    const ssize_t len = readlink(path, link, sizeof(link) - 1);
    size_t folder_end;
    char *name;

    if (len < 0)
        return path;
    if (realpath(path, target))
        return target;
    link[len] = '\0';
    snprintf(whole, sizeof(whole), "%.*s%s", *link == '/' ? 0 : folder_len, path, link);
    name = strrchr(whole, '/');
    *name = '\0';
    if (!realpath(name == whole ? "/" : whole, target))
        return NULL;
    folder_end = strlen(target);
    if ((size_t)snprintf(target + folder_end, PATH_MAX - folder_end, "/%s", name + 1) >=
        PATH_MAX - folder_end) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    return target;
}

/* Root follows no link. */
int atomic_file_write(const char *path, const char *text, size_t len, struct buf *kept)
{
    const bool only_roots = geteuid() == 0;
    char folders[PATH_MAX], target[PATH_MAX];
    const char *file;
    int result;

    if ((size_t)snprintf(folders, sizeof(folders), "%s", path) >= sizeof(folders))
        return -ENAMETOOLONG;
    result = make_folders(folders, only_roots);
    if (result)
        return result;
    file = only_roots ? path : follow_link(path, target);
    return file ? replace_file(file, text, len, kept) : -errno;
}
