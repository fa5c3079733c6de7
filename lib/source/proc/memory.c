/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

ssize_t memory_read(const struct task_reader *reader, uint64_t address, void *bytes, size_t size)
{
    char path[TASK_PATH_MAX];
    ssize_t len;
    int fd;

    if (!reader->source->base.live || address > INT64_MAX)
        return -ENOENT;
    task_folder_path(reader->folder, "mem", path);
    fd = openat(reader->folder->dir, path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return -errno;
    do
        len = pread(fd, bytes, size, (off_t)address);
    while (len < 0 && errno == EINTR);
    if (len < 0)
        len = -errno;
    close(fd);
    return len;
}
