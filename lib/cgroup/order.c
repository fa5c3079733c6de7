/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/cgroup/order.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "lib/cgroup/column.h"
#include "lib/cgroup/path.h"

static int compare_rows(const void *a, const void *b, void *context)
{
    const struct cgroup *left = *(struct cgroup *const *)a, *right = *(struct cgroup *const *)b;
    const struct cgroup_order *order = context;
    int result = 0;

    if (order->column && order->column->value) {
        const struct value x = order->column->value(left), y = order->column->value(right);

        result = value_compare(&x, &y);
    } else if (order->column) {
        result = cgroup_compare_paths(left->path, right->path);
    }
    if (result == 0)
        return cgroup_compare_paths(left->path, right->path);
    return order->descending ? -result : result;
}

int cgroup_table_sort(struct cgroup_table *table, const struct cgroup_order *order)
{
    struct cgroup_order copy = *order;

    if (ARRAY_RESERVE(&table->order, &table->order_capacity, table->count) < 0)
        return -ENOMEM;
    for (size_t i = 0; i < table->count; i++)
        table->order[i] = &table->rows[i];
    if (table->count > 1)
        qsort_r(table->order, table->count, sizeof(table->order[0]), compare_rows, &copy);
    return 0;
}
