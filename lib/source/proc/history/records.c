/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/history/records.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/task_flags.h"
#include "lib/task/fields.h"

/* A PID may be reused: recall.c sees that by the clock or the start time, which rows lack. */
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

/* --- waits --- */

void wait_records_fini(struct wait_records *records)
{
    ledger_fini(&records->rows);
    *records = (struct wait_records){0};
}

bool wait_records_follow(const struct wait_records *records, unsigned scan)
{
    return records->rows.met + records->rows.added_count > 0 && records->scan + 1 == scan;
}

/*
 * Begins a new ledger scan on the first call after a scan. Drops records older than the scan
 * before.
 */
static void begin(struct wait_records *records, unsigned scan)
{
    if (records->scan == scan)
        return;
    records->rows.name = "waits";
    if (records->scan + 1 != scan)
        ledger_clear(&records->rows);
    ledger_begin(&records->rows, sizeof(struct wait_record));
    records->scan = scan;
}

int wait_records_show(struct wait_records *records, unsigned scan, struct snapshot *snapshot,
                      struct task *task, need_t need)
{
    const struct wait_record *record;
    struct task_details *details;

    begin(records, scan);
    record = task->is_recalled ? ledger_find_gone(&records->rows, task_key(task)) : NULL;
    need &= record ? record->have & ~task->have : 0;
    if (!need)
        return 0;
    details = snapshot_add_details(snapshot, task);
    if (!details)
        return -ENOMEM;
    if (need & NEED_WAIT)
        details->sleeps_for = record->sleeps_for;
    if (need & NEED_RUN_DELAY)
        details->run_delay_ns = record->run_delay_ns;
    if (need & NEED_SWITCHES) {
        details->voluntary_switches = record->voluntary_switches;
        details->forced_switches = record->forced_switches;
    }
    task->have |= need;
    return need & NEED_SYSCALL && record->has_call
               ? task_field_keep(task_field_find(NEED_SYSCALL), details, &snapshot->arena,
                                 &record->call, sizeof(record->call))
               : 0;
}

/*
 * Whether the wait stays the same until the task runs. A task that was running when it was read may
 * have begun to wait since without using measurable CPU time; and a debugger may resume a stopped
 * task.
 */
static bool is_final(const struct task *task)
{
    const struct task_syscall *call = task->details->syscall;

    return !task->is_left_out && (task->state == 'S' || task->state == STATE_BLOCKED) &&
           (!call || call->place != PLACE_CPU);
}

int wait_records_keep(struct wait_records *records, unsigned scan, const struct task *task)
{
    const struct task_details *details = task->details;
    struct wait_record *record;
    bool is_new;

    begin(records, scan);
    if (!(task->have & NEED_WAIT_RECORDS) || !is_final(task))
        return 0;
    record = ledger_take(&records->rows, task_key(task), task->start_ns, &is_new);
    if (!record)
        return -ENOMEM;
    record->have = task->have & NEED_WAIT_RECORDS;
    record->has_call = details->syscall != NULL;
    record->sleeps_for = details->sleeps_for;
    record->run_delay_ns = details->run_delay_ns;
    record->voluntary_switches = details->voluntary_switches;
    record->forced_switches = details->forced_switches;
    if (details->syscall)
        record->call = *details->syscall;
    return 0;
}
