/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/history/wait_records.h"

#include <errno.h>

#include "lib/base/task_flags.h"
#include "lib/task/fields.h"
#include "lib/wait/call.h"

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
        ledger_begin(&records->rows, sizeof(struct wait_record)); /* drops all rows */
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
