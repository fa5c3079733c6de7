/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/ended/counted.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/units.h"
#include "lib/source/bpf/ended_probe.h"
#include "lib/source/bpf/support.h"

/* --- the account --- */

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

static bool is_row(const struct ended_account *account, const struct seen *row,
                   const struct ended_account_record *record)
{
    return row &&
           (record->record.exchanged || ledger_is_start(&account->seen->processes, row->id.start_ns,
                                                        start_ns_of(account, record)));
}

/*
 * A row of the last snapshot that was not exiting, though the task exited before that snapshot, is
 * of the process that got its PID, where PIDs come round within the error of start times.
 */
static bool is_listed(const struct ended_account *account,
                      const struct ended_account_record *record)
{
    const struct seen *row = seen_find(account->seen, row_key(record));
    const uint64_t exit_ns = start_ns_of(account, record) + record->record.used.lifetime;

    return is_row(account, row, record) && (record->record.exchanged || row->was_exiting ||
                                            exit_ns >= account->seen->system.uptime_ns);
}

/*
 * A thread that calls execve(2) takes over its leader's PID and start time. The leader's row
 * continues with the thread's CPU time, and a decrease counts as 0 there. So by that decrease the
 * usage shown by the leader's row is subtracted here, and that by the thread's old row; but of a
 * leader that had exited before nobody knows which thread replaces it.
 */
static int count(const struct ended_account *account, const struct ended_account_record *record)
{
    struct seen_lists *seen = account->seen;
    const uint64_t leader_key = seen_leader_key((pid_t)record->record.tgid);
    const struct seen *seen_row = seen_find_gone(seen, row_key(record));
    struct ended_row row = row_of(&record->record.key, &record->record.used);

    if (is_row(account, seen_row, record)) {
        const struct ended_used shown = seen_shown(seen_row);

        ended_used_subtract(&row.used, &shown);
    }
    if (record->record.exchanged || row_key(record) == leader_key)
        row.used.cpu_ns -= (int64_t)seen_went_back_ns(seen, leader_key);
    if (!record->record.exchanged && row.used.cpu_ns < 0)
        row.used.cpu_ns = 0; /* a zombie's row includes usage after its exit */
    return exit_sums_add(account->out, &row);
}

static int take_record(struct ended_account *account, const struct ended_account_record *record)
{
    if (!is_listed(account, record))
        return count(account, record);
    if (ARRAY_RESERVE(&account->listed, &account->capacity, account->count + 1) < 0)
        return -ENOMEM;
    account->listed[account->count++] = *record;
    return 0;
}

int account_begin(struct ended_account *account, struct seen_lists *seen, struct exit_sums *out)
{
    const size_t listed = account->count;
    int result = 0;

    account->seen = seen;
    account->out = out;
    account->count = 0;
    for (size_t i = 0; i < listed && result == 0; i++) {
        const struct ended_account_record record = account->listed[i];

        result = take_record(account, &record);
    }
    return result;
}

int account_add_sum(void *account, const struct ended_wire_key *key,
                    const struct ended_wire_sum *sum)
{
    const struct ended_row row = row_of(key, sum);

    return sum->count > 0 ? exit_sums_add(((struct ended_account *)account)->out, &row) : 0;
}

int account_add_record(void *account, const struct ended_wire_id *id,
                       const struct ended_wire_record *record)
{
    return take_record(account, &(struct ended_account_record){*id, *record});
}

/* --- the programs --- */

#ifdef WITH_BPF
struct counted {
    enum ended_wire_kind kind;
    struct ended_probe probe;
    struct ended_account account;
    struct counted_events all, last; /* since counted_open(); in the last interval */
};

int counted_open(bool threads, struct counted **out, struct buf *why)
{
    struct counted *counted = calloc(1, sizeof(*counted));
    int result;

    if (!counted)
        return -ENOMEM;
    counted->kind = threads ? ENDED_THREADS : ENDED_PROCESSES;
    counted->account.boottime_offset_ns = support_boottime_offset_ns();
    result = ended_probe_open(&counted->probe, why);
    if (result < 0) {
        free(counted);
        return result;
    }
    *out = counted;
    return 0;
}

void counted_close(struct counted *counted)
{
    if (!counted)
        return;
    ended_probe_close(&counted->probe);
    account_fini(&counted->account);
    free(counted);
}

int counted_begin(struct counted *counted)
{
    return ended_probe_begin(&counted->probe, counted->kind, UINT64_MAX);
}

static int count_events(struct counted *counted)
{
    const struct counted_events before = counted->all;
    int result = ended_probe_count(&counted->probe, ENDED_EXITS, &counted->all.exits);

    if (result == 0)
        result = ended_probe_count(&counted->probe, ENDED_EXECS, &counted->all.execs);
    counted->last.exits = counted->all.exits - before.exits;
    counted->last.execs = counted->all.execs - before.execs;
    return result;
}

int counted_update(struct counted *counted, struct seen_lists *seen, struct exit_sums *out)
{
    const uint64_t now_ns =
        (uint64_t)(clock_ns(CLOCK_BOOTTIME) - counted->account.boottime_offset_ns);
    const struct ended_taker taker = {&counted->account, account_add_sum, account_add_record};
    int result = account_begin(&counted->account, seen, out);

    if (result == 0)
        result = ended_probe_take(&counted->probe, &taker);
    if (result == 0)
        result = count_events(counted);
    return result == 0 ? ended_probe_begin(&counted->probe, counted->kind, now_ns) : result;
}

struct counted_events counted_events(const struct counted *counted)
{
    return counted->last;
}
#else /* the first fails, so the others are never called */
int counted_open(bool threads, struct counted **out, struct buf *why)
{
    buf_puts(why, "source bpf: built without BPF support");
    return -ENOTSUP;
}

void counted_close(struct counted *counted)
{
}

int counted_begin(struct counted *counted)
{
    return -ENOTSUP;
}

int counted_update(struct counted *counted, struct seen_lists *seen, struct exit_sums *out)
{
    return -ENOTSUP;
}

struct counted_events counted_events(const struct counted *counted)
{
    return (struct counted_events){0};
}
#endif
