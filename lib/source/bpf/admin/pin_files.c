/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/admin/pin_files.h"

#include <dirent.h>
#include <errno.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "lib/source/bpf/admin/pin_lock.h"
#include "lib/source/bpf/object.h"

/* What the names of gates begin with, of all versions, and those of new files end with. */
#define GATE "gate-"
#define NEW  "-new"

/* The names of links that keep programs attached. */
static const char *const hook_names[ENDED_HOOKS] = {
    [ENDED_HOOK_EXIT] = "hook-exit" PIN_VERSION,
    [ENDED_HOOK_FREE] = "hook-free" PIN_VERSION,
    [ENDED_HOOK_EXEC] = "hook-exec" PIN_VERSION,
};

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
    result = pin_make_directory(PIN_DIRECTORY, why);
    if (result < 0)
        return result;
    if (mount("dotproc", PIN_DIRECTORY, "bpf", MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=0755") < 0)
        return pin_fail(why, "mount a bpffs on", PIN_DIRECTORY, errno);
    return 0;
}

int pin_files_unmount(struct buf *why)
{
    /* Lazily: a reader may be at it. */
    if (umount2(PIN_DIRECTORY, MNT_DETACH | UMOUNT_NOFOLLOW) < 0) {
        /* Whoever has mounted it for us, as systemd does, will see to that; it is empty. */
        return errno == EPERM ? 0 : pin_fail(why, "unmount", PIN_DIRECTORY, errno);
    }
    rmdir(PIN_DIRECTORY);
    return 0;
}

static int make(const struct path *path, int fd, const struct pin_rights *rights, struct buf *why)
{
    int result = object_pin(fd, path->text);

    if (result < 0)
        return pin_fail(why, "pin to", path->text, -result);
    if (chown(path->text, 0, rights->group) < 0 || chmod(path->text, rights->mode) < 0)
        return pin_fail(why, "give rights to", path->text, errno);
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

    return rename(from.text, to.text) < 0 ? pin_fail(why, "make", to.text, errno) : 0;
}

int pin_files_place(enum pin pin, struct buf *why)
{
    int result = place(GATE, pin_name(pin), why);

    return result < 0 ? result : place("", pin_name(pin), why);
}

int pin_files_make_hook(enum ended_hook hook, int fd, struct buf *why)
{
    const struct path path = path_of("", hook_names[hook], NEW);

    return make(&path, fd, &for_root, why);
}

int pin_files_place_hook(enum ended_hook hook, struct buf *why)
{
    return place("", hook_names[hook], why);
}

static bool belongs_to(const char *name, enum pin_files which)
{
    const size_t len = strlen(name);
    const bool is_new = len > strlen(NEW) && strcmp(name + len - strlen(NEW), NEW) == 0;

    /* Only the kernel's own files on a bpffs have a dot in their names, such as progs.debug. */
    return !strchr(name, '.') && is_new == (which == PIN_FILES_NEW);
}

/* Does it to all of them; 0 or the first -errno. */
static int for_each(enum pin_files which, int (*act)(const char *name, struct buf *why),
                    struct buf *why)
{
    DIR *dir = opendir(PIN_DIRECTORY);
    const struct dirent *entry;
    int result = 0;

    if (!dir)
        return pin_fail(why, "list", PIN_DIRECTORY, errno);
    while (result == 0 && (errno = 0, entry = readdir(dir)) != NULL) {
        if (belongs_to(entry->d_name, which))
            result = act(entry->d_name, why);
    }
    if (result == 0 && errno)
        result = pin_fail(why, "list", PIN_DIRECTORY, errno);
    closedir(dir);
    return result;
}

static int revoke_by_gate(const char *name, struct buf *why)
{
    const struct path path = path_of("", name, "");
    int gate, result;

    if (strncmp(name, GATE, strlen(GATE)) != 0)
        return 0;
    /* Those of older versions cannot be written to without CAP_DAC_OVERRIDE. */
    if (chmod(path.text, 0600) < 0)
        return pin_fail(why, "give rights to", path.text, errno);
    gate = object_open_pin(path.text, true);
    result = gate < 0 ? gate : object_revoke(gate);
    if (gate >= 0)
        close(gate);
    return result < 0 ? pin_fail(why, "close", path.text, -result) : 0;
}

static int remove_file(const char *name, struct buf *why)
{
    const struct path path = path_of("", name, "");

    return unlink(path.text) < 0 ? pin_fail(why, "remove", path.text, errno) : 0;
}

int pin_files_revoke(enum pin_files which, struct buf *why)
{
    return for_each(which, revoke_by_gate, why);
}

int pin_files_remove(enum pin_files which, struct buf *why)
{
    return for_each(which, remove_file, why);
}
