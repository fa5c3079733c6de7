/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/ended.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/units.h"
#include "lib/text/escape.h"
#include "lib/text/i18n.h"

#define HISTORY_NS ((uint64_t)(60 * NS_PER_S))
#define STRETCH_NS ((uint64_t)(5 * NS_PER_S))

_Static_assert((ENDED_STRETCHES - 1) * STRETCH_NS >= HISTORY_NS, "the stretches cover the time");

void ended_sample_fini(struct ended_sample *ended)
{
    snapshot_fini(&ended->rows);
    *ended = (struct ended_sample){0};
}

void ended_sample_clear(struct ended_sample *ended)
{
    snapshot_clear(&ended->rows);
    *ended = (struct ended_sample){
        .rows = ended->rows,
        .processes = ENDED_NOT_KNOWN,
        .threads = ENDED_NOT_KNOWN,
        .forks = ENDED_NOT_KNOWN,
        .execs = ENDED_NOT_KNOWN,
    };
}

void ended_put_name(struct buf *out, const char *comm, const struct task_ended *ended)
{
    char quoted[QUOTED_SIZE];

    if (ended->count > 0)
        buf_printf(out, "x%ju ", (uintmax_t)ended->count);
    buf_puts(out, *comm ? escape_quote(comm, quoted) : "-");
    if (!ended->by)
        return;
    if (*ended->by && ended->by_pid > 0)
        buf_printf(out, " (by %s %d)", escape_quote(ended->by, quoted), (int)ended->by_pid);
    else if (*ended->by)
        buf_printf(out, " (by %s)", escape_quote(ended->by, quoted));
    else if (!*comm)
        buf_printf(out, " (%s)", _("parent unknown"));
}

/* Tasks of an unknown owner sort last. */
static uint64_t owner_of(const struct task *task)
{
    return task->have & NEED_OWNER ? task->euid : UINT64_MAX;
}

/* Compares by kind, name, parent's name and user. */
static int compare_tasks(const void *left, const void *right)
{
    const struct task *a = left, *b = right;
    int order = (a->kind > b->kind) - (a->kind < b->kind);

    if (order == 0)
        order = strcmp(a->comm, b->comm);
    if (order == 0)
        order = strcmp(a->details->ended->by, b->details->ended->by);
    if (order == 0)
        order = (owner_of(a) > owner_of(b)) - (owner_of(a) < owner_of(b));
    return order;
}

/* The average lifetime of the tasks of two rows; -1 if either one is unknown. */
static int64_t mean_lifetime(const struct task_ended *one, const struct task_ended *other)
{
    const uint64_t count = one->count + other->count;

    if (one->lifetime_ns < 0 || other->lifetime_ns < 0 || count == 0)
        return -1;
    return (int64_t)(((double)one->lifetime_ns * (double)one->count +
                      (double)other->lifetime_ns * (double)other->count) /
                     (double)count);
}

/* Adds the figures of a row to another one that compares equal. */
static int add_alike(struct arena *arena, struct task *to, const struct task *task)
{
    struct task_ended *sum = arena_alloc(arena, sizeof(*sum));
    const struct task_ended *one = to->details->ended, *other = task->details->ended;

    if (!sum)
        return -ENOMEM;
    *sum = *one;
    sum->count = one->count + other->count;
    sum->lifetime_ns = mean_lifetime(one, other);
    sum->by_pid = one->by_pid == other->by_pid ? one->by_pid : 0;
    to->details->ended = sum;
    to->utime_ns += task->utime_ns;
    to->minflt += task->minflt;
    to->majflt += task->majflt;
    return 0;
}

static int merge_alike(struct snapshot *rows)
{
    struct task *tasks = rows->tasks;
    size_t count = 0;
    int result = 0;

    for (size_t i = 0; i < rows->count && result == 0; i++) {
        if (count > 0 && compare_tasks(&tasks[count - 1], &tasks[i]) == 0)
            result = add_alike(&rows->arena, &tasks[count - 1], &tasks[i]);
        else
            tasks[count++] = tasks[i];
    }
    rows->count = count;
    return result;
}

static uint32_t limited(uint64_t number)
{
    return number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
}

/* All that new rows have used is new: the differences are the totals. */
static void set_differences(struct ended_sample *ended)
{
    for (size_t i = 0; i < ended->rows.count; i++) {
        struct task *task = &ended->rows.tasks[i];

        task->have |= NEED_DELTA;
        task->delta_cpu_ns = task->utime_ns;
        task->delta_minflt = limited(task->minflt);
        task->delta_majflt = limited(task->majflt);
        ended->cpu_ns += task->utime_ns;
    }
    ended->fresh = ended->rows.count;
}

static const char *copy_name(struct snapshot *to, const char *name)
{
    return arena_copy(&to->arena, name, strlen(name));
}

static struct task *add_copy(struct snapshot *to, const struct task *from)
{
    struct task_ended *ended = arena_alloc(&to->arena, sizeof(*ended));
    struct task *task = snapshot_add(to);
    struct task_details *details;

    if (!ended || !task)
        return NULL;
    *task = *from;
    task->details = NULL;
    details = snapshot_add_details(to, task);
    if (!details)
        return NULL;
    *ended = *from->details->ended;
    task->comm = copy_name(to, from->comm);
    ended->by = copy_name(to, ended->by);
    details->ended = ended;
    return task->comm && ended->by ? task : NULL;
}

static int keep(struct snapshot *rows, const struct task *before)
{
    struct task *task = add_copy(rows, before);

    if (!task)
        return -ENOMEM;
    task->delta_cpu_ns = 0;
    task->delta_minflt = task->delta_majflt = 0;
    return 0;
}

int ended_sample_complete(struct ended_sample *ended, const struct snapshot *before)
{
    struct snapshot *rows = &ended->rows;
    size_t next = 0;
    int result;

    if (rows->count > 1)
        qsort(rows->tasks, rows->count, sizeof(*rows->tasks), compare_tasks);
    result = merge_alike(rows);
    set_differences(ended);
    for (size_t i = 0; i < before->count && result == 0; i++) {
        const struct task *task = &before->tasks[i];

        while (next < ended->fresh && compare_tasks(&rows->tasks[next], task) < 0)
            next++;
        if (next == ended->fresh || compare_tasks(&rows->tasks[next], task) != 0)
            result = keep(rows, task);
    }
    return result;
}

int ended_sample_copy_fresh(const struct ended_sample *ended, struct snapshot *to)
{
    snapshot_clear(to);
    for (size_t i = 0; i < ended->fresh; i++)
        if (!add_copy(to, &ended->rows.tasks[i]))
            return -ENOMEM;
    return 0;
}

/* --- the last minute --- */

void ended_table_fini(struct ended_table *table)
{
    hash_table_fini(&table->by_names);
    free(table->rows);
    *table = (struct ended_table){0};
}

static void clear_table(struct ended_table *table)
{
    hash_table_fini(&table->by_names);
    table->count = 0;
}

void ended_history_fini(struct ended_history *history)
{
    for (size_t i = 0; i < ENDED_STRETCHES; i++)
        ended_table_fini(&history->stretches[i].table);
    *history = (struct ended_history){0};
}

struct lookup {
    const struct ended_table *table;
    const struct ended_names *names;
};

static bool has_names(const void *key, size_t index)
{
    const struct lookup *lookup = key;

    return memcmp(&lookup->table->rows[index].names, lookup->names, sizeof(*lookup->names)) == 0;
}

static size_t find(const struct ended_table *table, const struct ended_names *names, uint64_t *hash)
{
    const struct lookup lookup = {table, names};

    *hash = hash_bytes(HASH_SEED, names, sizeof(*names));
    return hash_table_find(&table->by_names, *hash, has_names, &lookup);
}

/* The row of these names; at `most` rows, that of all other names; NULL: out of memory. */
static struct ended_past *take_row(struct ended_table *table, const struct ended_names *names,
                                   size_t most)
{
    static const struct ended_names others;
    uint64_t hash;
    size_t at = find(table, names, &hash);

    if (at == HASH_NONE && table->count >= most) {
        names = &others;
        at = find(table, names, &hash);
    }
    if (at != HASH_NONE)
        return &table->rows[at];
    if (ARRAY_RESERVE(&table->rows, &table->capacity, table->count + 1) < 0 ||
        hash_table_add(&table->by_names, hash, table->count) < 0)
        return NULL;
    table->rows[table->count] = (struct ended_past){.names = *names};
    return &table->rows[table->count++];
}

static int add(struct ended_table *table, const struct ended_past *past, size_t most)
{
    struct ended_past *row = take_row(table, &past->names, most);

    if (!row)
        return -ENOMEM;
    row->count += past->count;
    row->cpu_ns += past->cpu_ns;
    return 0;
}

static void put_name(char name[TASK_COMM_LEN], const char *text)
{
    memcpy(name, text, strnlen(text, TASK_COMM_LEN - 1));
}

/*
 * The table of the current stretch. After STRETCH_NS the next stretch begins, in place of the
 * oldest one.
 */
static struct ended_table *current_table(struct ended_history *history, uint64_t now_ns)
{
    const uint64_t start_ns = history->stretches[history->newest].start_ns;

    if (start_ns == 0 || now_ns - start_ns >= STRETCH_NS) {
        history->newest = (history->newest + 1) % ENDED_STRETCHES;
        history->stretches[history->newest].start_ns = now_ns;
        clear_table(&history->stretches[history->newest].table);
    }
    return &history->stretches[history->newest].table;
}

int ended_history_add(struct ended_history *history, const struct ended_sample *ended,
                      uint64_t now_ns)
{
    struct ended_table *table;
    int result = 0;

    history->now_ns = now_ns;
    table = current_table(history, now_ns);
    for (size_t i = 0; i < ended->fresh && result == 0; i++) {
        const struct task *task = &ended->rows.tasks[i];
        const struct task_ended *more = task->details->ended;
        struct ended_past past = {.count = more->count, .cpu_ns = task->delta_cpu_ns};

        put_name(past.names.comm, task->comm);
        put_name(past.names.by, more->by);
        result = add(table, &past, ENDED_NAMES_MAX);
    }
    return result;
}

static int compare_cpu(const void *left, const void *right)
{
    const struct ended_past *a = left, *b = right;

    if (a->cpu_ns != b->cpu_ns)
        return a->cpu_ns < b->cpu_ns ? 1 : -1;
    if (a->count != b->count)
        return a->count < b->count ? 1 : -1;
    return memcmp(&a->names, &b->names, sizeof(a->names));
}

static bool is_meant(const struct ended_names *names, const struct ended_names *wanted)
{
    return !*wanted->comm || memcmp(names->comm, wanted->comm, sizeof(names->comm)) == 0 ||
           memcmp(names->by, wanted->comm, sizeof(names->by)) == 0;
}

int ended_history_list(const struct ended_history *history, const char *name,
                       struct ended_table *out)
{
    struct ended_names wanted = {.comm = ""};
    int result = 0;

    put_name(wanted.comm, name);
    clear_table(out);
    for (size_t i = 0; i < ENDED_STRETCHES; i++) {
        const struct ended_table *table = &history->stretches[i].table;

        if (history->now_ns - history->stretches[i].start_ns >= HISTORY_NS)
            continue;
        for (size_t row = 0; row < table->count && result == 0; row++)
            if (is_meant(&table->rows[row].names, &wanted))
                result = add(out, &table->rows[row], SIZE_MAX);
    }
    if (out->count > 1)
        qsort(out->rows, out->count, sizeof(*out->rows), compare_cpu);
    return result;
}
