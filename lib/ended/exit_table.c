/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/ended/exit_table.h"

#include <stdlib.h>

#include "lib/base/array.h"

void exit_table_fini(struct exit_table *table)
{
    hash_table_fini(&table->by_tgid);
    free(table->entries);
    *table = (struct exit_table){0};
}

static void forget_entries(struct exit_table *table)
{
    hash_table_fini(&table->by_tgid);
    table->by_tgid = (struct hash_table){0};
    table->count = 0;
}

void exit_table_clear(struct exit_table *table)
{
    forget_entries(table);
    table->processes = table->threads = table->unparented = 0;
    table->is_lost = false;
}

struct lookup {
    const struct exit_table *table;
    pid_t tgid;
};

static bool has_tgid(const void *key, size_t index)
{
    const struct lookup *lookup = key;

    return lookup->table->entries[index].tgid == lookup->tgid;
}

static struct exit_entry *find(const struct exit_table *table, pid_t tgid)
{
    const struct lookup lookup = {table, tgid};
    const size_t at = hash_table_find(&table->by_tgid, (uint64_t)tgid, has_tgid, &lookup);

    return at == HASH_NONE ? NULL : &table->entries[at];
}

const struct exit_entry *exit_table_find(const struct exit_table *table, pid_t tgid)
{
    return find(table, tgid);
}

static struct exit_entry *append(struct exit_table *table, const struct exit_entry *entry)
{
    if (ARRAY_RESERVE(&table->entries, &table->capacity, table->count + 1) < 0 ||
        hash_table_add(&table->by_tgid, (uint64_t)entry->tgid, table->count) < 0)
        return NULL;
    table->entries[table->count] = *entry;
    return &table->entries[table->count++];
}

/* Forgets those that have ended themselves, whose exits have become others'. False: no memory. */
static bool compact(struct exit_table *table)
{
    const size_t count = table->count;

    forget_entries(table);
    for (size_t i = 0; i < count; i++) {
        const struct exit_entry entry = table->entries[i];

        if ((entry.processes > 0 || entry.threads > 0) && !append(table, &entry))
            return false;
    }
    return true;
}

/* The entry of a process, with zeros if it is new; NULL: is_lost. */
static struct exit_entry *take_entry(struct exit_table *table, pid_t tgid)
{
    struct exit_entry *entry = find(table, tgid);

    if (entry)
        return entry;
    if (table->count < EXIT_ENTRIES || (compact(table) && table->count < EXIT_ENTRIES))
        entry = append(table, &(struct exit_entry){.tgid = tgid});
    table->is_lost |= !entry;
    return entry;
}

void exit_table_add_thread(struct exit_table *table, pid_t tgid)
{
    struct exit_entry *entry = take_entry(table, tgid);

    table->threads++;
    if (entry)
        entry->threads++;
}

void exit_table_add_process(struct exit_table *table, pid_t tgid, pid_t parent)
{
    struct exit_entry *own = find(table, tgid);
    const uint64_t processes = own ? own->processes : 0;
    struct exit_entry *entry;

    if (own)
        own->processes = own->threads = 0;
    table->processes++;
    table->threads++;
    if (parent == 0) {
        table->unparented += processes + 1;
        return;
    }
    entry = take_entry(table, parent);
    if (entry)
        entry->processes += processes + 1;
}
