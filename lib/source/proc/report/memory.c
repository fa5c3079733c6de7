/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/report/report.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/* A bit of a pagemap entry (Documentation/admin-guide/mm/pagemap.rst). */
#define PAGE_PRESENT (UINT64_C(1) << 63)

/* Reads `count` entries from that of page `first` on: the number read, or -errno. */
static ssize_t read_pagemap(const struct task_reader *reader, uint64_t first, uint64_t *entries,
                            size_t count)
{
    char path[TASK_PATH_MAX];
    ssize_t len;
    int fd;

    task_folder_path(reader->folder, "pagemap", path);
    fd = openat(reader->folder->dir, path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return -errno;
    do
        len = pread(fd, entries, count * sizeof(*entries), (off_t)(first * sizeof(*entries)));
    while (len < 0 && errno == EINTR);
    if (len < 0)
        len = -errno;
    close(fd);
    return len < 0 ? len : len / (ssize_t)sizeof(*entries);
}

/* How many of the bytes precede the first page that is not resident; or -errno. */
static ssize_t find_resident(const struct task_reader *reader, uint64_t address, size_t size)
{
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    const uint64_t first = address / page, last = (address + size - 1) / page;
    uint64_t entries[MEMORY_PAGES_MAX] = {0}, bytes;
    const size_t wanted = last - first < MEMORY_PAGES_MAX ? last - first + 1 : MEMORY_PAGES_MAX;
    const ssize_t count = read_pagemap(reader, first, entries, wanted);
    ssize_t present = 0;

    while (present < count && entries[present] & PAGE_PRESENT)
        present++;
    if (present == 0)
        return count < 0 ? count : 0;
    bytes = (first + (uint64_t)present) * page - address;
    return (ssize_t)(bytes < size ? bytes : size);
}

ssize_t memory_read(const struct task_reader *reader, uint64_t address, void *bytes, size_t size)
{
    struct iovec local = {bytes, size}, remote;
    const uintptr_t there = (uintptr_t)address;
    ssize_t len;

    if (!reader->source->generation.same_pids)
        return -ENOENT;
    if (size == 0 || address > UINTPTR_MAX - size)
        return 0;
    len = find_resident(reader, address, size);
    if (len <= 0)
        return len;
    memcpy(&remote.iov_base, &there, sizeof(there));
    remote.iov_len = (size_t)len;
    len = process_vm_readv(reader->task->tid, &local, 1, &remote, 1, 0);
    return len < 0 ? -errno : len;
}
