/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/pin.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "lib/source/bpf/wire.h"

_Static_assert(WIRE_VERSION == 1, "the names of the pins say so");

static bool is_trusted(int fd)
{
    struct statfs fs;
    struct stat file;

    return fstatfs(fd, &fs) == 0 && fs.f_type == BPF_FS_MAGIC && fstat(fd, &file) == 0 &&
           file.st_uid == 0;
}

int pin_open(bool status, struct buf *why)
{
    const char *name = status ? PIN_STATUS : PIN_TASKS;
    int directory = open(PIN_DIRECTORY, O_PATH | O_DIRECTORY | O_CLOEXEC);
    int result;
    int fd;

    if (directory < 0)
        return -errno;
    /* Looked at before it is opened: an open of something else might block. */
    fd = openat(directory, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    result = fd < 0 ? -errno : 0;
    if (fd >= 0 && !is_trusted(fd)) {
        buf_printf(why, "source bpf: %s/%s is not root's, or not on a bpffs", PIN_DIRECTORY, name);
        result = -EPERM;
    }
    if (fd >= 0)
        close(fd);
    if (result == 0) {
        fd = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
        result = fd < 0 ? -errno : fd;
        if (fd < 0)
            buf_printf(why, "source bpf: cannot open %s/%s: %s", PIN_DIRECTORY, name,
                       strerror(errno));
    }
    close(directory);
    return result;
}
