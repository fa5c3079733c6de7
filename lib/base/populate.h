/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_POPULATE_H
#define DOTPROC_BASE_POPULATE_H

#include <stddef.h>

/*
 * Faults in the whole pages of memory that is about to be written, at once: one by one they take
 * twice as long (madvise(2), MADV_POPULATE_WRITE). Does nothing before Linux 5.14. The contents
 * stay.
 */
void populate(void *memory, size_t size);

#endif
