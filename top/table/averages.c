/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/table/internal.h"

#include <stdlib.h>
#include <string.h>

#include "lib/source/source.h"

/* A hash of what selects the members of groups: averages are of one selection. */
static uint64_t hash_selection(const struct model *model, const struct window *window)
{
    const struct sample_request *request = &model->sample->request;
    const struct window_position *position = &window->position;
    const struct filters *filters = &window->settings.filters;
    uint64_t hash = HASH_SEED + window->settings.idle_hidden;

    for (size_t i = 0; i < filters->count; i++)
        if (model_applies_filter(model, window, &filters->list[i]))
            hash = hash_bytes(hash, &filters->list[i], sizeof(filters->list[i]));
    hash = hash_bytes(hash, request->pids, request->pid_count * sizeof(request->pids[0]));
    hash = hash_bytes(hash, &position->users, sizeof(position->users));
    hash = hash_bytes(hash, position->cgroup.hierarchy, strlen(position->cgroup.hierarchy));
    hash = hash_bytes(hash, position->cgroup.path, strlen(position->cgroup.path));
    return hash_bytes(hash, position->quick.text, strlen(position->quick.text));
}

static bool has_averages(const struct model *model, const struct window *window)
{
    const struct sample_request *request = &model->sample->request;

    return group_by_has_wait(window->settings.group) && request->rows & ROWS_THREADS &&
           request->need & NEED_WAIT && !model_looks_back(model);
}

bool averages_put(const struct model *model, struct window *window)
{
    struct window_rows *rows = &window->rows;
    struct group_counts sizes = {.sample_ns = model->sample->snapshot.system.monotonic_ns};
    struct group_average *list;
    uint64_t selection;
    int result;

    if (!has_averages(model, window))
        return true;
    selection = hash_selection(model, window);
    if (rows->averaged_selection != selection)
        group_averages_fini(&rows->averages);
    rows->averaged_selection = selection;
    sizes.list = list = calloc(rows->grouping.count + 1, sizeof(*list));
    if (!list)
        return false;
    for (size_t i = 0; i < rows->grouping.count; i++) {
        const struct group_row *row = &rows->groups[i];

        if (!row->task.is_ended) /* whose rows are not threads */
            list[sizes.count++] = (struct group_average){row->id, (double)row->members.count};
    }
    result = group_averages_add(&rows->averages, &sizes);
    free(list);
    for (size_t i = 0; i < rows->grouping.count && result == 0; i++)
        rows->groups[i].threads = group_averages_find(&rows->averages, rows->groups[i].id);
    return result == 0;
}
