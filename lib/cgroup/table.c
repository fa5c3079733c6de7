/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/cgroup/table.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/array.h"

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

/* --- changes since the previous reading --- */

void cgroup_history_fini(struct cgroup_history *history)
{
    hash_table_fini(&history->by_id);
    free(history->formers);
    *history = (struct cgroup_history){0};
}

struct wanted_former {
    const struct cgroup_history *history;
    uint64_t id, path_hash;
};

static bool is_former(const void *key, size_t index)
{
    const struct wanted_former *wanted = key;
    const struct cgroup_former *former = &wanted->history->formers[index];

    return former->id == wanted->id && former->path_hash == wanted->path_hash;
}

static const struct cgroup_former *find_former(const struct cgroup_history *history,
                                               const struct cgroup *row)
{
    const struct wanted_former wanted = {history, row->id, hash_string(row->path)};
    const size_t index = hash_table_find(&history->by_id, row->id, is_former, &wanted);

    return index == HASH_NONE ? NULL : &history->formers[index];
}

/* A counter that decreased belongs to another group, so there is no difference. */
void cgroup_history_compare(const struct cgroup_history *history, bool throttling_since_creation,
                            struct cgroup *row)
{
    static const struct cgroup_former created = {.have = CGROUP_THROTTLING};
    const struct cgroup_former *former = find_former(history, row);
    const struct cgroup_former *before = throttling_since_creation ? &created : former;
    const struct cgroup_figures *now = &row->figures;
    struct cgroup_change *change = &row->change;
    const unsigned both = former ? former->have & now->have : 0;

    *change = (struct cgroup_change){0};
    if (both & CGROUP_USAGE && now->usage_us >= former->usage_us) {
        change->has |= CGROUP_USAGE;
        change->usage_us = now->usage_us - former->usage_us;
        change->usage_span_ns = (uint64_t)(row->usage_at_ns - former->usage_at_ns);
    }
    if (before && before->have & now->have & CGROUP_THROTTLING && now->periods >= before->periods &&
        now->throttled_periods >= before->throttled_periods) {
        change->has |= CGROUP_THROTTLING;
        change->periods = now->periods - before->periods;
        change->throttled_periods = now->throttled_periods - before->throttled_periods;
    }
    if (both & CGROUP_IO && now->read_bytes >= former->read_bytes &&
        now->written_bytes >= former->written_bytes) {
        change->has |= CGROUP_IO;
        change->read_bytes = now->read_bytes - former->read_bytes;
        change->written_bytes = now->written_bytes - former->written_bytes;
        change->io_span_ns = (uint64_t)(row->io_at_ns - former->io_at_ns);
    }
}

int cgroup_history_keep(struct cgroup_history *history, const struct cgroup_table *table)
{
    hash_table_fini(&history->by_id);
    history->former_count = 0;
    if (ARRAY_RESERVE(&history->formers, &history->former_capacity, table->count) < 0)
        return -ENOMEM;
    for (size_t i = 0; i < table->count; i++) {
        const struct cgroup *row = &table->rows[i];
        const struct cgroup_figures *figures = &row->figures;

        if (!(figures->have & (CGROUP_USAGE | CGROUP_THROTTLING | CGROUP_IO)))
            continue;
        history->formers[history->former_count] = (struct cgroup_former){
            .id = row->id,
            .path_hash = hash_string(row->path),
            .have = figures->have,
            .usage_at_ns = row->usage_at_ns,
            .io_at_ns = row->io_at_ns,
            .usage_us = figures->usage_us,
            .periods = figures->periods,
            .throttled_periods = figures->throttled_periods,
            .read_bytes = figures->read_bytes,
            .written_bytes = figures->written_bytes,
        };
        if (hash_table_add(&history->by_id, row->id, history->former_count++) < 0)
            return -ENOMEM;
    }
    return 0;
}
