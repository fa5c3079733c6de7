/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/report/elf.h"

#include <elf.h>
#include <string.h>

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
