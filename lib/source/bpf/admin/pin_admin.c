/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/admin/pin_admin.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/bpf/admin/load_shared.h"
#include "lib/source/bpf/admin/pin_files.h"
#include "lib/source/bpf/admin/pin_lock.h"
#include "lib/source/bpf/admin/privileges.h"
#include "lib/source/bpf/support.h"
#include "lib/source/hidepid.h"

/* What is to be pinned; -1: nothing. */
struct loaded {
    int fds[PINS], gates[PINS];
    int hooks[ENDED_HOOKS]; /* if there is PIN_ENDED */
};

static void close_loaded(const struct loaded *loaded)
{
    for (enum pin pin = 0; pin < PINS; pin++) {
        if (loaded->fds[pin] < 0)
            continue;
        close(loaded->fds[pin]);
        close(loaded->gates[pin]);
    }
    for (int hook = 0; hook < ENDED_HOOKS && loaded->fds[PIN_ENDED] >= 0; hook++)
        close(loaded->hooks[hook]);
}

static int load_one(enum pin pin, struct loaded *loaded)
{
    int *fd = &loaded->fds[pin];
    int *gate = &loaded->gates[pin];
    int result;

    if (pin == PIN_ENDED)
        result = load_shared_ended(fd, gate, loaded->hooks);
    else if (pin == PIN_WALK)
        result = load_shared_id_walk(fd, gate);
    else
        result = load_shared_task_iter(pin == PIN_STATUS, fd, gate);
    if (result < 0)
        *fd = -1;
    /* Older kernels do not take the walk. There, users have the iterators. */
    return pin == PIN_WALK ? 0 : result;
}

static int load_programs(bool ended, struct loaded *loaded, struct buf *why)
{
    int result = 0;

    for (enum pin pin = 0; pin < PINS; pin++)
        loaded->fds[pin] = -1;
    for (enum pin pin = 0; pin < PINS && result == 0; pin++)
        if (pin != PIN_ENDED || ended)
            result = load_one(pin, loaded);
    if (result < 0)
        buf_printf(why, "the kernel rejects the programs: %s", strerror(-result));
    return result;
}

static int discard(enum pin_files which, struct buf *why)
{
    int result = pin_files_revoke(which, why);

    return result < 0 ? result : pin_files_remove(which, why);
}

static int make_all(const struct loaded *loaded, const struct pin_rights *rights, struct buf *why)
{
    /* Somebody may have been interrupted. */
    int result = discard(PIN_FILES_NEW, why);

    for (enum pin pin = 0; pin < PINS && result == 0; pin++) {
        if (loaded->fds[pin] >= 0)
            result = pin_files_make(pin, loaded->fds[pin], loaded->gates[pin], rights, why);
    }
    for (int hook = 0; hook < ENDED_HOOKS && loaded->fds[PIN_ENDED] >= 0 && result == 0; hook++)
        result = pin_files_make_hook(hook, loaded->hooks[hook], why);
    return result;
}

/*
 * Whoever may open a pin can pin it elsewhere or keep a descriptor of it, but must not be able to
 * use it longer than the administrator wants. So the old ones are revoked before they are replaced.
 */
static int replace_all(const struct loaded *loaded, struct buf *why)
{
    int result = discard(PIN_FILES_PLACED, why);

    for (enum pin pin = 0; pin < PINS && result == 0; pin++) {
        if (loaded->fds[pin] >= 0)
            result = pin_files_place(pin, why);
    }
    for (int hook = 0; hook < ENDED_HOOKS && loaded->fds[PIN_ENDED] >= 0 && result == 0; hook++)
        result = pin_files_place_hook(hook, why);
    return result;
}

static int load_all(const struct pin_rights *rights, bool ended, struct buf *why)
{
    struct loaded loaded;
    struct buf ignored = {0};
    int result = load_programs(ended, &loaded, why);

    if (result == 0)
        result = pin_files_mount(why);
    if (result == 0) {
        result = privileges_give_up();
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

/* Whether /proc hides other users' processes; unknown counts as hidden. */
static bool hides_processes(void)
{
    int dir = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
    bool hides = hidepid_is_set(dir) != 0;

    if (dir >= 0)
        close(dir);
    return hides;
}

int pin_load(const struct pin_rights *rights, bool ended, struct buf *why)
{
    const struct pin_rights for_all = {.mode = PIN_MODE_WORLD};
    int lock, result;

    if (!rights && hides_processes()) {
        buf_printf(why, "/proc hides the processes of other users here (hidepid); those who may "
                        "read the pins will see them.");
        return -ENODATA;
    }
    if (!support_has_same_figures(why) || !support_may_load(why) ||
        (ended && !ended_hooks_are_supported(why)))
        return -EPERM;
    lock = pin_lock(true, why);
    if (lock < 0)
        return lock;
    result = load_all(rights ? rights : &for_all, ended, why);
    pin_unlock(lock, !pin_files_are_mounted());
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
    int lock = pin_lock(false, why);
    int result = 0;

    if (lock < 0)
        return lock == -ENOENT ? 0 : lock;
    if (pin_files_are_mounted())
        result = unload_all(why);
    pin_unlock(lock, result == 0);
    return result;
}
