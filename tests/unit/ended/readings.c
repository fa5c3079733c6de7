/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ended/readings.h"

#include <check.h>
#include <string.h>

static void add_row(struct snapshot *snapshot, const struct reading_row *row, uint64_t group_ms)
{
    struct task *task = snapshot_add(snapshot);
    struct process process = {
        .ppid = row->ppid, .cutime_ns = MS(row->reaped_ms), .group_cpu_ns = MS(group_ms)};

    ck_assert_ptr_nonnull(task);
    task->tgid = row->tgid;
    task->tid = row->tid ? row->tid : row->tgid;
    task->kind = row->tid ? TASK_THREAD : TASK_PROCESS;
    task->have = NEED_STAT | NEED_COMM;
    task->comm = row->comm ? row->comm : "";
    task->start_ns = MS(row->start_ms);
    task->utime_ns = MS(row->cpu_ms) / 2;
    task->stime_ns = MS(row->cpu_ms) - task->utime_ns;
    ck_assert_int_eq(snapshot_set_process(snapshot, task, &process), 0);
}

void take_reading(struct seen_lists *lists, uint64_t moment_ms, const struct reading_row *rows,
                  size_t count)
{
    uint64_t group_ms = 0;
    struct snapshot snapshot;

    snapshot_init(&snapshot);
    snapshot.system.uptime_ns = MS(moment_ms);
    snapshot.system.monotonic_ns = MS(moment_ms);
    for (size_t i = 0; i < count; i++) {
        const struct reading_row *row = &rows[i];

        if (row->tid) {
            add_row(&snapshot, row, group_ms);
            continue;
        }
        group_ms = row->cpu_ms;
        if (i + 1 == count || !row[1].tid)
            add_row(&snapshot, row, 0);
    }
    ck_assert_int_eq(seen_update(lists, &snapshot), 0);
    snapshot_fini(&snapshot);
}

int64_t ms_by(const struct ended_tally *tally, const char *by, enum ended_wire_kind kind)
{
    for (size_t i = 0; i < tally->count; i++)
        if (strcmp(tally->rows[i].key.by, by) == 0 && tally->rows[i].key.kind == kind)
            return tally->rows[i].used.cpu_ns / 1000000;
    return -1;
}

int64_t ms_of_all(const struct ended_tally *tally)
{
    int64_t ns = 0;

    for (size_t i = 0; i < tally->count; i++)
        ns += tally->rows[i].used.cpu_ns;
    return ns / 1000000;
}
