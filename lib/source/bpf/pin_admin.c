/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What an administrator does with pins. A pin is made under another name, for root alone, and
 * gets its own when its rights are what they should be: no reader ever finds half a pin.
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
#include "lib/source/bpf/pin_lock.h"
#include "lib/source/bpf/records.h"
#include "lib/source/bpf/task_iter.h"

/* Behind the walk; for root alone. */
#define GATE "gate-v3"

/* The path of a pin, or of one that is being made. */
struct path {
    char text[sizeof(PIN_DIRECTORY) + 24];
};

static struct path path_of(const char *name, const char *suffix)
{
    struct path path;

    snprintf(path.text, sizeof(path.text), "%s/%s%s", PIN_DIRECTORY, name, suffix);
    return path;
}

static bool is_mounted(void)
{
    struct statfs fs;

    return statfs(PIN_DIRECTORY, &fs) == 0 && fs.f_type == BPF_FS_MAGIC;
}

static int mount_own(struct buf *why)
{
    int result;

    if (is_mounted())
        return 0;
    result = pin_make_directory(PIN_DIRECTORY, why);
    if (result < 0)
        return result;
    if (mount("dotproc", PIN_DIRECTORY, "bpf", MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=0755") < 0)
        return pin_fail(why, "mount a bpffs on", PIN_DIRECTORY, errno);
    return 0;
}

/* Who may use a pin. */
struct rights {
    mode_t mode;
    gid_t group;
};

/* Makes a pin of `fd` in place of any old one. */
static int pin_as(const char *name, int fd, const struct rights *rights, struct buf *why)
{
    struct path path = path_of(name, "");
    struct path new_path = path_of(name, "-new");
    int result;

    unlink(new_path.text);
    result = load_pin(fd, new_path.text);
    if (result < 0)
        return pin_fail(why, "pin to", new_path.text, -result);
    if (chown(new_path.text, 0, rights->group) < 0 || chmod(new_path.text, rights->mode) < 0 ||
        rename(new_path.text, path.text) < 0) {
        result = pin_fail(why, "make", path.text, errno);
        unlink(new_path.text);
    }
    return result;
}

static int pin_iter(enum pin pin, const struct rights *rights, struct buf *why)
{
    int link;
    int result = load_program(pin == PIN_STATUS ? PROGRAM_ITER_STATUS : PROGRAM_ITER, &link);

    if (result < 0) {
        buf_printf(why, "the kernel does not take the programs: %s", strerror(-result));
        return result;
    }
    result = pin_as(pin_name(pin), link, rights, why);
    close(link);
    return result;
}

/*
 * Ends the walk that is pinned, if there is one. A program that is pinned can be pinned elsewhere,
 * and a descriptor kept, by whoever may run it; that must not outlast what the administrator wants.
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
    return result < 0 ? pin_fail(why, "close", path.text, -result) : 0;
}

static int pin_walk(const struct rights *rights, struct buf *why)
{
    const struct rights for_root = {0400, 0};
    int program, gate;
    int result = end_walk(why);

    if (result < 0)
        return result;
    /* Older kernels do not take it. There, users have the iterators. */
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

static int load_all(const struct rights *rights, struct buf *why)
{
    int result = mount_own(why);

    if (result == 0)
        result = pin_iter(PIN_TASKS, rights, why);
    if (result == 0)
        result = pin_iter(PIN_STATUS, rights, why);
    return result < 0 ? result : pin_walk(rights, why);
}

int pin_load(mode_t mode, gid_t group, struct buf *why)
{
    const struct rights rights = {mode, group};
    int lock, result;

    if (!host_suits_bpf(why) || !host_may_load(why))
        return -EPERM;
    lock = pin_lock(true, why);
    if (lock < 0)
        return lock;
    result = load_all(&rights, why);
    pin_unlock(lock, !is_mounted());
    return result;
}

static int unload_all(struct buf *why)
{
    const char *const names[] = {pin_name(PIN_TASKS), pin_name(PIN_STATUS), pin_name(PIN_WALK),
                                 GATE};
    int result = end_walk(why);

    if (result < 0)
        return result;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct path path = path_of(names[i], "");

        if (unlink(path.text) < 0 && errno != ENOENT)
            return pin_fail(why, "remove", path.text, errno);
    }
    /* Lazily: a reader may be at it. */
    if (umount2(PIN_DIRECTORY, MNT_DETACH | UMOUNT_NOFOLLOW) < 0)
        return pin_fail(why, "unmount", PIN_DIRECTORY, errno);
    rmdir(PIN_DIRECTORY);
    return 0;
}

int pin_unload(struct buf *why)
{
    int lock = pin_lock(false, why);
    int result = 0;

    if (lock < 0)
        return lock == -ENOENT ? 0 : lock;
    if (is_mounted())
        result = unload_all(why);
    pin_unlock(lock, result == 0);
    return result;
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
    struct records records;
    int fd = pin_open(pin, why);
    ssize_t result;

    if (fd < 0) {
        if (fd == -ENOENT)
            buf_printf(why, "%s is not there", path.text);
        return fd;
    }
    records_init(&records);
    result = stat(path.text, file) < 0 ? -errno : 0;
    if (result == 0)
        result = pin == PIN_WALK ? read_walk(fd, &records) : read_iter(fd, &records);
    if (result == -EXDEV)
        buf_printf(why, "%s serves the first pid namespace alone", path.text);
    else if (result < 0)
        buf_printf(why, "cannot read %s: %s", path.text, strerror((int)-result));
    else
        result = (ssize_t)records.task_count;
    records_fini(&records);
    close(fd);
    return result;
}
