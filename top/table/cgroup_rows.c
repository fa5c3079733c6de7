/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/table/table.h"

#include <string.h>

#include "lib/base/array.h"
#include "top/table/internal.h"

void cgroup_rows_put_name(const struct model *model, const struct cgroup *row, struct buf *out)
{
    const struct cgroup_list *list = &model->cgroups;
    const struct cgroup_column *column = cgroup_column_find(list->paths ? "cgroup" : "name");

    if (list->tree)
        cgroup_column_put_branch(column, row, model->context.containers, out);
    else
        cgroup_column_put(column, row, model->context.containers, out);
}

/* Whether the name or the path has the text of the filter. */
static bool passes(const struct model *model, const struct cgroup *row, struct buf *text)
{
    const char *filter = model->cgroups.filter;

    if (!*filter || strcasestr(row->path, filter))
        return true;
    buf_truncate(text, 0);
    cgroup_column_put(cgroup_column_find("name"), row, model->context.containers, text);
    return strcasestr(buf_text(text), filter) != NULL;
}

void cgroup_rows_set_cursor(struct cgroup_list *list, size_t row)
{
    list->cursor = row < list->count ? row : list->count ? list->count - 1 : 0;
    list->cursor_id = list->count ? list->rows[list->cursor]->id : 0;
}

/* If its group has vanished, the cursor stays at its place. */
static void keep_cursor(struct cgroup_list *list)
{
    for (size_t i = 0; list->cursor_id && i < list->count; i++) {
        if (list->rows[i]->id == list->cursor_id) {
            list->cursor = i;
            return;
        }
    }
    if (list->cursor >= list->count)
        list->cursor = list->count ? list->count - 1 : 0;
}

bool cgroup_rows_arrange(struct model *model)
{
    struct cgroup_list *list = &model->cgroups;
    struct cgroup_table *table = model->sample ? &model->sample->cgroups : NULL;
    const struct cgroup_order order = cgroup_list_order(list);
    struct buf text = {0};
    bool done;

    list->count = 0;
    if (!table || !model->sample->request.cgroups)
        return true;
    if (ARRAY_RESERVE(&list->rows, &list->capacity, table->count + 1) < 0 ||
        cgroup_table_sort(table, &order) < 0)
        return false;
    for (size_t i = 0; i < table->count; i++)
        if (passes(model, table->order[i], &text))
            list->rows[list->count++] = table->order[i];
    keep_cursor(list);
    done = !text.failed;
    buf_fini(&text);
    return done;
}
