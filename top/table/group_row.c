/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the row of a group shows: its label, its average number of threads, and values of fields. */
#include "top/table/table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/task_flags.h"
#include "lib/base/units.h"
#include "lib/source/source.h"
#include "lib/text/names.h"
#include "lib/text/pool_name.h"

/* The label of tasks without a container, pod or wait. */
#define LABEL_NONE "-"

#define LABEL_KERNEL "[kernel]"

/* Room for most labels; longer ones are cut. */
#define LABEL_SIZE 512

/* A sample that covers this time has half of the weight. */
#define PERIOD_NS (60 * NS_PER_S)

/* Smaller averages of groups without threads are dropped. */
#define LEAST 0.05

static bool have_same_comm(const struct group_members *members)
{
    const char *comm = task_name(group_members_at(members, 0));

    for (size_t i = 1; i < members->count; i++)
        if (strcmp(task_name(group_members_at(members, i)), comm) != 0)
            return false;
    return true;
}

/* For exited tasks only the name, without quotes: it is quoted when it is shown. */
static void put_pool(const struct group_row *row, char *label)
{
    const struct task *first = group_members_at(&row->members, 0);
    const char *name = task_name(first);
    char pool[POOL_NAME_SIZE];

    pool_name(name, pool);
    name = have_same_comm(&row->members) ? pool_name_of_same(name, pool) : pool;
    if (first->is_ended)
        snprintf(label, LABEL_SIZE, "%s", name);
    else if (first->flags & PF_KTHREAD && !group_pool_has_number(pool) && name == pool)
        snprintf(label, LABEL_SIZE, "%s", LABEL_KERNEL);
    else
        pool_label(name, first->flags & PF_KTHREAD, label);
}

/* The name of a thread's process. */
static void put_program(const struct task *first, const struct sample *sample, char *label)
{
    const struct task *process = sample_find_leader(sample, first->kind, first->tgid);

    if (first->flags & PF_KTHREAD)
        snprintf(label, LABEL_SIZE, "%s", LABEL_KERNEL);
    else
        pool_label(task_name(process ? process : first), false, label);
}

/* The session's ID, and the name of its leader while it exists. */
static void put_session(const struct task *first, const struct sample *sample, char *label)
{
    const pid_t sid = first->process->sid;
    const struct task *leader = sid ? sample_find_leader(sample, first->kind, sid) : NULL;

    if (leader)
        snprintf(label, LABEL_SIZE, "%d %s", (int)sid, task_name(leader));
    else
        snprintf(label, LABEL_SIZE, "%d", (int)sid);
}

/* With version 2 only the path; with version 1 the line of systemd's hierarchy, or the first. */
static void put_cgroup(const struct task *first, const struct column_context *context, char *label)
{
    static const char unified[] = "0::";
    const struct value name = column_value(column_find("cgname"), first, context);
    const char *path = name.kind == VALUE_TEXT ? name.as.text : LABEL_NONE;

    if (strncmp(path, unified, strlen(unified)) == 0)
        path += strlen(unified);
    snprintf(label, LABEL_SIZE, "%.*s", (int)strcspn(path, "\n"), path);
}

/* The value of column `code`, after that of column `before` if it has one: "shop/web-0". */
static void put_texts(const struct task *first, const char *before, const char *code,
                      const struct column_context *context, char *label)
{
    const struct value space =
        before ? column_value(column_find(before), first, context) : value_none();
    const struct value text = column_value(column_find(code), first, context);

    if (text.kind != VALUE_TEXT)
        snprintf(label, LABEL_SIZE, "%s", LABEL_NONE);
    else if (space.kind == VALUE_TEXT)
        snprintf(label, LABEL_SIZE, "%.*s/%.*s", (int)space.len, space.as.text, (int)text.len,
                 text.as.text);
    else
        snprintf(label, LABEL_SIZE, "%.*s", (int)text.len, text.as.text);
}

static void put_user(const struct task *first, const struct column_context *context, char *label)
{
    char number[USER_NUMBER_SIZE];

    snprintf(label, LABEL_SIZE, "%s",
             name_cache_user_or_number(context->names, first->euid, number));
}

/* Whether exited tasks have what a group's label is made of. */
static bool has_label(const struct task *first, enum group_by by)
{
    return by == GROUP_BY_POOL || by == GROUP_BY_POOL_WAIT ||
           (by == GROUP_BY_USER && first->have & NEED_OWNER);
}

static void put_label(const struct group_row *row, enum group_by by, const struct sample *sample,
                      const struct column_context *context, char *label)
{
    const struct task *first = group_members_at(&row->members, 0);

    if (first->is_ended && !has_label(first, by)) {
        snprintf(label, LABEL_SIZE, "%s", have_same_comm(&row->members) ? task_name(first) : "");
        return;
    }
    switch (by) {
    case GROUP_BY_PROGRAM:
        put_program(first, sample, label);
        break;
    case GROUP_BY_USER:
        put_user(first, context, label);
        break;
    case GROUP_BY_SESSION:
        put_session(first, sample, label);
        break;
    case GROUP_BY_CGROUP:
        put_cgroup(first, context, label);
        break;
    case GROUP_BY_CONTAINER:
        put_texts(first, NULL, "container", context, label);
        break;
    case GROUP_BY_POD:
        put_texts(first, "podns", "pod", context, label);
        break;
    case GROUP_BY_WAIT:
        put_texts(first, NULL, "wait", context, label);
        break;
    default:
        put_pool(row, label);
        break;
    }
}

bool group_label_set(struct group_row *row, enum group_by by, const struct sample *sample,
                     const struct column_context *context)
{
    const struct task *first = group_members_at(&row->members, 0);
    const struct task *process =
        row->tgid && !first->is_ended ? sample_find_leader(sample, first->kind, row->tgid) : NULL;
    char label[LABEL_SIZE];

    put_label(row, by, sample, context, label);
    row->task.comm = name_cache_text(context->names, label, strlen(label));
    if (process && !(by == GROUP_BY_SESSION && process->tgid == process->process->sid))
        row->program = process->comm;
    return row->task.comm;
}

/* The groups of a sample: their number of threads. */
struct group_counts {
    const struct group_average *list;
    size_t count;
    uint64_t sample_ns;
};

struct wanted {
    const struct group_averages *averages;
    uint64_t id;
};

static bool is_wanted(const void *key, size_t index)
{
    const struct wanted *wanted = key;

    return wanted->id == wanted->averages->list[index].id;
}

/* NULL if there is none. */
static struct group_average *find(const struct group_averages *averages, uint64_t id)
{
    const struct wanted wanted = {averages, id};
    const size_t index = hash_table_find(&averages->by_id, id, is_wanted, &wanted);

    return index == HASH_NONE ? NULL : &averages->list[index];
}

static int add(struct group_averages *to, uint64_t id, double threads)
{
    if (ARRAY_RESERVE(&to->list, &to->capacity, to->count + 1) < 0 ||
        hash_table_add(&to->by_id, id, to->count) < 0)
        return -ENOMEM;
    to->list[to->count++] = (struct group_average){id, threads};
    return 0;
}

/* The weight of a sample in the new averages. */
static double weight_of(const struct group_averages *averages, uint64_t sample_ns)
{
    const double since_ns = (double)(sample_ns - averages->sample_ns);

    return averages->sample_ns == 0 ? 1 : since_ns / (since_ns + (double)PERIOD_NS);
}

static int make_next(const struct group_averages *averages, const struct group_counts *counts,
                     struct group_averages *next)
{
    const double weight = weight_of(averages, counts->sample_ns);
    int result = 0;

    for (size_t i = 0; result == 0 && i < counts->count; i++) {
        const struct group_average *now = &counts->list[i];
        const struct group_average *before = find(averages, now->id);
        const double rest = before ? before->threads * (1 - weight) : 0;

        result = add(next, now->id, rest + now->threads * weight);
    }
    for (size_t i = 0; result == 0 && i < averages->count; i++) {
        const struct group_average *before = &averages->list[i];
        const double rest = before->threads * (1 - weight);

        if (rest >= LEAST && !find(next, before->id))
            result = add(next, before->id, rest);
    }
    return result;
}

/*
 * Adds a sample, unless it is not newer than the last one. Groups without a count have no threads
 * in it. 0 or -ENOMEM; then all samples are forgotten.
 */
static int add_sample(struct group_averages *averages, const struct group_counts *counts)
{
    struct group_averages next = {.sample_ns = counts->sample_ns};
    int result;

    if (averages->sample_ns >= counts->sample_ns)
        return 0;
    result = make_next(averages, counts, &next);
    group_averages_fini(averages);
    if (result == 0)
        *averages = next;
    else
        group_averages_fini(&next);
    return result;
}

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
    const struct group_average *average;
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
    result = add_sample(&rows->averages, &sizes);
    free(list);
    for (size_t i = 0; i < rows->grouping.count && result == 0; i++)
        if ((average = find(&rows->averages, rows->groups[i].id)))
            rows->groups[i].threads = average->threads;
    return result == 0;
}

/* "4711 exec-7" */
static struct value value_hottest(const struct group_row *group,
                                  const struct column_context *context)
{
    const struct task *task = group->hottest;
    char text[96];
    int len;

    if (!task || task->is_ended)
        return value_none();
    len = snprintf(text, sizeof(text), "%d %s", (int)task->tid, task_name(task));
    if (len >= (int)sizeof(text))
        len = (int)sizeof(text) - 1;
    return value_string(name_cache_text(context->names, text, (size_t)len));
}

struct value group_value(const struct group_row *group, enum field_id id,
                         const struct column *column, const struct column_context *context)
{
    switch (id) {
    case FIELD_PID:
        return group->tgid ? value_int(group->tgid) : value_none();
    case FIELD_COMMAND:
        return value_string(group->task.comm);
    case FIELD_S:
        if (group->task.state == STATE_RUNNING)
            return column_value(column, &group->task, context);
        break;
    case FIELD_P99:
        return group->task.is_ended ? value_none() : value_uint(group->p99_ns);
    case FIELD_HOTTEST:
        return value_hottest(group, context);
    case FIELD_AVTH:
        return group->threads < 0 ? value_none() : value_real(group->threads);
    default:
        break;
    }
    return column->figure->sum == SUM_NONE ? group_common(&group->members, column, context)
                                           : group_sum(&group->members, column, context);
}

struct value group_sort_value(const struct group_row *group, enum field_id id,
                              const struct column *column, const struct column_context *context)
{
    const struct figure *figure = column->figure;
    const struct value value = group_value(group, id, column, context);
    const bool is_shared = figure->sum == SUM_NONE && value.kind != VALUE_NONE;

    /* The column may sort by another value, which all members share as well. */
    if (is_shared && id != FIELD_COMMAND && (figure->sort_value || figure->sort.type))
        return column_sort_value(column, &group->task, context);
    return value;
}
