/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/ended/account.h"

#include <errno.h>
#include <string.h>

void account_fini(struct ended_account *account)
{
    tally_fini(&account->last);
}

static struct ended_used used_of(const struct ended_wire_sum *sum)
{
    return (struct ended_used){
        .count = sum->count,
        .cpu_ns = (int64_t)sum->runtime,
        .lifetime_ns = (int64_t)sum->lifetime,
        .minflt = (int64_t)sum->minflt,
        .majflt = (int64_t)sum->majflt,
    };
}

/* Figures of one task may be read one by one. */
static bool has_grown(const struct ended_used *used)
{
    return used->count > 0 || used->cpu_ns > 0 || used->minflt > 0 || used->majflt > 0;
}

static int add_sum(struct ended_account *account, const struct ended_wire_key *key,
                   const struct ended_wire_sum *sum, struct ended_tally *out)
{
    const struct ended_used now = used_of(sum);
    struct ended_row *last = tally_row(&account->last, key);
    struct ended_used grown = now;

    if (!last)
        return -ENOMEM;
    ended_used_subtract(&grown, &last->used);
    last->used = now;
    return has_grown(&grown) ? tally_add(out, key, &grown) : 0;
}

static int add_rest(struct ended_account *account, const struct ended_reading *reading,
                    struct ended_tally *out)
{
    int result = 0;

    for (uint32_t kind = 0; kind < ENDED_KINDS && result == 0; kind++) {
        const struct ended_wire_key key = {.euid = ENDED_NO_OWNER, .kind = kind};
        const struct ended_used last = used_of(&account->rest[kind]);
        struct ended_used grown = used_of(&reading->rest[kind]);

        ended_used_subtract(&grown, &last);
        account->rest[kind] = reading->rest[kind];
        if (has_grown(&grown))
            result = tally_add(out, &key, &grown);
    }
    return result;
}

/* The programs are others, whose sums began at 0 since the last reading. */
static void begin_anew(struct ended_account *account, uint64_t complete)
{
    tally_clear(&account->last);
    memset(account->rest, 0, sizeof(account->rest));
    account->complete = complete;
}

uint64_t account_key(const struct ended_wire_id *id, uint32_t tgid)
{
    const struct task task = {
        .kind = id->kind == ENDED_THREADS ? TASK_THREAD : TASK_PROCESS,
        .tgid = (pid_t)tgid,
        .tid = (pid_t)id->tid,
    };

    return task_key(&task);
}

/*
 * A leader that gave its number away has that of the thread which took it. So what was shown by
 * that number is subtracted, and the leader's row goes on with the other thread's time, where going
 * back counts as no difference: the sum of both remains right.
 */
static int add_record(const struct ended_wire_id *id, const struct ended_wire_record *record,
                      const struct seen_lists *seen, int64_t boottime_offset_ns,
                      struct ended_tally *out)
{
    const uint64_t start_ns = (uint64_t)((int64_t)id->start + boottime_offset_ns);
    const struct seen *row =
        seen_find_ended(seen, account_key(id, record->tgid), start_ns, record->exchanged);
    struct ended_used used = used_of(&record->used);

    if (row) {
        const struct ended_used shown = seen_shown(row);

        ended_used_subtract(&used, &shown);
    }
    if (record->exchanged)
        used.cpu_ns -= (int64_t)seen_went_back_ns(seen, seen_leader_key((pid_t)record->tgid));
    return tally_add(out, &record->key, &used);
}

int account_update(struct ended_account *account, const struct ended_reading *reading,
                   const struct seen_lists *seen, int64_t boottime_offset_ns,
                   struct ended_tally *out)
{
    int result = 0;

    if (reading->complete != account->complete)
        begin_anew(account, reading->complete);
    for (size_t i = 0; i < reading->sum_count && result == 0; i++)
        result = add_sum(account, &reading->keys[i], &reading->sums[i], out);
    if (result == 0)
        result = add_rest(account, reading, out);
    for (size_t i = 0; i < reading->record_count && result == 0; i++)
        result = add_record(&reading->ids[i], &reading->records[i], seen, boottime_offset_ns, out);
    return result;
}
