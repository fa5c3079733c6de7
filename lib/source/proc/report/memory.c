/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/report/parts.h"

#include <elf.h>
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

/* --- the ELF header --- */

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define OWN_ORDER ELFDATA2LSB
#else
#define OWN_ORDER ELFDATA2MSB
#endif

/*
 * Segments need not begin on a page boundary; that with the ELF header begins in the file's first
 * page.
 */
#define PAGE_LEAST 4096

/* Where the program headers are, for both ELF classes. */
struct headers {
    uint64_t offset;
    size_t count, size;
};

struct segment {
    uint32_t type;
    uint64_t offset, address;
};

static bool take_headers(const unsigned char *bytes, size_t len, struct headers *headers)
{
    Elf64_Ehdr wide;
    Elf32_Ehdr narrow;

    if (len < sizeof(wide) || memcmp(bytes, ELFMAG, SELFMAG) != 0 || bytes[EI_DATA] != OWN_ORDER)
        return false;
    memcpy(&wide, bytes, sizeof(wide));
    memcpy(&narrow, bytes, sizeof(narrow));
    if (bytes[EI_CLASS] == ELFCLASS64)
        *headers = (struct headers){wide.e_phoff, wide.e_phnum, sizeof(Elf64_Phdr)};
    else
        *headers = (struct headers){narrow.e_phoff, narrow.e_phnum, sizeof(Elf32_Phdr)};
    return headers->size == (bytes[EI_CLASS] == ELFCLASS64 ? wide.e_phentsize : narrow.e_phentsize);
}

static struct segment take_segment(const unsigned char *bytes, size_t size)
{
    Elf64_Phdr wide;
    Elf32_Phdr narrow;

    if (size == sizeof(wide)) {
        memcpy(&wide, bytes, sizeof(wide));
        return (struct segment){wide.p_type, wide.p_offset, wide.p_vaddr};
    }
    memcpy(&narrow, bytes, sizeof(narrow));
    return (struct segment){narrow.p_type, narrow.p_offset, narrow.p_vaddr};
}

bool elf_find_bias(const void *bytes, size_t len, uint64_t base, uint64_t *bias)
{
    struct headers headers;

    if (!take_headers(bytes, len, &headers) || headers.offset > len)
        return false;
    len = (len - (size_t)headers.offset) / headers.size;
    for (size_t i = 0; i < headers.count && i < len; i++) {
        const struct segment segment = take_segment(
            (const unsigned char *)bytes + headers.offset + i * headers.size, headers.size);

        if (segment.type != PT_LOAD || segment.offset >= PAGE_LEAST)
            continue;
        *bias = base - (segment.address - segment.offset);
        return *bias % PAGE_LEAST == 0;
    }
    return false;
}
