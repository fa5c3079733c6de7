/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ended/readings.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/task_flags.h"

/* Of the process; threads are those that have a row. */
struct group {
    uint64_t cpu_ms;
    int threads;
};

static void add_row(struct snapshot *snapshot, const struct reading_row *row, struct group group)
{
    struct task *task = snapshot_add(snapshot);
    struct process process = {
        .ppid = row->ppid,
        .nlwp = group.threads,
        .cutime_ns = MS(row->reaped_ms),
        .group_cpu_ns = MS(group.cpu_ms),
    };

    ck_assert_ptr_nonnull(task);
    task->tgid = row->tgid;
    task->tid = row->tid ? abs(row->tid) : row->tgid;
    task->state = row->tid < 0 ? STATE_ZOMBIE : 'S';
    task->flags = row->tid < 0 ? PF_EXITING : 0;
    task->kind = row->tid ? TASK_THREAD : TASK_PROCESS;
    task->have = NEED_STAT | NEED_COMM;
    task->comm = row->comm ? row->comm : "";
    task->stat_unread = row->start_ms == UNREAD;
    if (!task->stat_unread)
        task->start_ns = MS(row->start_ms);
    task->utime_ns = MS(row->cpu_ms) / 2;
    task->stime_ns = MS(row->cpu_ms) - task->utime_ns;
    ck_assert_int_eq(snapshot_set_process(snapshot, task, &process), 0);
}

void make_reading(struct snapshot *snapshot, uint64_t moment_ms, const struct reading_row *rows,
                  size_t count)
{
    struct group group = {0};

    snapshot_init(snapshot);
    snapshot->system.uptime_ns = MS(moment_ms);
    snapshot->system.monotonic_ns = MS(moment_ms);
    for (size_t i = 0; i < count; i++) {
        const struct reading_row *row = &rows[i];

        if (row->tid) {
            add_row(snapshot, row, group);
            continue;
        }
        group = (struct group){.cpu_ms = row->cpu_ms};
        while (i + 1 + (size_t)group.threads < count && row[1 + group.threads].tid)
            group.threads++;
        if (group.threads == 0)
            add_row(snapshot, row, (struct group){.threads = 1});
    }
}

void take_reading(struct seen_lists *lists, uint64_t moment_ms, const struct reading_row *rows,
                  size_t count)
{
    struct snapshot snapshot;

    make_reading(&snapshot, moment_ms, rows, count);
    ck_assert_int_eq(seen_update(lists, &snapshot), 0);
    snapshot_fini(&snapshot);
}

int64_t ms_by(const struct exit_sums *sums, const char *by, enum task_kind kind)
{
    for (size_t i = 0; i < sums->count; i++)
        if (strcmp(sums->rows[i].key.by, by) == 0 && sums->rows[i].key.kind == kind)
            return sums->rows[i].used.cpu_ns / 1000000;
    return -1;
}

int64_t ms_of_all(const struct exit_sums *sums)
{
    int64_t ns = 0;

    for (size_t i = 0; i < sums->count; i++)
        ns += sums->rows[i].used.cpu_ns;
    return ns / 1000000;
}
