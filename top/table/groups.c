/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/table/table.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/invariant.h"
#include "lib/base/task_flags.h"
#include "lib/query/group.h"
#include "lib/source/source.h"

/* The state of one arrangement. */
struct folding {
    const struct model *model;
    const struct sample *sample;
    const struct window_settings *settings;
    struct window *window;
    struct window_rows *out; /* the window's */
    const struct column *columns[GROUP_BY_KEYS_MAX];
    struct group_keys keys;
    bool by_cgroup;            /* the keys are made of the control group */
    size_t count;              /* rows to be grouped */
    const struct task **keyed; /* owned: for each row the task whose values are its keys */
    uint64_t *cpu_ns;          /* owned: for a percentile */
};

static struct task *member_at(const struct window_rows *rows, const struct group_members *members,
                              size_t index)
{
    return rows->members[members->indices[index]];
}

/* Whether the row shows a group: a pool of a single thread is shown as that thread. */
static bool is_folded(const struct folding *folding, const struct group_row *row)
{
    return row->members.count > 1 || folding->settings->group != GROUP_BY_POOL;
}

static uint64_t id_of(const struct folding *folding, size_t group)
{
    const struct value *keys = folding->out->grouping.values + group * folding->keys.count;
    uint64_t hash = HASH_SEED + folding->settings->group;

    for (size_t i = 0; i < folding->keys.count; i++)
        hash = value_hash(hash * 2 + (keys[i].kind == VALUE_NONE), &keys[i]);
    return hash ? hash : 1;
}

static void add_ended(struct task_ended *sum, const struct task_ended *ended)
{
    sum->count += ended->count;
    if (sum->by && strcmp(sum->by, ended->by) != 0)
        sum->by = NULL;
}

/* What a group has of its first member, before all are added. */
static struct task_ended shared_of_ended(const struct task_ended *first, size_t members)
{
    return (struct task_ended){
        .lifetime_ns = members > 1 ? -1 : first->lifetime_ns,
        .by = first->by,
        .by_pid = members > 1 ? 0 : first->by_pid,
    };
}

/* Adds a member to a row; *threads_known: so far all members have a number of threads. */
static void add_member(struct group_row *row, const struct task *member, bool *threads_known)
{
    const uint64_t threads = task_thread_count(member);

    row->task.delta_cpu_ns += member->delta_cpu_ns;
    row->task.cpu_not_compared &= member->cpu_not_compared;
    row->process.nlwp += (int32_t)threads;
    *threads_known = *threads_known && threads > 0;
    if (member->state == STATE_RUNNING)
        row->task.state = STATE_RUNNING;
    if (member->tgid != row->tgid)
        row->tgid = 0;
    if (member->delta_cpu_ns > (row->hottest ? row->hottest->delta_cpu_ns : 0))
        row->hottest = member;
    if (member->is_ended)
        add_ended(&row->ended, member->details->ended);
}

static int compare_times(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* By the nearest rank. Most members have used no CPU time and need no sorting. */
static uint64_t percentile_99(const struct group_members *members, uint64_t *room)
{
    const size_t above = members->count / 100; /* this many are larger or equal */
    size_t count = 0;

    for (size_t i = 0; i < members->count; i++)
        if (group_members_at(members, i)->delta_cpu_ns > 0)
            room[count++] = group_members_at(members, i)->delta_cpu_ns;
    if (above >= count)
        return 0;
    qsort(room, count, sizeof(room[0]), compare_times);
    return room[count - 1 - above];
}

/* The row counts as a process with all threads of its members, for the limit of its %CPU. */
static bool make_row(struct folding *folding, size_t group)
{
    struct window_rows *out = folding->out;
    struct group_row *row = &out->groups[group];
    const struct task *const *rows = (const struct task *const *)out->members;
    bool threads_known = true;

    *row = (struct group_row){
        .members = group_members_of(&out->grouping, group, rows),
        .threads = -1,
        .id = id_of(folding, group),
    };
    row->task = *group_members_at(&row->members, 0);
    row->tgid = row->task.tgid;
    row->process = *row->task.process;
    row->process.nlwp = 0;
    if (row->task.is_ended)
        row->ended = shared_of_ended(row->task.details->ended, row->members.count);
    row->task.delta_cpu_ns = 0;
    row->task.cpu_not_compared = true;
    for (size_t i = 0; i < row->members.count; i++)
        add_member(row, group_members_at(&row->members, i), &threads_known);
    if (!threads_known)
        row->process.nlwp = 0;
    if (folding->cpu_ns)
        row->p99_ns = percentile_99(&row->members, folding->cpu_ns);
    row->task.process = &row->process;
    if (!is_folded(folding, row))
        return true;
    row->task.kind = TASK_PROCESS;
    return group_label_set(row, folding->settings->group, folding->sample, folding->keys.context);
}

static struct value value_to_sort_by(const struct folding *folding, const struct group_row *row,
                                     const struct column *column)
{
    return is_folded(folding, row)
               ? group_sort_value(row, folding->settings->sort, column, folding->keys.context)
               : column_sort_value(column, group_members_at(&row->members, 0),
                                   folding->keys.context);
}

enum {
    SORT_FIELD,
    SORT_COUNT,
    SORT_KEYS,
};

/* The rows of `order` point to the values of the groups. False when memory is short. */
static bool sort_groups(const struct folding *folding, struct group_list *order)
{
    const struct window_rows *out = folding->out;
    const struct column *column =
        field_column(folding->settings->sort, folding->settings->command_lines);
    const struct group_order orders[] = {{SORT_FIELD, !folding->settings->ascending},
                                         {SORT_COUNT, true}};

    order->count = out->grouping.count;
    order->rows = calloc(order->count + 1, sizeof(*order->rows));
    order->values = calloc(order->count + 1, SORT_KEYS * sizeof(*order->values));
    if (!order->rows || !order->values)
        return false;
    for (size_t i = 0; i < order->count; i++) {
        struct value *values = order->rows[i] = order->values + i * SORT_KEYS;

        values[SORT_FIELD] = value_to_sort_by(folding, &out->groups[i], column);
        values[SORT_COUNT] = value_uint(out->groups[i].members.count);
    }
    group_list_sort(order, orders, SORT_KEYS);
    return true;
}

static void add_row(struct window_rows *out, struct task *task, const struct branch *branch)
{
    INVARIANT(out->count < out->capacity && out->count < out->branch_capacity);
    out->tasks[out->count] = task;
    out->branches[out->count++] = *branch;
}

static bool add_members(struct folding *folding, const struct group_row *row)
{
    const struct branch branch = {.depth = 1};
    const struct sort_key key = {
        field_column(folding->settings->sort, folding->settings->command_lines),
        !folding->settings->ascending,
    };
    const struct sort_order order = {&key, 1, folding->keys.context};
    struct window_rows *out = folding->out;
    const size_t first = out->count;

    for (size_t i = 0; i < row->members.count; i++)
        add_row(out, member_at(out, &row->members, i), &branch);
    return sort_tasks(&out->sort_room, out->tasks + first, row->members.count, &order) == 0;
}

static bool add_rows(struct folding *folding, const struct group_list *order)
{
    struct window_rows *out = folding->out;

    out->count = 0;
    for (size_t i = 0; i < order->count; i++) {
        const size_t group = (size_t)(order->rows[i] - order->values) / SORT_KEYS;
        const struct group_row *row = &out->groups[group];
        const bool folded = is_folded(folding, row);
        size_t where;
        const bool open =
            folded && window_position_find_group(&folding->window->position, row->id, &where);

        add_row(out, member_at(out, &row->members, 0),
                &(struct branch){.hides = folded && !open, .group = folded ? row : NULL});
        if (open && !add_members(folding, row))
            return false;
    }
    return true;
}

/* The task of a thread's leader; the thread itself if the sample has no leader. */
static const struct task *leader_of(const struct folding *folding, const struct task *task)
{
    const struct task *found =
        task->is_ended ? NULL : sample_find_leader(folding->sample, task->kind, task->tgid);

    return found ? found : task;
}

/* Whether two adjacent rows certainly have the same keys. */
static bool have_same_keys(const struct folding *folding, const struct task *a,
                           const struct task *b)
{
    if (a->is_ended || b->is_ended)
        return false;
    if (folding->settings->group == GROUP_BY_PROGRAM)
        return a->tgid == b->tgid;
    return folding->by_cgroup && strcmp(a->details->cgroup, b->details->cgroup) == 0;
}

static void find_keyed(struct folding *folding)
{
    const bool by_program = folding->settings->group == GROUP_BY_PROGRAM;
    struct task *const *rows = folding->out->members;

    for (size_t i = 0; i < folding->count; i++) {
        if (i > 0 && have_same_keys(folding, rows[i], rows[i - 1]))
            folding->keyed[i] = folding->keyed[i - 1];
        else
            folding->keyed[i] = by_program ? leader_of(folding, rows[i]) : rows[i];
    }
}

static bool fold(struct folding *folding)
{
    struct window_rows *out = folding->out;
    struct group_list order = {0};
    bool folded;

    find_keyed(folding);
    grouping_fini(&out->grouping);
    if (group_rows(folding->keyed, folding->count, &folding->keys, &out->grouping) < 0 ||
        ARRAY_RESERVE(&out->groups, &out->group_capacity, out->grouping.count) < 0 ||
        /* An open group has one more row than it has members, and all may be open. */
        !window_rows_reserve(out, folding->count + out->grouping.count, true))
        return false;
    for (size_t i = 0; i < out->grouping.count; i++)
        if (!make_row(folding, i))
            return false;
    folded = averages_put(folding->model, folding->window) && sort_groups(folding, &order) &&
             add_rows(folding, &order);
    group_list_fini(&order);
    return folded;
}

/*
 * Makes the rows the members, except for those that lack the control group to group by: none if the
 * scan did not read the keys. False when memory is short.
 */
static bool take_members(struct folding *folding)
{
    const need_t need = group_by_need(folding->settings->group);
    const bool was_read = !(need & ~folding->sample->request.need);
    struct window_rows *out = folding->out;

    if (ARRAY_RESERVE(&out->members, &out->member_capacity, out->count + 1) < 0)
        return false;
    for (size_t i = 0; i < out->count; i++) {
        const bool lacks = !out->tasks[i]->is_ended && need & ~out->tasks[i]->have;

        if (lacks && !was_read) {
            folding->count = 0;
            break;
        }
        if (!lacks || !folding->by_cgroup)
            out->members[folding->count++] = out->tasks[i];
    }
    return true;
}

static bool allocate(struct folding *folding)
{
    const bool shows_p99 =
        window_settings_show(folding->settings, FIELD_P99) || folding->settings->sort == FIELD_P99;

    folding->keyed = calloc(folding->count + 1, sizeof(*folding->keyed));
    if (shows_p99)
        folding->cpu_ns = calloc(folding->count + 1, sizeof(*folding->cpu_ns));
    return folding->keyed && (folding->cpu_ns || !shows_p99);
}

bool groups_arrange(const struct table *table, struct window *window)
{
    struct folding folding = {
        .model = table->model,
        .sample = table->model->sample,
        .settings = &window->settings,
        .out = &window->rows,
        .window = window,
        .by_cgroup = group_by_need(window->settings.group) & NEED_CGROUP,
    };
    bool folded;

    folding.keys = (struct group_keys){
        .columns = folding.columns,
        .count = group_by_keys(window->settings.group, folding.columns),
        .context = &table->context,
    };
    if (!take_members(&folding))
        return false;
    if (folding.count == 0 && window->rows.count > 0)
        return true;
    folded = allocate(&folding) && fold(&folding);
    window->rows.branched = window->rows.grouped = folded;
    free(folding.keyed);
    free(folding.cpu_ns);
    if (!folded)
        window->rows.count = 0;
    return folded;
}
