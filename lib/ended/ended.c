/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/ended/ended.h"

#include <errno.h>
#include <linux/membarrier.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/base/unused.h"
#include "lib/ended/account.h"
#include "lib/ended/infer.h"
#ifdef WITH_BPF
#include "lib/source/bpf/support.h"
#endif

/* How long it may take from a task's end until the kernel frees it: RCU may be lazy. */
#define LATE_NS ((uint64_t)(2 * NS_PER_S))

struct ended {
    struct ended_options options;
    bool counted;
    struct ended_probe probe; /* if counted */
    int64_t boottime_offset_ns;
    struct ended_account account;
    struct seen_lists seen;
    struct ended_tally tally; /* of the last interval */
};

#ifdef WITH_BPF
static int open_probe(struct ended *ended, struct buf *why)
{
    ended->boottime_offset_ns = support_boottime_offset_ns();
    return ended_probe_open(&ended->probe, why);
}
#else
static int open_probe(struct ended *ended UNUSED, struct buf *why)
{
    buf_printf(why, "source bpf: it is no part of this build");
    return -ENOTSUP;
}

/* Never called: nothing is counted. */
void ended_probe_close(struct ended_probe *probe UNUSED)
{
}

int ended_probe_ask(struct ended_probe *probe UNUSED, enum ended_wire_kind kind UNUSED,
                    uint64_t known_before UNUSED)
{
    return -ENOTSUP;
}

int ended_probe_read(struct ended_probe *probe UNUSED)
{
    return -ENOTSUP;
}

int ended_probe_take(struct ended_probe *probe UNUSED, size_t index UNUSED)
{
    return -ENOTSUP;
}
#endif

int ended_open(const struct ended_options *options, struct ended **out, struct buf *why)
{
    struct ended *ended = calloc(1, sizeof(*ended));
    int result = 0;

    if (!ended)
        return -ENOMEM;
    ended->options = *options;
    if (options->no_bpf)
        buf_printf(why, "source bpf: it is not to be used");
    else
        result = open_probe(ended, why);
    ended->counted = !options->no_bpf && result == 0;
    if (result == -ENOMEM) {
        free(ended);
        return result;
    }
    *out = ended;
    return 0;
}

void ended_close(struct ended *ended)
{
    if (!ended)
        return;
    if (ended->counted)
        ended_probe_close(&ended->probe);
    account_fini(&ended->account);
    seen_fini(&ended->seen);
    tally_fini(&ended->tally);
    free(ended);
}

bool ended_is_counted(const struct ended *ended)
{
    return ended->counted;
}

static int ask(struct ended *ended, uint64_t known_before)
{
    const enum ended_wire_kind kind = ended->options.threads ? ENDED_THREADS : ENDED_PROCESSES;

    return ended_probe_ask(&ended->probe, kind, known_before);
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

int ended_begin(struct ended *ended)
{
    if (!ended->counted)
        return 0;
    if (ended->options.settle)
        settle();
    /* Of those that end during the scan nobody knows whether it has seen them. */
    return ask(ended, UINT64_MAX);
}

/*
 * Takes those that exited long ago, were not freed, and are no longer listed, as zombies are.
 * Nearly all are freed sooner, and then counted to their end; who has waited for that takes the
 * rest now.
 */
static int take_late(struct ended *ended)
{
    const struct ended_reading *reading = &ended->probe.reading;
    const uint64_t now_ns = (uint64_t)(clock_ns(CLOCK_BOOTTIME) - ended->boottime_offset_ns);
    const uint64_t late_ns = ended->options.settle ? 0 : LATE_NS;
    int result = 0;

    for (size_t i = 0; i < reading->leaving_count && result == 0; i++) {
        const struct ended_wire_leaving *task = &reading->leaving[i];

        if (task->exited + late_ns < now_ns &&
            !seen_find(&ended->seen.now, account_key(&task->id, task->record.tgid)))
            result = ended_probe_take(&ended->probe, i);
    }
    return result;
}

static int read_counts(struct ended *ended)
{
    int result = ended_probe_read(&ended->probe);

    if (result == 0)
        result = take_late(ended);
    if (result == 0)
        result = account_update(&ended->account, &ended->probe.reading, &ended->seen,
                                ended->boottime_offset_ns, &ended->tally);
    if (result == 0)
        result = ask(ended, (uint64_t)(clock_ns(CLOCK_BOOTTIME) - ended->boottime_offset_ns));
    return result;
}

int ended_update(struct ended *ended, const struct snapshot *snapshot)
{
    int result = seen_update(&ended->seen, snapshot);

    tally_clear(&ended->tally);
    if (result == 0 && ended->counted)
        result = read_counts(ended);
    else if (result == 0)
        result = infer_update(&ended->seen, ended->options.threads, &ended->tally);
    if (ended->seen.interval_ns == 0)
        tally_clear(&ended->tally);
    return result;
}

uint64_t ended_interval_ns(const struct ended *ended)
{
    return ended->seen.interval_ns;
}

static uint64_t positive(int64_t number)
{
    return number > 0 ? (uint64_t)number : 0;
}

static const char *name(struct snapshot *snapshot, const char *comm)
{
    return arena_copy(&snapshot->arena, comm, strnlen(comm, sizeof(((struct seen *)NULL)->comm)));
}

static int fill_row(const struct ended *ended, const struct ended_row *row,
                    struct snapshot *snapshot, struct task *task)
{
    struct task_ended *more = arena_alloc(&snapshot->arena, sizeof(*more));
    struct task_details *details = snapshot_add_details(snapshot, task);
    const struct ended_used *used = &row->used;

    if (!more || !details)
        return -ENOMEM;
    task->is_ended = true;
    task->have = NEED_STAT | NEED_USAGE | NEED_CMDLINE;
    task->have |= *row->key.comm ? NEED_COMM : 0;
    task->have |= row->key.euid != ENDED_NO_OWNER ? NEED_OWNER : 0;
    task->kind = row->key.kind == ENDED_THREADS ? TASK_THREAD : TASK_PROCESS;
    task->euid = row->key.euid;
    task->utime_ns = positive(used->cpu_ns);
    task->minflt = positive(used->minflt);
    task->majflt = positive(used->majflt);
    task->comm = name(snapshot, row->key.comm);
    more->count = used->count;
    more->lifetime_ns = used->count > 0 ? used->lifetime_ns / (int64_t)used->count : -1;
    more->interval_ns = ended->seen.interval_ns;
    more->by = name(snapshot, row->key.by);
    details->ended = more;
    return task->comm && more->by ? 0 : -ENOMEM;
}

int ended_put_rows(const struct ended *ended, struct snapshot *snapshot)
{
    int result = 0;

    for (size_t i = 0; i < ended->tally.count && result == 0; i++) {
        const struct ended_row *row = &ended->tally.rows[i];
        struct task *task;

        if (row->used.count == 0 && row->used.cpu_ns <= 0)
            continue;
        task = snapshot_add(snapshot);
        result = task ? fill_row(ended, row, snapshot, task) : -ENOMEM;
    }
    return result;
}
