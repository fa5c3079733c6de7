/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/ended_history.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/units.h"

#define HISTORY_NS ((uint64_t)(60 * NS_PER_S))
#define STRETCH_NS ((uint64_t)(5 * NS_PER_S))

_Static_assert((ENDED_STRETCHES - 1) * STRETCH_NS >= HISTORY_NS, "the stretches cover the time");

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
