/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What an administrator does with pins. A pin is created under another name, for root only, and
 * renamed when its rights are set: no reader ever finds half a pin.
 */
#include "lib/source/bpf/pin_admin.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "lib/source/bpf/host.h"
#include "lib/source/bpf/id_walk.h"
#include "lib/source/bpf/load.h"
#include "lib/source/bpf/records.h"
#include "lib/source/bpf/task_iter.h"

/* The walk's gate, for root only. */
#define GATE "gate-v3"

/* The path of a pin, or of one being created. */
struct path {
    char text[sizeof(PIN_DIRECTORY) + 24];
};

static struct path path_of(const char *name, const char *suffix)
{
    struct path path;

    snprintf(path.text, sizeof(path.text), "%s/%s%s", PIN_DIRECTORY, name, suffix);
    return path;
}

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

/* Who may use a pin. */
struct rights {
    mode_t mode;
    gid_t group;
};

/* Pins `fd`, replacing any old pin. */
static int pin_as(const char *name, int fd, const struct rights *rights, struct buf *why)
{
    struct path path = path_of(name, "");
    struct path new_path = path_of(name, "-new");
    int result;

    unlink(new_path.text);
    result = load_pin(fd, new_path.text);
    if (result < 0)
        return fail(why, "pin to", new_path.text, -result);
    if (chown(new_path.text, 0, rights->group) < 0 || chmod(new_path.text, rights->mode) < 0 ||
        rename(new_path.text, path.text) < 0) {
        result = fail(why, "make", path.text, errno);
        unlink(new_path.text);
    }
    return result;
}

static int pin_iter(enum pin pin, const struct rights *rights, struct buf *why)
{
    int link;
    int result = load_program(pin == PIN_STATUS ? PROGRAM_ITER_STATUS : PROGRAM_ITER, &link);

    if (result < 0) {
        buf_printf(why, "the kernel rejects the programs: %s", strerror(-result));
        return result;
    }
    result = pin_as(pin_name(pin), link, rights, why);
    close(link);
    return result;
}

/*
 * Revokes the pinned walk, if there is one. Whoever may run it can pin the program elsewhere or
 * keep a descriptor; that must not outlast the administrator's decision.
 */
static int end_walk(struct buf *why)
{
    struct path path = path_of(GATE, "");
    int gate = load_open_pin(path.text, true);
    int result;

    if (gate == -ENOENT)
        return 0;
    result = gate < 0 ? gate : load_close_gate(gate);
    if (gate >= 0)
        close(gate);
    return result < 0 ? fail(why, "close", path.text, -result) : 0;
}

static int pin_walk(const struct rights *rights, struct buf *why)
{
    const struct rights for_root = {0400, 0};
    int program, gate;
    int result = end_walk(why);

    if (result < 0)
        return result;
    /* Older kernels do not support it; there users have the iterators. */
    if (load_shared_id_walk(&program, &gate) < 0) {
        unlink(path_of(pin_name(PIN_WALK), "").text);
        unlink(path_of(GATE, "").text);
        return 0;
    }
    result = pin_as(GATE, gate, &for_root, why);
    if (result == 0)
        result = pin_as(pin_name(PIN_WALK), program, rights, why);
    close(gate);
    close(program);
    return result;
}

int pin_load(mode_t mode, gid_t group, struct buf *why)
{
    const struct rights rights = {mode, group};
    int result;

    if (!host_suits_bpf(why) || !host_may_load(why))
        return -EPERM;
    result = mount_own(why);
    if (result == 0)
        result = pin_iter(PIN_TASKS, &rights, why);
    if (result == 0)
        result = pin_iter(PIN_STATUS, &rights, why);
    return result < 0 ? result : pin_walk(&rights, why);
}

int pin_unload(struct buf *why)
{
    const char *const names[] = {pin_name(PIN_TASKS), pin_name(PIN_STATUS), pin_name(PIN_WALK),
                                 GATE};
    int result;

    if (!is_mounted())
        return 0;
    result = end_walk(why);
    if (result < 0)
        return result;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct path path = path_of(names[i], "");

        if (unlink(path.text) < 0 && errno != ENOENT)
            return fail(why, "remove", path.text, errno);
    }
    /* Lazily, since a reader may still use it. */
    if (umount2(PIN_DIRECTORY, MNT_DETACH | UMOUNT_NOFOLLOW) < 0)
        return fail(why, "unmount", PIN_DIRECTORY, errno);
    rmdir(PIN_DIRECTORY);
    rmdir(PIN_PARENT);
    return 0;
}

static int read_iter(int fd, struct records *records)
{
    struct task_iter iter = {0};
    int result = task_iter_read(&iter, fd, records);

    task_iter_fini(&iter);
    return result;
}

static int read_walk(int program, struct records *records)
{
    struct pass pass = {.threads = true};
    struct id_walk walk = {0};
    int result = -ENODATA;

    if (host_read_size(&pass.host))
        result = id_walk_read(&walk, program, &pass, records);
    id_walk_fini(&walk);
    return result;
}

ssize_t pin_check(enum pin pin, struct stat *file, struct buf *why)
{
    struct path path = path_of(pin_name(pin), "");
    struct records records = {0};
    int fd = pin_open(pin, why);
    ssize_t result;

    if (fd < 0) {
        if (fd == -ENOENT)
            buf_printf(why, "%s does not exist", path.text);
        return fd;
    }
    result = stat(path.text, file) < 0 ? -errno : 0;
    if (result == 0)
        result = pin == PIN_WALK ? read_walk(fd, &records) : read_iter(fd, &records);
    if (result == -EXDEV)
        buf_printf(why, "%s works only in the first pid namespace", path.text);
    else if (result < 0)
        buf_printf(why, "cannot read %s: %s", path.text, strerror((int)-result));
    else
        result = (ssize_t)records.task_count;
    records_fini(&records);
    close(fd);
    return result;
}
