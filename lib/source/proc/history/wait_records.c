/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/history/wait_records.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "lib/base/task_flags.h"
#include "lib/task/details.h"
#include "lib/wait/call.h"

void wait_records_fini(struct wait_records *records)
{
    free(records->now.records);
    free(records->before.records);
    *records = (struct wait_records){0};
}

bool wait_records_follow(const struct wait_records *records, unsigned scan)
{
    return records->now.count > 0 && records->now.scan + 1 == scan;
}

/* The first time after each scan: begins a new list. What was kept for another scan is forgotten.
 */
static void begin(struct wait_records *records, unsigned scan)
{
    const struct wait_record_list before = records->before;

    if (records->now.scan == scan)
        return;
    records->before = records->now;
    records->now = before;
    records->now.count = 0;
    records->now.scan = scan;
    if (records->before.scan + 1 != scan)
        records->before.count = 0;
    records->before.next = 0;
}

static const struct wait_record *find(struct wait_record_list *before, uint64_t key)
{
    while (before->next < before->count && before->records[before->next].key < key)
        before->next++;
    return before->next < before->count && before->records[before->next].key == key
               ? &before->records[before->next]
               : NULL;
}

int wait_records_show(struct wait_records *records, unsigned scan, struct snapshot *snapshot,
                      struct task *task, need_t need)
{
    const struct wait_record *record;
    struct task_details *details;

    begin(records, scan);
    record = task->is_recalled ? find(&records->before, task_key(task)) : NULL;
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
               ? detail_keep(detail_find(NEED_SYSCALL), details, &snapshot->arena, &record->call,
                             sizeof(record->call))
               : 0;
}

/*
 * Whether it will be true of the task until that runs: who ran when it was asked may have begun to
 * wait without having run longer, and a debugger may change who is stopped.
 */
static bool is_final(const struct task *task)
{
    const struct task_syscall *call = task->details->syscall;

    return !task->is_left_out && (task->state == 'S' || task->state == STATE_BLOCKED) &&
           (!call || call->place != PLACE_CPU);
}

int wait_records_keep(struct wait_records *records, unsigned scan, const struct task *task)
{
    struct wait_record_list *now = &records->now;
    const struct task_details *details = task->details;
    const uint64_t key = task_key(task);
    struct wait_record *record;

    begin(records, scan);
    if (!(task->have & NEED_WAIT_RECORDS) || !is_final(task) ||
        (now->count > 0 && now->records[now->count - 1].key >= key))
        return 0;
    if (ARRAY_RESERVE(&now->records, &now->capacity, now->count + 1) < 0)
        return -ENOMEM;
    record = &now->records[now->count++];
    *record = (struct wait_record){
        .key = key,
        .have = task->have & NEED_WAIT_RECORDS,
        .has_call = details->syscall != NULL,
        .sleeps_for = details->sleeps_for,
        .run_delay_ns = details->run_delay_ns,
        .voluntary_switches = details->voluntary_switches,
        .forced_switches = details->forced_switches,
    };
    if (details->syscall)
        record->call = *details->syscall;
    return 0;
}
