/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/admin/pin_check.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/bpf/records.h"
#include "lib/source/bpf/walks.h"

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
