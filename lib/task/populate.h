/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_POPULATE_H
#define DOTPROC_TASK_POPULATE_H

#include <stddef.h>

/*
 * Asks for the whole pages within memory that is about to be written to: one by one, as they are
 * touched, they take twice as long (madvise(2), MADV_POPULATE_WRITE). Kernels before 5.14 do not
 * know how, and give them one by one. The memory's content stays.
 */
void populate(void *memory, size_t size);

#endif
