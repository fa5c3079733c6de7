/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/admin/pin_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/source/bpf/pin.h"

#define LOCK PIN_PARENT "/lock"

int pin_fail(struct buf *why, const char *what, const char *path, int error)
{
    buf_printf(why, "cannot %s %s: %s", what, path, strerror(error));
    return -error;
}

int pin_make_directory(const char *path, struct buf *why)
{
    const mode_t mask = umask(022); /* users need to pass through it, whatever root's umask is */
    const int error = mkdir(path, 0755) < 0 ? errno : 0;
    struct stat file;

    umask(mask);
    if (error && error != EEXIST)
        return pin_fail(why, "make", path, error);
    if (lstat(path, &file) < 0)
        return errno == ENOENT ? -ENOENT : pin_fail(why, "look at", path, errno);
    if (S_ISDIR(file.st_mode) && file.st_uid == 0 && !(file.st_mode & (S_IWGRP | S_IWOTH)))
        return 0;
    buf_printf(why, "%s is not a directory that only root can write to", path);
    return -EPERM;
}

/* Whether the file that is locked is still the one that others will find. */
static bool is_in_place(int lock)
{
    struct stat own, found;

    return fstat(lock, &own) == 0 && lstat(LOCK, &found) == 0 && own.st_dev == found.st_dev &&
           own.st_ino == found.st_ino;
}

/* One attempt: as pin_lock(), or -EAGAIN where whoever had the lock has removed it. */
static int try_lock(struct buf *why)
{
    int lock = open(LOCK, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    int result;

    if (lock < 0)
        return errno == ENOENT ? -ENOENT : pin_fail(why, "open", LOCK, errno);
    do
        result = flock(lock, LOCK_EX) < 0 ? -errno : 0;
    while (result == -EINTR);
    if (result < 0)
        pin_fail(why, "lock", LOCK, -result);
    else if (!is_in_place(lock))
        result = -EAGAIN;
    if (result == 0)
        return lock;
    close(lock);
    return result;
}

int pin_lock(bool make, struct buf *why)
{
    int result;

    do {
        result = make ? pin_make_directory(PIN_PARENT, why) : 0;
        if (result == 0)
            result = try_lock(why);
        /* The directory may have been removed meanwhile; without `make`, it is not made again. */
    } while (result == -EAGAIN || (result == -ENOENT && make));
    return result;
}

void pin_unlock(int lock, bool remove)
{
    /* Removed while it is still locked: whoever waits for it then sees that it is gone. */
    if (remove) {
        unlink(LOCK);
        rmdir(PIN_PARENT);
    }
    close(lock);
}
