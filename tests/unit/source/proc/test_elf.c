/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Headers that a compiler would make, and some that no compiler makes. */
#include <elf.h>
#include <string.h>

#include "lib/source/proc/report/report.h"
#include "tests/unit/run.h"

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define OWN_ORDER   ELFDATA2LSB
#define OTHER_ORDER ELFDATA2MSB
#else
#define OWN_ORDER   ELFDATA2MSB
#define OTHER_ORDER ELFDATA2LSB
#endif

#define SEGMENTS 3

static struct {
    Elf64_Ehdr header;
    Elf64_Phdr segments[SEGMENTS];
} wide;
static struct {
    Elf32_Ehdr header;
    Elf32_Phdr segments[SEGMENTS];
} narrow;

static void set_up(void)
{
    memset(&wide, 0, sizeof(wide));
    memset(&narrow, 0, sizeof(narrow));
    memcpy(wide.header.e_ident, ELFMAG, SELFMAG);
    wide.header.e_ident[EI_CLASS] = ELFCLASS64;
    wide.header.e_ident[EI_DATA] = OWN_ORDER;
    memcpy(narrow.header.e_ident, wide.header.e_ident, EI_NIDENT);
    narrow.header.e_ident[EI_CLASS] = ELFCLASS32;
    wide.header.e_phoff = sizeof(Elf64_Ehdr);
    narrow.header.e_phoff = sizeof(Elf32_Ehdr);
    wide.header.e_phentsize = sizeof(Elf64_Phdr);
    narrow.header.e_phentsize = sizeof(Elf32_Phdr);
    wide.header.e_phnum = narrow.header.e_phnum = SEGMENTS;
    wide.segments[0].p_type = narrow.segments[0].p_type = PT_PHDR;
    wide.segments[1].p_type = narrow.segments[1].p_type = PT_LOAD;
    wide.segments[2].p_type = narrow.segments[2].p_type = PT_LOAD;
    wide.segments[2].p_offset = narrow.segments[2].p_offset = 0x5000;
}

FIXTURE(set_up, NULL);

static const struct {
    uint64_t address, offset, base, bias;
} cases[] = {
    {0, 0, 0x7f0000400000, 0x7f0000400000}, /* a library */
    {0x400000, 0, 0x400000, 0},             /* a program that is not position independent */
    {0x10000, 0, 0x555000010000, 0x555000000000},
    {0x400040, 0x40, 0x400000, 0},
};

LOOP(finds_biases, COUNT_OF(cases))
{
    uint64_t bias = 1;

    wide.segments[1].p_vaddr = cases[_i].address;
    wide.segments[1].p_offset = cases[_i].offset;
    ck_assert(elf_find_bias(&wide, sizeof(wide), cases[_i].base, &bias));
    ck_assert_uint_eq(bias, cases[_i].bias);
    narrow.segments[1].p_vaddr = (Elf32_Addr)cases[_i].address;
    narrow.segments[1].p_offset = (Elf32_Off)cases[_i].offset;
    ck_assert(elf_find_bias(&narrow, sizeof(narrow), cases[_i].base, &bias));
    ck_assert_uint_eq(bias, cases[_i].bias);
}

CASE(refuses_what_is_none)
{
    uint64_t bias;
    char copy[sizeof(wide)];

    for (size_t len = 0; len < sizeof(wide) - sizeof(Elf64_Phdr); len++) {
        memcpy(copy, &wide, sizeof(wide));
        ck_assert(!elf_find_bias(copy, len, 0, &bias));
    }
    ck_assert(elf_find_bias(&wide, sizeof(wide), 0, &bias));
    wide.header.e_ident[EI_DATA] = OTHER_ORDER;
    ck_assert(!elf_find_bias(&wide, sizeof(wide), 0, &bias));
    wide.header.e_ident[EI_DATA] = OWN_ORDER;
    wide.header.e_phentsize = 1;
    ck_assert(!elf_find_bias(&wide, sizeof(wide), 0, &bias));
    wide.header.e_phentsize = sizeof(Elf64_Phdr);
    wide.header.e_phoff = UINT64_MAX - 8;
    ck_assert(!elf_find_bias(&wide, sizeof(wide), 0, &bias));
    wide.header.e_phoff = sizeof(wide);
    ck_assert(!elf_find_bias(&wide, sizeof(wide), 0, &bias));
    wide.header.e_phoff = sizeof(Elf64_Ehdr);
    wide.segments[1].p_vaddr = 0x123;
    ck_assert(!elf_find_bias(&wide, sizeof(wide), 0, &bias));
    wide.segments[1].p_type = PT_NOTE;
    ck_assert(!elf_find_bias(&wide, sizeof(wide), 0, &bias));
}
