/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/ended/debts.h"

#include <errno.h>
#include <string.h>

#include "lib/base/units.h"

/* When a debt is old, or after up to twice as long: what is freed unseen is counted sooner. */
#define AGE_NS ((uint64_t)(5 * NS_PER_S))

_Static_assert(AGE_NS > 2 * ENDED_LATE_NS, "its own sum has grown by then");

void debts_fini(struct ended_debts *debts)
{
    tally_fini(&debts->young);
    tally_fini(&debts->old);
}

/* The young become old, and what has been paid is forgotten. */
static int grow_old(struct ended_debts *debts)
{
    struct ended_tally old = {0};
    const struct ended_tally *const both[] = {&debts->old, &debts->young};
    int result = 0;

    for (size_t of = 0; of < 2; of++)
        for (size_t i = 0; i < both[of]->count && result == 0; i++) {
            const struct ended_row *debt = &both[of]->rows[i];

            if (debt->used.cpu_ns > 0)
                result = tally_add(&old, &debt->key, &debt->used);
        }
    tally_clear(&debts->young);
    tally_fini(&debts->old);
    debts->old = old;
    return result;
}

/* The row of a process, or of its leader where there are only threads. */
static const struct seen *find_leader(const struct seen_list *list, pid_t tgid)
{
    const struct seen *row = seen_find_process(list, tgid);

    return row ? row : seen_find(list, seen_leader_key(tgid));
}

static struct ended_wire_key names_of(const struct seen_lists *seen, const struct seen *row)
{
    const bool leads = row->kind == TASK_PROCESS || row->key == seen_leader_key(row->tgid);
    const pid_t tgid = leads ? row->ppid : row->tgid;
    const struct seen *by = find_leader(&seen->before, tgid);
    struct ended_wire_key key = {.kind =
                                     row->kind == TASK_PROCESS ? ENDED_PROCESSES : ENDED_THREADS};

    if (!by)
        by = find_leader(&seen->now, tgid);
    memcpy(key.comm, row->comm, sizeof(key.comm));
    if (by)
        memcpy(key.by, by->comm, sizeof(key.by));
    return key;
}

static int owe(struct ended_debts *debts, const struct seen_lists *seen, const struct seen *row,
               const struct ended_used *used)
{
    const struct ended_wire_key key = names_of(seen, row);

    return tally_add(&debts->young, &key, used);
}

/*
 * A leader's row whose time went back shows another thread from now on, which started a program:
 * what it has shown of the old leader is owed.
 */
static int owe_for_exchanged(struct ended_debts *debts, const struct seen_lists *seen,
                             const struct seen *row)
{
    const struct ended_used used = {.cpu_ns = (int64_t)seen_went_back_ns(seen, row->key)};

    return used.cpu_ns ? owe(debts, seen, seen_find(&seen->before, row->key), &used) : 0;
}

int debts_update(struct ended_debts *debts, const struct seen_lists *seen,
                 enum ended_wire_kind kind)
{
    const enum task_kind of = kind == ENDED_THREADS ? TASK_THREAD : TASK_PROCESS;
    int result = 0;

    if (seen->system.monotonic_ns - debts->aged_ns >= AGE_NS) {
        result = grow_old(debts);
        debts->aged_ns = seen->system.monotonic_ns;
    }
    for (size_t i = 0; i < seen->gone.count && result == 0; i++) {
        const struct seen *row = &seen->gone.rows[i];
        const struct ended_used shown = seen_shown(row);

        if (row->kind == of && seen_is_just_gone(seen, row))
            result = owe(debts, seen, row, &shown);
    }
    for (size_t i = 0; i < seen->now.count && result == 0; i++)
        if (seen->now.rows[i].kind == of)
            result = owe_for_exchanged(debts, seen, &seen->now.rows[i]);
    return result;
}

static void take_off(int64_t *owed, int64_t *figure)
{
    const int64_t less = *owed < *figure ? *owed : *figure;

    if (less <= 0)
        return;
    *owed -= less;
    *figure -= less;
}

static void pay(struct ended_row *debt, struct ended_row *sum)
{
    take_off(&debt->used.cpu_ns, &sum->used.cpu_ns);
    take_off(&debt->used.minflt, &sum->used.minflt);
    take_off(&debt->used.majflt, &sum->used.majflt);
}

/* Sums that differ by user or cgroup have the same names. */
static void pay_by_names(const struct ended_tally *debts, struct ended_tally *tally)
{
    for (size_t i = 0; i < tally->count; i++) {
        struct ended_row *sum = &tally->rows[i];
        struct ended_wire_key names = {.kind = sum->key.kind};
        struct ended_row *debt;

        memcpy(names.comm, sum->key.comm, sizeof(names.comm));
        memcpy(names.by, sum->key.by, sizeof(names.by));
        debt = tally_find(debts, &names);
        if (debt)
            pay(debt, sum);
    }
}

static bool may_have(const struct ended_row *sum, const struct ended_row *debt)
{
    return sum->key.kind == debt->key.kind && sum->used.cpu_ns >= debt->used.cpu_ns &&
           memcmp(sum->key.by, debt->key.by, sizeof(sum->key.by)) == 0;
}

static void pay_by_parent(struct ended_row *debt, struct ended_tally *tally)
{
    for (size_t i = 0; i < tally->count && debt->used.cpu_ns > 0; i++)
        if (may_have(&tally->rows[i], debt))
            pay(debt, &tally->rows[i]);
}

static void pay_by_any(struct ended_row *debt, struct ended_tally *tally)
{
    for (size_t i = 0; i < tally->count && debt->used.cpu_ns > 0; i++)
        if (tally->rows[i].key.kind == debt->key.kind)
            pay(debt, &tally->rows[i]);
}

void debts_pay(struct ended_debts *debts, struct ended_tally *tally, uint64_t complete)
{
    const bool others = debts->complete != 0 && debts->complete != complete;

    pay_by_names(&debts->old, tally);
    pay_by_names(&debts->young, tally);
    for (size_t i = 0; i < debts->old.count; i++)
        pay_by_parent(&debts->old.rows[i], tally);
    for (size_t i = 0; i < debts->young.count; i++)
        pay_by_parent(&debts->young.rows[i], tally);
    for (size_t i = 0; i < debts->old.count; i++)
        pay_by_any(&debts->old.rows[i], tally);
    if (others) {
        tally_clear(&debts->old);
        tally_clear(&debts->young);
    }
    debts->complete = complete;
}
