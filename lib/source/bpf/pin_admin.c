/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What an administrator does with pins. A pin is made under another name, for root alone, and
 * gets its own when its rights are what they should be: no reader ever finds half a pin.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "lib/source/bpf/harvest.h"
#include "lib/source/bpf/host.h"
#include "lib/source/bpf/load.h"
#include "lib/source/bpf/pin.h"
#include "lib/source/bpf/stream.h"

#define PATH_OF(name) PIN_DIRECTORY "/" name
#define NEW_SUFFIX    "-new"

static const struct pin {
    const char *path;
    const char *new_path;
} pins[2] = {
    {PATH_OF(PIN_TASKS), PATH_OF(PIN_TASKS) NEW_SUFFIX},
    {PATH_OF(PIN_STATUS), PATH_OF(PIN_STATUS) NEW_SUFFIX},
};

/* -errno, after a line about it. */
static int fail(struct buf *why, const char *what, const char *path, int error)
{
    buf_printf(why, "cannot %s %s: %s", what, path, strerror(error));
    return -error;
}

static bool is_mounted(void)
{
    struct statfs fs;

    return statfs(PIN_DIRECTORY, &fs) == 0 && fs.f_type == BPF_FS_MAGIC;
}

static int make_directory(const char *path, struct buf *why)
{
    struct stat file;

    if (mkdir(path, 0755) < 0 && errno != EEXIST)
        return fail(why, "make", path, errno);
    if (lstat(path, &file) < 0)
        return fail(why, "look at", path, errno);
    if (S_ISDIR(file.st_mode) && file.st_uid == 0 && !(file.st_mode & (S_IWGRP | S_IWOTH)))
        return 0;
    buf_printf(why, "%s is not a directory that only root can write to", path);
    return -EPERM;
}

static int mount_own(struct buf *why)
{
    int result;

    if (is_mounted())
        return 0;
    result = make_directory(PIN_PARENT, why);
    if (result == 0)
        result = make_directory(PIN_DIRECTORY, why);
    if (result < 0)
        return result;
    if (mount("dotproc", PIN_DIRECTORY, "bpf", MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=0755") < 0)
        return fail(why, "mount a bpffs on", PIN_DIRECTORY, errno);
    return 0;
}

static int pin_one(bool status, mode_t mode, gid_t group, struct buf *why)
{
    const struct pin *pin = &pins[status];
    int link;
    int result = load_stream(status, &link);

    if (result < 0) {
        buf_printf(why, "the kernel does not take the programs: %s", strerror(-result));
        return result;
    }
    unlink(pin->new_path);
    result = load_pin(link, pin->new_path);
    close(link);
    if (result < 0)
        return fail(why, "pin to", pin->new_path, -result);
    if (chown(pin->new_path, 0, group) < 0 || chmod(pin->new_path, mode) < 0 ||
        rename(pin->new_path, pin->path) < 0) {
        result = fail(why, "make", pin->path, errno);
        unlink(pin->new_path);
    }
    return result;
}

int pin_load(mode_t mode, gid_t group, struct buf *why)
{
    int result;

    if (!host_suits_bpf(why) || !host_may_load(why))
        return -EPERM;
    result = mount_own(why);
    for (int status = 0; result == 0 && status < 2; status++)
        result = pin_one(status, mode, group, why);
    return result;
}

int pin_unload(struct buf *why)
{
    if (!is_mounted())
        return 0;
    for (int status = 0; status < 2; status++) {
        if (unlink(pins[status].path) < 0 && errno != ENOENT)
            return fail(why, "remove", pins[status].path, errno);
    }
    /* Lazily: a reader may be at it. */
    if (umount2(PIN_DIRECTORY, MNT_DETACH | UMOUNT_NOFOLLOW) < 0)
        return fail(why, "unmount", PIN_DIRECTORY, errno);
    rmdir(PIN_DIRECTORY);
    rmdir(PIN_PARENT);
    return 0;
}

ssize_t pin_check(bool status, struct stat *file, struct buf *why)
{
    struct stream stream = {0};
    struct harvest harvest;
    int fd = pin_open(status, why);
    ssize_t result;

    if (fd < 0) {
        if (fd == -ENOENT)
            buf_printf(why, "%s is not there", pins[status].path);
        return fd;
    }
    harvest_init(&harvest);
    result = fstat(fd, file) < 0 ? -errno : stream_read(&stream, fd, &harvest);
    if (result < 0)
        buf_printf(why, "cannot read %s: %s", pins[status].path, strerror((int)-result));
    else
        result = (ssize_t)harvest.task_count;
    harvest_fini(&harvest);
    stream_fini(&stream);
    close(fd);
    return result;
}
