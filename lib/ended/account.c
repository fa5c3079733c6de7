/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/ended/account.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"

void account_fini(struct ended_account *account)
{
    free(account->listed);
    *account = (struct ended_account){0};
}

static enum task_kind kind_of(uint32_t wire_kind)
{
    return wire_kind == ENDED_THREADS ? TASK_THREAD : TASK_PROCESS;
}

/* Its names are those of the sum: the key has the same ones, but for digits. */
static struct ended_row row_of(const struct ended_wire_key *key, const struct ended_wire_sum *sum)
{
    struct ended_row row = {
        .key = {.cgroup = key->cgroup, .euid = key->euid, .kind = kind_of(key->kind)},
        .other_comms = sum->other_comms,
        .other_bys = sum->other_bys,
        .by_pid = sum->by_pid,
        .used.count = sum->count,
        .used.cpu_ns = (int64_t)sum->runtime,
        .used.lifetime_ns = (int64_t)sum->lifetime,
        .used.minflt = (int64_t)sum->minflt,
        .used.majflt = (int64_t)sum->majflt,
    };

    memcpy(row.comm, sum->comm, sizeof(row.comm));
    memcpy(row.by, sum->by, sizeof(row.by));
    return row;
}

/* The key of the row whose shown usage is subtracted. */
static uint64_t row_key(const struct ended_account_record *record)
{
    const struct task task = {
        .kind = kind_of(record->id.kind),
        .tgid = (pid_t)record->record.tgid,
        .tid = (pid_t)record->id.tid,
    };

    return task_key(&task);
}

static uint64_t start_ns_of(const struct ended_account *account,
                            const struct ended_account_record *record)
{
    return (uint64_t)((int64_t)record->id.start + account->boottime_offset_ns);
}

static bool is_row(const struct ended_account *account, const struct seen_lists *seen,
                   const struct seen *row, const struct ended_account_record *record)
{
    return row && (record->record.exchanged || ledger_is_start(&seen->processes, row->id.start_ns,
                                                               start_ns_of(account, record)));
}

/*
 * A row of the last snapshot that was not exiting, though the task exited before that snapshot, is
 * of the process that got its PID, where PIDs come round within the error of start times.
 */
static bool is_listed(const struct ended_account *account, struct seen_lists *seen,
                      const struct ended_account_record *record)
{
    const struct seen *row = seen_find(seen, row_key(record));
    const uint64_t exit_ns = start_ns_of(account, record) + record->record.used.lifetime;

    return is_row(account, seen, row, record) &&
           (record->record.exchanged || row->was_exiting || exit_ns >= seen->system.uptime_ns);
}

/*
 * A thread that calls execve(2) takes over its leader's PID and start time. The leader's row
 * continues with the thread's CPU time, and a decrease counts as 0 there. The usage shown by the
 * thread's old row is subtracted here, so the sum of rows and exited tasks stays right.
 */
static int count(const struct ended_account *account, const struct ended_account_record *record,
                 struct seen_lists *seen, struct exit_sums *out)
{
    const struct seen *seen_row = seen_find_gone(seen, row_key(record));
    struct ended_row row = row_of(&record->record.key, &record->record.used);

    if (is_row(account, seen, seen_row, record)) {
        const struct ended_used shown = seen_shown(seen_row);

        ended_used_subtract(&row.used, &shown);
    }
    if (record->record.exchanged)
        row.used.cpu_ns -=
            (int64_t)seen_went_back_ns(seen, seen_leader_key((pid_t)record->record.tgid));
    else if (row.used.cpu_ns < 0) /* a zombie's row includes usage after its exit */
        row.used.cpu_ns = 0;
    return exit_sums_add(out, &row);
}

static int keep(struct ended_account *account, const struct ended_account_record *record)
{
    if (ARRAY_RESERVE(&account->listed, &account->capacity, account->count + 1) < 0)
        return -ENOMEM;
    account->listed[account->count++] = *record;
    return 0;
}

int account_begin(struct ended_account *account, struct seen_lists *seen, struct exit_sums *out)
{
    const size_t listed = account->count;
    int result = 0;

    account->count = 0;
    for (size_t i = 0; i < listed && result == 0; i++)
        result = account_add_record(account, &account->listed[i], seen, out);
    return result;
}

int account_add_sum(const struct ended_wire_key *key, const struct ended_wire_sum *sum,
                    struct exit_sums *out)
{
    const struct ended_row row = row_of(key, sum);

    return sum->count > 0 ? exit_sums_add(out, &row) : 0;
}

int account_add_record(struct ended_account *account, const struct ended_account_record *record,
                       struct seen_lists *seen, struct exit_sums *out)
{
    return is_listed(account, seen, record) ? keep(account, record)
                                            : count(account, record, seen, out);
}
