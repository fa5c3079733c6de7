/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/pin.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "lib/source/bpf/object.h"
#include "lib/source/bpf/wire.h"

/* The suffix of all file names. */
#define VERSION               VERSION_OF(WIRE_VERSION)
#define VERSION_OF(version)   VERSION_TEXT(version)
#define VERSION_TEXT(version) "-v" #version

static bool is_trusted(int fd)
{
    struct statfs fs;
    struct stat file;

    return fstatfs(fd, &fs) == 0 && fs.f_type == BPF_FS_MAGIC && fstat(fd, &file) == 0 &&
           file.st_uid == 0;
}

/* Names in a bpffs cannot contain dots. */
const char *pin_name(enum pin pin)
{
    static const char *const names[PINS] = {
        [PIN_TASKS] = "tasks" VERSION,
        [PIN_STATUS] = "status" VERSION,
        [PIN_WALK] = "walk" VERSION,
    };

    return names[pin];
}

/*
 * Opens the file of `place`, a descriptor opened with O_PATH, so that it is the file that was
 * checked.
 */
static int open_place(enum pin pin, int place)
{
    char path[sizeof("/proc/self/fd/") + 11];
    int fd;

    snprintf(path, sizeof(path), "/proc/self/fd/%d", place);
    if (pin == PIN_WALK)
        return object_open_pin(path, false);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    return fd;
}

int pin_open(enum pin pin, struct buf *why)
{
    char path[sizeof(PIN_DIRECTORY) + 16];
    bool trusted = true;
    int place, fd;

    snprintf(path, sizeof(path), "%s/%s", PIN_DIRECTORY, pin_name(pin));
    /* Checked before it is opened: open(2) of anything else might block. */
    place = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    fd = -errno;
    if (place >= 0) {
        trusted = is_trusted(place);
        fd = trusted ? open_place(pin, place) : -EPERM;
        close(place);
    }
    if (why && !trusted)
        buf_printf(why, "source bpf: %s is not root's, or not on a bpffs", path);
    else if (why && fd < 0 && fd != -ENOENT)
        buf_printf(why, "source bpf: cannot open %s: %s", path, strerror(-fd));
    return fd;
}
