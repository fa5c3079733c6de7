/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_MERGE_SORT_H
#define DOTPROC_TASK_MERGE_SORT_H

/* Where lib/source looks for it. */
#include "lib/base/sort.h"

static inline void *merge_sort(void *elements, size_t count, size_t size, void *spare)
{
    sort_by_key(elements, count, size, spare);
    return elements;
}

#endif
