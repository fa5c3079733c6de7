/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/admin/pin_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "lib/source/bpf/object.h"

#define LOCK PIN_PARENT "/lock"

/* Each one that fails was in vain since another process has removed the file or its directory. */
#define LOCK_ATTEMPTS 1000

/* The prefix of gates' names, in all versions, and the suffix of new files. */
#define GATE "gate-"
#define NEW  "-new"

/* Appends to `why` that "what" failed for `path`; returns -error. */
static int fail(struct buf *why, const char *what, const char *path, int error)
{
    buf_printf(why, "cannot %s %s: %s", what, path, strerror(error));
    return -error;
}

/*
 * Creates the directory, owned by root, if it does not exist. 0; -EAGAIN if somebody has removed it
 * since; or -errno with a line in `why`.
 */
static int make_directory(const char *path, struct buf *why)
{
    const mode_t mask = umask(022); /* users must be able to traverse it, whatever root's umask */
    const int error = mkdir(path, 0755) < 0 ? errno : 0;
    struct stat file;

    umask(mask);
    if (error && error != EEXIST)
        return fail(why, "make", path, error);
    if (lstat(path, &file) < 0)
        return errno == ENOENT ? -EAGAIN : fail(why, "look at", path, errno);
    if (S_ISDIR(file.st_mode) && file.st_uid == 0 && !(file.st_mode & (S_IWGRP | S_IWOTH)))
        return 0;
    buf_printf(why, "%s is not a directory that only root can write to", path);
    return -EPERM;
}

/* Whether the locked file is still the one at this path. */
static bool is_in_place(int lock)
{
    struct stat own, found;

    return fstat(lock, &own) == 0 && lstat(LOCK, &found) == 0 && own.st_dev == found.st_dev &&
           own.st_ino == found.st_ino;
}

/*
 * One attempt: as pin_files_lock(), or -EAGAIN if the last holder has removed the file or its
 * directory.
 */
static int try_lock(struct buf *why)
{
    int lock = open(LOCK, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    int result;

    if (lock < 0)
        return errno == ENOENT ? -EAGAIN : fail(why, "open", LOCK, errno);
    do
        result = flock(lock, LOCK_EX) < 0 ? -errno : 0;
    while (result == -EINTR);
    if (result < 0)
        fail(why, "lock", LOCK, -result);
    else if (!is_in_place(lock))
        result = -EAGAIN;
    if (result == 0)
        return lock;
    close(lock);
    return result;
}

int pin_files_lock(bool make, struct buf *why)
{
    int result = -EAGAIN;

    for (int i = 0; i < LOCK_ATTEMPTS && result == -EAGAIN; i++) {
        if (make)
            result = make_directory(PIN_PARENT, why);
        else
            result = access(PIN_PARENT, F_OK) < 0 ? -ENOENT : 0;
        if (result == 0)
            result = try_lock(why);
    }
    return result == -EAGAIN ? fail(why, "lock", LOCK, EAGAIN) : result;
}

void pin_files_unlock(int lock, bool remove)
{
    /* Removed while still locked, so that waiters then find that it no longer exists. */
    if (remove) {
        unlink(LOCK);
        rmdir(PIN_PARENT);
    }
    close(lock);
}

static const struct pin_rights for_root = {0600, 0};

struct path {
    char text[sizeof(PIN_DIRECTORY) + 256];
};

static struct path path_of(const char *before, const char *name, const char *suffix)
{
    struct path path;

    snprintf(path.text, sizeof(path.text), "%s/%s%s%s", PIN_DIRECTORY, before, name, suffix);
    return path;
}

bool pin_files_are_mounted(void)
{
    struct statfs fs;

    return statfs(PIN_DIRECTORY, &fs) == 0 && fs.f_type == BPF_FS_MAGIC;
}

int pin_files_mount(struct buf *why)
{
    int result;

    if (pin_files_are_mounted())
        return 0;
    result = make_directory(PIN_DIRECTORY, why);
    if (result < 0)
        return result;
    if (mount("dotproc", PIN_DIRECTORY, "bpf", MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=0755") < 0)
        return fail(why, "mount a bpffs on", PIN_DIRECTORY, errno);
    return 0;
}

int pin_files_unmount(struct buf *why)
{
    /* lazily: a reader may be using it */
    if (umount2(PIN_DIRECTORY, MNT_DETACH | UMOUNT_NOFOLLOW) < 0) {
        /* It is empty, and whoever mounted it, such as systemd, will unmount it. */
        return errno == EPERM ? 0 : fail(why, "unmount", PIN_DIRECTORY, errno);
    }
    rmdir(PIN_DIRECTORY);
    return 0;
}

static int make(const struct path *path, int fd, const struct pin_rights *rights, struct buf *why)
{
    int result = object_pin(fd, path->text);

    if (result < 0)
        return fail(why, "pin to", path->text, -result);
    if (chown(path->text, 0, rights->group) < 0 || chmod(path->text, rights->mode) < 0)
        return fail(why, "give rights to", path->text, errno);
    return 0;
}

int pin_files_make(enum pin pin, int fd, int gate, const struct pin_rights *rights, struct buf *why)
{
    const struct path gate_path = path_of(GATE, pin_name(pin), NEW);
    const struct path pin_path = path_of("", pin_name(pin), NEW);
    int result = make(&gate_path, gate, &for_root, why);

    return result < 0 ? result : make(&pin_path, fd, rights, why);
}

static int place(const char *before, const char *name, struct buf *why)
{
    const struct path from = path_of(before, name, NEW);
    const struct path to = path_of(before, name, "");

    return rename(from.text, to.text) < 0 ? fail(why, "make", to.text, errno) : 0;
}

int pin_files_place(enum pin pin, struct buf *why)
{
    int result = place(GATE, pin_name(pin), why);

    return result < 0 ? result : place("", pin_name(pin), why);
}

static bool belongs_to(const char *name, enum pin_files which)
{
    const size_t len = strlen(name);
    const bool is_new = len > strlen(NEW) && strcmp(name + len - strlen(NEW), NEW) == 0;

    /* Only the kernel's own files on a bpffs have a dot in their names, such as progs.debug. */
    return !strchr(name, '.') && is_new == (which == PIN_FILES_NEW);
}

/* Calls `act` for each of the files; 0 or the first -errno. */
static int for_each(enum pin_files which, int (*act)(const char *name, struct buf *why),
                    struct buf *why)
{
    DIR *dir = opendir(PIN_DIRECTORY);
    const struct dirent *entry;
    int result = 0;

    if (!dir)
        return fail(why, "list", PIN_DIRECTORY, errno);
    while (result == 0 && (errno = 0, entry = readdir(dir)) != NULL) {
        if (belongs_to(entry->d_name, which))
            result = act(entry->d_name, why);
    }
    if (result == 0 && errno)
        result = fail(why, "list", PIN_DIRECTORY, errno);
    closedir(dir);
    return result;
}

static int revoke_by_gate(const char *name, struct buf *why)
{
    const struct path path = path_of("", name, "");
    int gate, result;

    if (strncmp(name, GATE, strlen(GATE)) != 0)
        return 0;
    /* Gates of older versions cannot be written to without CAP_DAC_OVERRIDE. */
    if (chmod(path.text, 0600) < 0)
        return fail(why, "give rights to", path.text, errno);
    gate = object_open_pin(path.text, true);
    result = gate < 0 ? gate : object_revoke(gate);
    if (gate >= 0)
        close(gate);
    return result < 0 ? fail(why, "close", path.text, -result) : 0;
}

static int remove_file(const char *name, struct buf *why)
{
    const struct path path = path_of("", name, "");

    return unlink(path.text) < 0 ? fail(why, "remove", path.text, errno) : 0;
}

int pin_files_revoke(enum pin_files which, struct buf *why)
{
    return for_each(which, revoke_by_gate, why);
}

int pin_files_remove(enum pin_files which, struct buf *why)
{
    return for_each(which, remove_file, why);
}
