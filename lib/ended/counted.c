/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/ended/counted.h"

#include <errno.h>
#include <linux/membarrier.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/ended/account.h"
#include "lib/ended/debts.h"
#include "lib/source/bpf/ended_stream.h"
#include "lib/source/bpf/support.h"

struct counted {
    enum ended_wire_kind kind;
    bool settle;
    bool pinned;
    struct ended_probe probe;   /* of our own, with records */
    struct ended_stream stream; /* or of what is pinned */
    struct ended_debts debts;   /* in place of records */
    struct ended_account account;
    int64_t boottime_offset_ns;
    uint64_t all_execs, execs;
};

/*
 * Programs of our own come first: they have records of single tasks. Where what is pinned cannot be
 * used, `why` says why our own cannot, too.
 */
static int open_any(struct counted *counted, struct buf *why)
{
    struct buf why_not_pinned = {0};
    int result = ended_probe_open(&counted->probe, why);

    if (result != -ENOTSUP)
        return result;
    result = support_has_same_figures(&why_not_pinned)
                 ? ended_stream_read(&counted->stream, counted->kind, &why_not_pinned)
                 : -ENOTSUP;
    buf_fini(&why_not_pinned);
    counted->pinned = result == 0;
    return result == 0 || result == -ENOMEM ? result : -ENOTSUP;
}

int counted_open(enum ended_wire_kind kind, bool settle, struct counted **out, struct buf *why)
{
    struct counted *counted = calloc(1, sizeof(*counted));
    int result;

    if (!counted)
        return -ENOMEM;
    counted->kind = kind;
    counted->settle = settle;
    counted->boottime_offset_ns = support_boottime_offset_ns();
    result = open_any(counted, why);
    if (result < 0) {
        ended_stream_fini(&counted->stream);
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
    if (!counted->pinned)
        ended_probe_close(&counted->probe);
    ended_stream_fini(&counted->stream);
    debts_fini(&counted->debts);
    account_fini(&counted->account);
    free(counted);
}

/*
 * Tasks are freed when the processors have passed a quiescent state, and this call returns when
 * they have; once more for those that were just too late.
 */
static void settle(void)
{
    for (int i = 0; i < 2; i++)
        syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0);
}

int counted_begin(struct counted *counted)
{
    if (counted->settle)
        settle();
    /*
     * Sums that have what ended during the scan would count again what that shows of it; those that
     * do not have it yet will.
     */
    if (counted->pinned)
        return ended_stream_read(&counted->stream, counted->kind, NULL);
    /* Of those that end during the scan nobody knows whether it has seen them. */
    return ended_probe_ask(&counted->probe, counted->kind, UINT64_MAX);
}

static uint64_t kernel_boottime_ns(const struct counted *counted)
{
    return (uint64_t)(clock_ns(CLOCK_BOOTTIME) - counted->boottime_offset_ns);
}

/*
 * Takes those that exited long ago, were not freed, and are no longer listed, as zombies are.
 * Nearly all are freed sooner, and then counted to their end; who has waited for that takes the
 * rest now.
 */
static int take_late(struct counted *counted, const struct seen_lists *seen)
{
    const struct ended_reading *reading = &counted->probe.reading;
    const uint64_t now_ns = kernel_boottime_ns(counted);
    const uint64_t late_ns = counted->settle ? 0 : ENDED_LATE_NS;
    int result = 0;

    for (size_t i = 0; i < reading->leaving_count && result == 0; i++) {
        const struct ended_wire_leaving *task = &reading->leaving[i];

        if (!task->counted && task->exited + late_ns < now_ns &&
            !seen_find(&seen->now, account_key(&task->id, task->record.tgid)))
            result = ended_probe_take(&counted->probe, i);
    }
    return result;
}

static void count_execs(struct counted *counted, uint64_t all_execs)
{
    /* What is pinned may have been replaced, and begun at 0. */
    counted->execs = all_execs >= counted->all_execs ? all_execs - counted->all_execs : all_execs;
    counted->all_execs = all_execs;
}

static int update_pinned(struct counted *counted, const struct seen_lists *seen,
                         struct ended_tally *out)
{
    const struct ended_reading *reading = &counted->stream.reading;
    int result = account_update(&counted->account, reading, seen, 0, out);

    if (result == 0)
        result = debts_update(&counted->debts, seen, counted->kind);
    if (result == 0)
        debts_pay(&counted->debts, out, reading->complete);
    count_execs(counted, reading->execs);
    return result;
}

int counted_update(struct counted *counted, const struct seen_lists *seen, struct ended_tally *out)
{
    struct ended_probe *probe = &counted->probe;
    int result;

    if (counted->pinned)
        return update_pinned(counted, seen, out);
    result = ended_probe_read(probe);
    if (result == 0)
        result = take_late(counted, seen);
    if (result == 0)
        result = account_update(&counted->account, &probe->reading, seen,
                                counted->boottime_offset_ns, out);
    if (result == 0)
        result = ended_probe_ask(probe, counted->kind, kernel_boottime_ns(counted));
    count_execs(counted, probe->reading.execs);
    return result;
}

uint64_t counted_execs(const struct counted *counted)
{
    return counted->execs;
}
