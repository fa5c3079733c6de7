/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/detail_requests.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/array.h"

int detail_requests_add(struct detail_requests *list, const struct detail_request *row)
{
    if (ARRAY_RESERVE(&list->rows, &list->capacity, list->count + 1) < 0)
        return -ENOMEM;
    list->rows[list->count++] = *row;
    return 0;
}

void detail_requests_fini(struct detail_requests *list)
{
    free(list->rows);
    *list = (struct detail_requests){0};
}
