/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/ended/exit_table.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"

void exit_table_fini(struct exit_table *table)
{
    hash_table_fini(&table->by_tgid);
    free(table->entries);
    *table = (struct exit_table){0};
}

void exit_table_clear(struct exit_table *table)
{
    hash_table_fini(&table->by_tgid);
    *table = (struct exit_table){.entries = table->entries, .capacity = table->capacity};
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

struct exit_entry *exit_table_find(const struct exit_table *table, pid_t tgid)
{
    const struct lookup lookup = {table, tgid};
    const size_t at = hash_table_find(&table->by_tgid, (uint64_t)tgid, has_tgid, &lookup);

    return at == HASH_NONE ? NULL : &table->entries[at];
}

static struct exit_entry *append(struct exit_table *table, const struct exit_entry *entry)
{
    if (ARRAY_RESERVE(&table->entries, &table->capacity, table->count + 1) < 0 ||
        hash_table_add(&table->by_tgid, (uint64_t)entry->tgid, table->count) < 0)
        return NULL;
    table->entries[table->count] = *entry;
    return &table->entries[table->count++];
}

/* Drops entries of exited processes: ancestors have their exits now. False: no memory. */
static bool compact(struct exit_table *table)
{
    const size_t count = table->count;

    hash_table_fini(&table->by_tgid);
    table->count = 0;
    for (size_t i = 0; i < count; i++) {
        const struct exit_entry entry = table->entries[i];

        if ((entry.processes > 0 || entry.threads > 0) && !append(table, &entry))
            return false;
    }
    return true;
}

/* The entry of a process, with zeros if it is new; NULL: is_lost, after which none is added. */
static struct exit_entry *take_entry(struct exit_table *table, pid_t tgid)
{
    struct exit_entry *entry = exit_table_find(table, tgid);

    if (entry || table->is_lost)
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

static void add_process(struct exit_table *table, const struct recent_exit *exit)
{
    struct exit_entry *own = exit_table_find(table, exit->tgid);
    const uint64_t processes = own ? own->processes : 0;
    struct exit_entry *entry;

    if (own)
        own->processes = own->threads = 0;
    table->processes++;
    if (exit->parent == 0) {
        table->unparented += processes + 1;
        return;
    }
    entry = take_entry(table, exit->parent);
    if (entry)
        entry->processes += processes + 1;
}

/* Moves one leader out of the ring, into the sums if its process exited. */
static void settle_one(struct exit_table *table, struct recent_exit *exit)
{
    if (exit->tgid != 0)
        add_process(table, exit);
    *exit = (struct recent_exit){0};
}

void exit_table_add_leader(struct exit_table *table, pid_t tgid, pid_t parent)
{
    struct recent_exit *exit = &table->recent[table->recent_count++ % EXIT_RECENT];

    settle_one(table, exit);
    *exit = (struct recent_exit){tgid, parent};
    table->threads++;
}

/* Its process lives on, or has been counted. */
static void forget_leader(struct exit_table *table, pid_t tgid)
{
    for (size_t i = 0; i < EXIT_RECENT; i++)
        if (table->recent[i].tgid == tgid)
            table->recent[i].tgid = 0;
}

void exit_table_add_exec(struct exit_table *table, pid_t tgid)
{
    forget_leader(table, tgid);
}

/* A process that lived on without its leader has exited. */
static void settle_gone(struct exit_table *table, struct seen_process *row)
{
    row->lost_leader = false;
    forget_leader(table, seen_tgid(&row->seen)); /* execve(2) may have given it one again */
    add_process(table, &(struct recent_exit){seen_tgid(&row->seen), row->ppid});
}

/* Whether another process than the one whose leader exited has its PID by now. */
static bool is_reused(const struct seen_lists *seen, const struct seen_process *row)
{
    return row->is_new && seen_started(seen, row) && !row->leader_is_zombie;
}

void exit_table_settle(struct exit_table *table, struct seen_lists *seen)
{
    for (size_t i = 0; i < seen->processes.count; i++) {
        struct seen_process *row = ledger_at(&seen->processes, i);

        if (!ledger_is_gone(&seen->processes, &row->seen.id))
            row->lost_leader = row->leader_is_zombie && (row->has_threads || row->lost_leader);
        else if (row->lost_leader)
            settle_gone(table, row);
    }
    for (size_t i = 0; i < EXIT_RECENT; i++) {
        struct recent_exit *exit = &table->recent[table->recent_count++ % EXIT_RECENT];
        struct seen_process *row = seen_find_process(seen, exit->tgid);

        if (row && !is_reused(seen, row)) {
            row->lost_leader = row->has_threads;
            if (row->has_threads)
                *exit = (struct recent_exit){0};
        }
        settle_one(table, exit);
    }
}
