/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/admin/pin_admin.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/base/kernel.h"
#include "lib/source/bpf/admin/pin_files.h"
#include "lib/source/bpf/load.h"
#include "lib/source/bpf/records.h"
#include "lib/source/bpf/support.h"
#include "lib/source/bpf/walks.h"
#include "lib/source/procfs.h"

/* The programs to be pinned; -1: none. */
struct loaded {
    int fds[PINS], gates[PINS];
};

static void close_loaded(const struct loaded *loaded)
{
    for (enum pin pin = 0; pin < PINS; pin++) {
        if (loaded->fds[pin] < 0)
            continue;
        close(loaded->fds[pin]);
        close(loaded->gates[pin]);
    }
}

static int load_one(enum pin pin, struct loaded *loaded)
{
    static const enum program programs[PINS] = {
        [PIN_TASKS] = PROGRAM_ITER,
        [PIN_STATUS] = PROGRAM_ITER_STATUS,
        [PIN_WALK] = PROGRAM_WALK_FULL,
    };
    int result = load_program_with_gate(programs[pin], &loaded->fds[pin], &loaded->gates[pin]);

    if (result < 0)
        loaded->fds[pin] = -1;
    return result;
}

/* Whether the pin must be made. Kernels too old for the walk get only the iterators. */
static bool is_promised(enum pin pin)
{
    return pin != PIN_WALK || support_has_id_walk();
}

static int load_programs(struct loaded *loaded, struct buf *why)
{
    int result = 0;

    for (enum pin pin = 0; pin < PINS; pin++)
        loaded->fds[pin] = -1;
    for (enum pin pin = 0; pin < PINS && result == 0; pin++) {
        if (is_promised(pin))
            result = load_one(pin, loaded);
        if (result < 0)
            buf_printf(why, "the kernel rejects the program of %s: %s", pin_name(pin),
                       strerror(-result));
    }
    return result;
}

static int discard(enum pin_files which, struct buf *why)
{
    int result = pin_files_revoke(which, why);

    return result < 0 ? result : pin_files_remove(which, why);
}

static int make_all(const struct loaded *loaded, const struct pin_rights *rights, struct buf *why)
{
    /* left by an interrupted run */
    int result = discard(PIN_FILES_NEW, why);

    for (enum pin pin = 0; pin < PINS && result == 0; pin++) {
        if (loaded->fds[pin] >= 0)
            result = pin_files_make(pin, loaded->fds[pin], loaded->gates[pin], rights, why);
    }
    return result;
}

/*
 * A user who may open a pin can pin it elsewhere or keep a descriptor, but must not be able to use
 * it after the administrator removes it. So old pins are revoked before they are replaced.
 */
static int replace_all(const struct loaded *loaded, struct buf *why)
{
    int result = discard(PIN_FILES_PLACED, why);

    for (enum pin pin = 0; pin < PINS && result == 0; pin++) {
        if (loaded->fds[pin] >= 0)
            result = pin_files_place(pin, why);
    }
    return result;
}

/*
 * Drops all capabilities but CAP_CHOWN, to give pins to a group, and CAP_BPF, which kernels before
 * 5.19 require for changing a map. 0 or -errno.
 */
static int give_up_privileges(void)
{
    const uint64_t kept = UINT64_C(1) << CAP_CHOWN | UINT64_C(1) << CAPABILITY_BPF;
    struct capabilities own;
    int result = capabilities_read(&own);

    if (result < 0)
        return result;
    for (int i = 0; i < 2; i++) {
        const uint32_t half = (uint32_t)(kept >> 32 * i);

        own.data[i].effective &= half;
        own.data[i].permitted &= half;
        own.data[i].inheritable = 0;
    }
    return syscall(SYS_capset, &own.header, own.data) < 0 ? -errno : 0;
}

static int load_all(const struct pin_rights *rights, struct buf *why)
{
    struct loaded loaded;
    struct buf ignored = {0};
    int result = load_programs(&loaded, why);

    if (result == 0)
        result = pin_files_mount(why);
    if (result == 0) {
        result = give_up_privileges();
        if (result < 0)
            buf_printf(why, "cannot give up capabilities: %s", strerror(-result));
    }
    if (result == 0) {
        result = make_all(&loaded, rights, why);
        if (result == 0)
            result = replace_all(&loaded, why);
        if (result < 0) {
            discard(PIN_FILES_NEW, &ignored);
            buf_fini(&ignored);
        }
    }
    close_loaded(&loaded);
    return result;
}

/*
 * Whether every user may call bpf(2), and so may do with a pinned program whatever needs no
 * capability.
 */
static bool users_may_use_bpf(void)
{
    char text[16];

    return kernel_file_read("/proc/sys/kernel/unprivileged_bpf_disabled", text, sizeof(text)) &&
           *text == '0';
}

int pin_load(const struct pin_rights *rights, bool force, struct buf *why)
{
    const struct pin_rights for_all = {.mode = PIN_MODE_WORLD};
    int lock, result;

    if (!force && users_may_use_bpf() &&
        pin_rights_are_shared(rights ? rights->mode : PIN_MODE_WORLD)) {
        buf_puts(why, "kernel.unprivileged_bpf_disabled is 0 here: users could bind maps, whose "
                      "memory stays in use, to a program that they may read.\n"
                      "Forbid it (sysctl kernel.unprivileged_bpf_disabled=2), or load with "
                      "--force.");
        return -EPERM;
    }
    if (!rights && hidepid_hides("/proc")) {
        buf_puts(why, "/proc hides the processes of other users here (hidepid); those who may "
                      "read the pins will see them.\n"
                      "Choose them: --mode 0444 for everybody, --group GROUP for some.");
        return -EPERM;
    }
    if (support_lacks_rights()) {
        buf_puts(why, "it needs root, or CAP_BPF and CAP_PERFMON");
        return -EPERM;
    }
    if (!support_has_same_figures(why) || !support_may_load(why))
        return -EPERM;
    lock = pin_files_lock(true, why);
    if (lock < 0)
        return lock;
    result = load_all(rights ? rights : &for_all, why);
    pin_files_unlock(lock, !pin_files_are_mounted());
    return result;
}

static int unload_all(struct buf *why)
{
    int result = discard(PIN_FILES_PLACED, why);

    if (result == 0)
        result = discard(PIN_FILES_NEW, why);
    return result < 0 ? result : pin_files_unmount(why);
}

int pin_unload(struct buf *why)
{
    int lock = pin_files_lock(false, why);
    int result = 0;

    if (lock < 0)
        return lock == -ENOENT ? 0 : lock;
    if (pin_files_are_mounted())
        result = unload_all(why);
    pin_files_unlock(lock, result == 0);
    return result;
}

static int read_iter(int fd, struct records *records)
{
    struct stream stream = {0};
    int result = task_iter_read(&stream, fd, NULL, records);

    stream_fini(&stream);
    return result;
}

static int read_walk(int program, struct records *records)
{
    struct pass pass = {.threads = true};
    struct id_walk walk = {0};
    int result = -ENODATA;

    if (host_size_read(&pass.host))
        result = id_walk_read(&walk, program, &pass, records);
    id_walk_fini(&walk);
    return result;
}

static ssize_t count_tasks(enum pin pin, int fd)
{
    struct records records = {0};
    const int result = pin == PIN_WALK ? read_walk(fd, &records) : read_iter(fd, &records);
    const ssize_t count = result < 0 ? result : (ssize_t)records.task_count;

    records_fini(&records);
    return count;
}

ssize_t pin_check(enum pin pin, struct stat *file, struct buf *why)
{
    char path[sizeof(PIN_DIRECTORY) + 16];
    int fd = pin_open(pin, why);
    ssize_t result;

    snprintf(path, sizeof(path), "%s/%s", PIN_DIRECTORY, pin_name(pin));
    if (fd < 0) {
        if (fd == -ENOENT)
            buf_printf(why, "%s does not exist", path);
        return fd;
    }
    result = stat(path, file) < 0 ? -errno : 0;
    if (result == 0)
        result = count_tasks(pin, fd);
    if (result == -EXDEV)
        buf_printf(why, "%s works only in the first pid namespace", path);
    else if (result < 0)
        buf_printf(why, "cannot read %s: %s", path, strerror((int)-result));
    close(fd);
    return result;
}
