/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/history/group_records.h"

#include <errno.h>
#include <stdlib.h>

/* A PID may be reused: recall.c resets the record then, by the clock. So rows have no start time.
 */
struct group_row {
    struct ledger_id id;
    struct group_record *group; /* NULL: freed, or memory was short */
};

static void free_threads(struct group_record *group)
{
    who_ran_fini(&group->who);
    thread_order_fini(&group->order);
}

static void free_record(struct group_row *row)
{
    if (row->group)
        free_threads(row->group);
    free(row->group);
    row->group = NULL;
}

/* Frees all records, or those of exited processes. */
static void free_records(struct group_records *records, bool all)
{
    ledger_end(&records->rows);
    for (size_t i = 0; i < records->rows.count; i++) {
        struct group_row *row = ledger_at(&records->rows, i);

        if (all || ledger_is_gone(&records->rows, &row->id))
            free_record(row);
    }
    records->current = NULL;
}

void group_records_fini(struct group_records *records)
{
    free_records(records, true);
    ledger_fini(&records->rows);
    *records = (struct group_records){0};
}

void group_records_begin(struct group_records *records)
{
    records->rows.name = "processes";
    ledger_begin(&records->rows, sizeof(struct group_row));
    records->scan++;
    records->current = NULL;
}

void group_records_end(struct group_records *records)
{
    free_records(records, false);
}

int group_records_enter(struct group_records *records, pid_t tgid)
{
    bool is_new;
    struct group_row *row = ledger_take(&records->rows, (uint64_t)tgid, 0, &is_new);

    if (row && !row->group) {
        row->group = calloc(1, sizeof(*row->group));
        if (row->group)
            row->group->tgid = tgid;
    }
    records->current = row ? row->group : NULL;
    return records->current ? 0 : -ENOMEM;
}

uint64_t group_records_count_threads(const struct group_records *records)
{
    uint64_t count = 0;

    for (size_t i = 0; i < records->rows.count; i++) {
        const struct group_row *row = ledger_at(&records->rows, i);

        count += row->group ? (uint64_t)row->group->nlwp : 0;
    }
    return count;
}

void group_record_reset(struct group_record *group)
{
    free_threads(group);
    *group = (struct group_record){.tgid = group->tgid};
}
