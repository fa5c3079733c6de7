/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_REPORT_ELF_H
#define DOTPROC_SOURCE_PROC_REPORT_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A pure parser of the ELF header of a mapped program or library, elf(5): the load bias of a file
 * whose start, `bytes`, is mapped at `base`, which is the difference between addresses in memory
 * and symbol addresses. 0 for programs that are not position independent. False if there is no ELF
 * header of this byte order, or too few bytes.
 */
bool elf_find_bias(const void *bytes, size_t len, uint64_t base, uint64_t *bias);

#endif
