/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_MEMORY_H
#define DOTPROC_BASE_MEMORY_H

/* Memory: whether there is enough, and much of it at once. */

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Allocates `size` bytes, page-aligned, to be released with free(3); NULL when memory is short.
 *
 * The first `written` bytes are about to be written, so their pages are faulted in at once, as huge
 * pages if possible: page faults one by one take several times as long (madvise(2),
 * MADV_POPULATE_WRITE and MADV_HUGEPAGE). Before Linux 5.14 nothing is faulted in.
 */
void *populate_alloc(size_t size, size_t written);

/*
 * Whether a library call has enough memory: 0 or -ENOMEM. Called before functions that do not
 * report a shortage of memory, or even crash.
 */

/* Enough for what the C library loads when it first looks up a name or a locale. */
int spare_memory_check(void);

/* The same plus `bytes`. */
int spare_memory_check_for(size_t bytes);

/*
 * Whether a -errno means that memory or descriptors are short, and not that a file or task is
 * missing: a shortage must be reported, or something would be lost silently.
 */
static inline bool is_shortage(int error)
{
    return error == -ENOMEM || error == -EMFILE || error == -ENFILE;
}

#endif
