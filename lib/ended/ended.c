/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/ended/ended.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/units.h"
#include "lib/ended/counted.h"
#include "lib/ended/exits.h"
#include "lib/ended/infer.h"

struct ended {
    struct ended_options options;
    struct counted *counted;        /* NULL: the kernel does not count */
    struct exits *exits;            /* then; NULL: it does not tell of exits, either */
    bool partly_heard;              /* they were not heard since the last snapshot */
    const struct exit_table *heard; /* of the last interval; NULL: not known */
    struct seen_lists seen;
    struct ended_tally tally; /* of the last interval */
};

int ended_open(const struct ended_options *options, struct ended **out, struct buf *why)
{
    const enum ended_wire_kind kind = options->threads ? ENDED_THREADS : ENDED_PROCESSES;
    struct ended *ended = calloc(1, sizeof(*ended));
    int result = 0;

    if (!ended)
        return -ENOMEM;
    ended->options = *options;
    if (options->snapshots_only)
        buf_printf(why, "source bpf: it is not to be used");
    else
        result = counted_open(kind, options->settle, &ended->counted, why);
    if (result != -ENOMEM && !ended->counted && !options->snapshots_only)
        result = exits_open(&ended->exits);
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
    counted_close(ended->counted);
    exits_close(ended->exits);
    seen_fini(&ended->seen);
    tally_fini(&ended->tally);
    free(ended);
}

bool ended_is_counted(const struct ended *ended)
{
    return ended->counted != NULL;
}

/* What the kernel no longer tells, such as what was pinned, is inferred from now on. */
static int go_on(struct ended *ended, int result)
{
    if (result >= 0 || result == -ENOMEM)
        return result;
    counted_close(ended->counted);
    ended->counted = NULL;
    ended->partly_heard = true;
    return exits_open(&ended->exits) == -ENOMEM ? -ENOMEM : 0;
}

int ended_begin(struct ended *ended)
{
    return ended->counted ? go_on(ended, counted_begin(ended->counted)) : 0;
}

static int infer(struct ended *ended)
{
    ended->heard = ended->exits ? exits_take(ended->exits) : NULL;
    if (ended->partly_heard || (ended->heard && ended->heard->is_lost))
        ended->heard = NULL;
    ended->partly_heard = false;
    tally_clear(&ended->tally);
    return infer_update(&ended->seen, ended->options.threads, ended->heard, &ended->tally);
}

int ended_update(struct ended *ended, const struct snapshot *snapshot)
{
    int result = seen_update(&ended->seen, snapshot);

    tally_clear(&ended->tally);
    if (result == 0 && ended->counted)
        result = go_on(ended, counted_update(ended->counted, &ended->seen, &ended->tally));
    if (result == 0 && !ended->counted)
        result = infer(ended);
    if (ended->seen.interval_ns == 0)
        tally_clear(&ended->tally);
    return result;
}

bool ended_execs(const struct ended *ended, uint64_t *count)
{
    if (!ended->counted || ended->seen.interval_ns == 0)
        return false;
    *count = counted_execs(ended->counted);
    return true;
}

bool ended_exits(const struct ended *ended, uint64_t *processes, uint64_t *threads)
{
    if (!ended->heard || ended->seen.interval_ns == 0)
        return false;
    *processes = ended->heard->processes;
    *threads = ended->heard->threads;
    return true;
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
    more->lifetime_ns =
        ended->counted && used->count > 0 ? used->lifetime_ns / (int64_t)used->count : -1;
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
