/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_POPULATE_H
#define DOTPROC_BASE_POPULATE_H

#include <stddef.h>

/*
 * Memory of `size` bytes, at the start of a page, for free(3); NULL when there is too little.
 *
 * Its first `written` bytes are about to be written, so their pages are faulted in at once, and are
 * huge ones where they can be: one by one that takes several times as long (madvise(2),
 * MADV_POPULATE_WRITE and MADV_HUGEPAGE). Before Linux 5.14 nothing is faulted in.
 */
void *populate_alloc(size_t size, size_t written);

#endif
