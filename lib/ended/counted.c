/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/ended/counted.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/units.h"
#include "lib/ended/account.h"
#include "lib/source/bpf/ended_probe.h"
#include "lib/source/bpf/support.h"

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

struct taking {
    struct ended_account *account;
    struct seen_lists *seen;
    struct exit_sums *out;
};

static int take_sum(void *context, const struct ended_wire_key *key,
                    const struct ended_wire_sum *sum)
{
    const struct taking *taking = context;

    return account_add_sum(key, sum, taking->out);
}

static int take_record(void *context, const struct ended_wire_id *id,
                       const struct ended_wire_record *record)
{
    const struct taking *taking = context;
    const struct ended_account_record taken = {*id, *record};

    return account_add_record(taking->account, &taken, taking->seen, taking->out);
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
    struct taking taking = {&counted->account, seen, out};
    const struct ended_taker taker = {&taking, take_sum, take_record};
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
