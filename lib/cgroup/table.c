/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/cgroup/table.h"

#include <stdlib.h>

int cgroup_compare_ids(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

void cgroup_table_clear(struct cgroup_table *table)
{
    table->count = 0;
    table->mounted = table->incomplete = table->live = table->compared = false;
    arena_clear(&table->texts);
}

void cgroup_table_fini(struct cgroup_table *table)
{
    free(table->rows);
    free(table->order);
    arena_fini(&table->texts);
    *table = (struct cgroup_table){0};
}
