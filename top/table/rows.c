/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/hash.h"
#include "lib/query/group.h"
#include "lib/source/source.h"
#include "lib/text/i18n.h"

/* Exited tasks get at most one row in so many of a page. */
#define PART_OF_PAGE 3

/*
 * Slightly below 0.05, the least that one decimal shows as 0.1: x87 registers have more digits than
 * the constant.
 */
#define PERCENT_LEAST 0.0499999

/* The former rows, by pool. */
struct former {
    const struct map *map;
    struct hash_table by_id;
    const struct pool_id *wanted;
};

static bool is_wanted(const void *key, size_t index)
{
    const struct former *former = key;

    return pool_id_is(former->wanted, &former->map->rows[index].id);
}

static bool index_rows(struct former *former)
{
    for (size_t i = 0; i < former->map->count; i++)
        if (hash_table_add(&former->by_id, pool_id_hash(&former->map->rows[i].id), i) < 0)
            return false;
    return true;
}

/*
 * Shifts the levels to the left by the slots that have passed, and sets those of the slots that the
 * sample covers. A slot keeps the highest level of its samples.
 */
static void set_levels(struct former *former, const struct sample *sample, uint64_t slot,
                       struct map_row *row)
{
    const uint64_t passed = slot - former->map->slot;
    const size_t moved = passed < MAP_SLOTS ? (size_t)passed : MAP_SLOTS;
    const uint64_t end_ns = sample->snapshot.system.monotonic_ns;
    const uint64_t covered = slot - (end_ns - sample->interval_ns) / MAP_SLOT_NS;
    const uint8_t level = map_level(row->cpu_ns, sample->interval_ns);
    size_t index;

    former->wanted = &row->id;
    index = hash_table_find(&former->by_id, pool_id_hash(&row->id), is_wanted, former);
    if (index != HASH_NONE)
        memcpy(row->levels, former->map->rows[index].levels + moved, MAP_SLOTS - moved);
    for (size_t i = 0; i == 0 || (i < moved && i < covered); i++) {
        uint8_t *at = &row->levels[MAP_SLOTS - 1 - i];

        *at = level > *at ? level : *at;
    }
}

static const char *comm_of(const struct task *task)
{
    return task->comm ? task->comm : "";
}

static void add_thread(struct map_row *row, const struct task *thread)
{
    row->count++;
    row->kinds[map_kind_of(thread)]++;
    row->cpu_ns += thread->delta_cpu_ns;
    row->same_names = row->same_names && strcmp(comm_of(thread), comm_of(row->first)) == 0;
}

static void make_row(struct map_row *row, struct task *const *tasks, const struct grouping *pools,
                     size_t pool)
{
    const uint32_t *members = grouping_members(pools, pool);
    const size_t count = grouping_size(pools, pool);

    row->first = tasks[members[0]];
    row->same_names = true;
    row->id.tgid = row->first->tgid;
    pool_name(comm_of(row->first), row->id.name);
    for (size_t i = 0; i < count; i++)
        add_thread(row, tasks[members[i]]);
}

/* False: out of memory. */
static bool make_rows(const struct model *model, struct former *former, struct map *next)
{
    const struct window_rows *window = &model->window->rows;
    struct task *const *tasks = window->tasks + (window->count - window->matched);
    const struct column *columns[] = {column_find("tgid"), &group_pool_column};
    const struct group_keys keys = {columns, 2, &model->context};
    struct grouping pools = {0};

    if (group_rows((const struct task *const *)tasks, window->matched, &keys, &pools) < 0)
        return false;
    next->rows = calloc(pools.count + 1, sizeof(next->rows[0]));
    for (; next->rows && next->count < pools.count; next->count++) {
        make_row(&next->rows[next->count], tasks, &pools, next->count);
        set_levels(former, model->sample, next->slot, &next->rows[next->count]);
    }
    grouping_fini(&pools);
    return next->rows;
}

static bool has_waits(const struct sample *sample)
{
    return sample && sample->request.rows & ROWS_THREADS && sample->request.need & NEED_WAIT;
}

bool map_rows_arrange(struct model *model)
{
    struct map next = {.first = model->map.first, .known = has_waits(model->sample)};
    struct former former = {.map = &model->map};
    bool made;

    if (!next.known) {
        model->map.known = false;
        return true;
    }
    next.slot = model->sample->snapshot.system.monotonic_ns / MAP_SLOT_NS;
    made = index_rows(&former) && make_rows(model, &former, &next);
    hash_table_fini(&former.by_id);
    map_fini(&model->map);
    model->map = next;
    if (made)
        map_sort(&model->map);
    return made;
}

void cgroup_rows_put_name(const struct model *model, const struct cgroup *row, struct buf *out)
{
    const struct cgroup_list *list = &model->cgroups;
    const char *code = list->paths ? "cgroup" : "name";
    size_t start;

    if (list->tree)
        cgroup_column_put_indent(row, out);
    start = out->len;
    cgroup_column_put(cgroup_column_find(code), row, model->context.containers, out);
    if (!list->tree || out->failed || buf_text(out)[start] != '/')
        return;
    buf_truncate(out, start);
    buf_puts(out, cgroup_last_component(row->path));
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

static double percent_of(const struct model *model, const struct task *task)
{
    return model_cpu_percent(model, task->delta_cpu_ns, model->sample->interval_ns);
}

static void remove_zeros(const struct model *model, struct window_rows *rows, size_t first)
{
    size_t count = first;

    for (size_t i = first; i < rows->count; i++)
        if (percent_of(model, rows->tasks[i]) >= PERCENT_LEAST)
            rows->tasks[count++] = rows->tasks[i];
    rows->count = count;
}

static void add_to_rest(struct ended_rest *rest, const struct task *task)
{
    rest->ended.count += task->details->ended->count;
    rest->task.utime_ns += task->utime_ns;
    rest->task.minflt += task->minflt;
    rest->task.majflt += task->majflt;
    rest->task.delta_cpu_ns += task->delta_cpu_ns;
    rest->task.delta_minflt += task->delta_minflt;
    rest->task.delta_majflt += task->delta_majflt;
    rest->count++;
}

/* The tasks may differ in name and user, so the row has neither. */
static void begin_rest(struct ended_rest *rest, const struct task *first)
{
    *rest = (struct ended_rest){
        .task = *first,
        .details = *first->details,
        .ended = {.lifetime_ns = -1, .interval_ns = first->details->ended->interval_ns, .by = ""},
    };
    rest->details.ended = &rest->ended;
    rest->task.details = &rest->details;
    rest->task.comm = "";
    rest->task.have &= ~(need_t)NEED_OWNER;
    rest->task.utime_ns = rest->task.delta_cpu_ns = 0;
    rest->task.minflt = rest->task.majflt = 0;
    rest->task.delta_minflt = rest->task.delta_majflt = 0;
}

/* Replaces the rows from `at` on by one. */
static void fold_rest(struct window_rows *rows, size_t at)
{
    begin_rest(&rows->ended_rest, rows->tasks[at]);
    for (size_t i = at; i < rows->count; i++)
        add_to_rest(&rows->ended_rest, rows->tasks[i]);
    rows->tasks[at] = &rows->ended_rest.task;
    rows->count = at + 1;
}

bool ended_rows_limit(const struct model *model, struct window *window, size_t first)
{
    const struct sort_key key = {.column = column_find_top_only("new_cpu"), .descending = true};
    const struct sort_order order = {&key, 1, &model->context};
    struct window_rows *rows = &window->rows;
    const size_t most = rows->page < PART_OF_PAGE ? 1 : rows->page / PART_OF_PAGE;
    const bool is_screen = model->rows != ROWS_UNLIMITED;

    if (is_screen)
        remove_zeros(model, rows, first);
    if (sort_tasks_in(&rows->sort_room, rows->tasks + first, rows->count - first, &order) < 0)
        return false;
    /* Pools fold these rows anyway, and the page is unknown before the first layout. */
    if (is_screen && rows->page > 0 && !window->settings.group && rows->count - first > most)
        fold_rest(rows, first + most - 1);
    return true;
}

size_t ended_rows_write(char *text, size_t size, const struct model *model,
                        const struct table_row *row, const struct window_rows *rows)
{
    const bool is_group = row->branch && row->branch->group;
    const struct task_ended *ended =
        is_group ? &row->branch->group->ended : row->task->details->ended;

    if (row->task == &rows->ended_rest.task)
        return (size_t)snprintf(text, size, _("... %zu more, %.1f %%CPU"), rows->ended_rest.count,
                                percent_of(model, row->task));
    return ended_write_name(text, size, row->figures->comm, ended);
}
