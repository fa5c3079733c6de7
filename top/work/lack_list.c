/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/lack_list.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/array.h"

int lack_list_add(struct lack_list *list, const struct lack *row)
{
    if (ARRAY_RESERVE(&list->rows, &list->capacity, list->count + 1) < 0)
        return -ENOMEM;
    list->rows[list->count++] = *row;
    return 0;
}

void lack_list_fini(struct lack_list *list)
{
    free(list->rows);
    *list = (struct lack_list){0};
}
