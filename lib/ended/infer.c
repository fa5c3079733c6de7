/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/ended/infer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PID_OF_INIT 1

/* Parents of parents are followed no further: numbers are reused, so there may be circles. */
#define ANCESTORS_MAX 64

struct inference {
    struct seen_lists *lists;
    const struct exit_table *exits; /* NULL: not known */
    struct ended_used *growths;     /* of reaped children, for each row of lists->now */
};

/* Of a process that has long been there but was not seen before, nothing is known. */
static void take_growths(const struct inference *inference)
{
    const struct seen_lists *lists = inference->lists;

    for (size_t i = 0; i < lists->now.count; i++) {
        const struct seen *row = &lists->now.rows[i];
        struct ended_used *growth = &inference->growths[i];
        const struct seen *before;

        if (row->kind != TASK_PROCESS)
            continue;
        before = seen_find(&lists->before, row->key);
        if (before && before->start_ns == row->start_ns) {
            const struct ended_used then = seen_reaped(before);

            *growth = seen_reaped(row);
            ended_used_subtract(growth, &then);
        } else if (seen_is_new(lists, row)) {
            *growth = seen_reaped(row);
        }
    }
}

static struct ended_used *growth_of(const struct inference *inference, const struct seen *row)
{
    return &inference->growths[row - inference->lists->now.rows];
}

/*
 * Who has reaped a process that is gone, in the end: the nearest of its ancestors that is there, or
 * init, to which orphans go. NULL: there is none.
 */
static const struct seen *find_reaper(const struct seen_lists *lists, const struct seen *child)
{
    const struct seen *at = child;

    for (int i = 0; i < ANCESTORS_MAX && at; i++) {
        const struct seen *parent = seen_find_process(&lists->now, at->ppid);

        if (parent && parent->start_ns <= at->start_ns)
            return parent;
        at = seen_find_process(&lists->before, at->ppid);
    }
    return seen_find_process(&lists->now, PID_OF_INIT);
}

/*
 * What was shown of a process that is gone is part of what its ancestor has reaped. If that has not
 * grown as much, an orphan's went to init.
 */
static void subtract_shown(const struct inference *inference, const struct seen *child)
{
    const struct seen *reaper = find_reaper(inference->lists, child);
    const struct seen *init = seen_find_process(&inference->lists->now, PID_OF_INIT);
    const struct ended_used shown = seen_shown(child);
    struct ended_used less = seen_reaped(child);

    ended_used_add(&less, &shown);
    if (reaper && init && growth_of(inference, reaper)->cpu_ns < less.cpu_ns &&
        growth_of(inference, init)->cpu_ns >= less.cpu_ns)
        reaper = init;
    if (reaper)
        ended_used_subtract(growth_of(inference, reaper), &less);
}

/* How many of that kind have ended by a process; 0: not known, as those without a parent may be
 * its. */
static uint64_t count_exits(const struct exit_table *exits, enum ended_wire_kind kind, pid_t tgid)
{
    const struct exit_entry *entry = exits ? exit_table_find(exits, tgid) : NULL;

    if (!entry || (kind == ENDED_PROCESSES && exits->unparented > 0))
        return 0;
    return kind == ENDED_THREADS ? entry->threads : entry->processes;
}

static int add(struct ended_tally *out, enum ended_wire_kind kind, const struct seen *by,
               const struct ended_used *growth, uint64_t count)
{
    struct ended_wire_key key = {.euid = ENDED_NO_OWNER, .kind = kind};
    const struct ended_used used = {
        .count = count,
        .cpu_ns = growth->cpu_ns > 0 ? growth->cpu_ns : 0,
        .minflt = growth->minflt > 0 ? growth->minflt : 0,
        .majflt = growth->majflt > 0 ? growth->majflt : 0,
    };

    memcpy(key.by, by->comm, sizeof(key.by));
    return used.cpu_ns > 0 || count > 0 ? tally_add(out, &key, &used) : 0;
}

static int infer_children(const struct inference *inference, struct ended_tally *out)
{
    const struct seen_lists *lists = inference->lists;
    int result = 0;

    take_growths(inference);
    for (size_t i = 0; i < lists->gone.count; i++) {
        const struct seen *child = &lists->gone.rows[i];

        if (child->kind == TASK_PROCESS && seen_is_just_gone(lists, child))
            subtract_shown(inference, child);
    }
    for (size_t i = 0; i < lists->now.count && result == 0; i++) {
        const struct seen *row = &lists->now.rows[i];

        if (row->kind == TASK_PROCESS)
            result = add(out, ENDED_PROCESSES, row, &inference->growths[i],
                         count_exits(inference->exits, ENDED_PROCESSES, row->tgid));
    }
    return result;
}

/* What was shown of the threads of a process that are gone. */
static uint64_t gone_threads_ns(const struct seen_lists *lists, pid_t tgid)
{
    const struct seen_list *gone = &lists->gone;
    uint64_t ns = 0;

    for (size_t i = seen_from(gone, task_process_key(tgid) + 1);
         i < gone->count && gone->rows[i].tgid == tgid; i++)
        if (seen_is_just_gone(lists, &gone->rows[i]))
            ns += gone->rows[i].cpu_ns;
    return ns;
}

/* By how much the time of dead threads has grown of a process, whose living ones have that. */
static int64_t dead_growth_ns(const struct seen_lists *lists, struct seen *process,
                              uint64_t living_ns)
{
    const struct seen *before = seen_find(&lists->before, process->key);
    const uint64_t dead_ns = process->cpu_ns > living_ns ? process->cpu_ns - living_ns : 0;
    int64_t growth_ns;

    if (before && before->start_ns == process->start_ns)
        process->dead_ns = before->dead_ns + gone_threads_ns(lists, process->tgid);
    else if (!seen_is_new(lists, process))
        process->dead_ns = dead_ns;
    if (dead_ns <= process->dead_ns)
        return 0;
    growth_ns = (int64_t)(dead_ns - process->dead_ns);
    process->dead_ns = dead_ns;
    return growth_ns;
}

static int infer_threads(const struct inference *inference, struct ended_tally *out)
{
    struct seen_list *now = &inference->lists->now;
    int result = 0;
    size_t next;

    for (size_t i = 0; i < now->count && result == 0; i = next) {
        uint64_t living_ns = 0;

        for (next = i + 1; next < now->count && now->rows[next].kind == TASK_THREAD; next++)
            living_ns += now->rows[next].cpu_ns;
        if (now->rows[i].kind == TASK_PROCESS && next > i + 1) {
            const struct ended_used growth = {
                .cpu_ns = dead_growth_ns(inference->lists, &now->rows[i], living_ns)};

            result = add(out, ENDED_THREADS, &now->rows[i], &growth,
                         count_exits(inference->exits, ENDED_THREADS, now->rows[i].tgid));
        }
    }
    return result;
}

int infer_update(struct seen_lists *lists, bool threads, const struct exit_table *exits,
                 struct ended_tally *out)
{
    struct inference inference = {lists, exits, NULL};
    int result = 0;

    if (lists->interval_ns > 0) {
        inference.growths = calloc(lists->now.count + 1, sizeof(*inference.growths));
        result = inference.growths ? infer_children(&inference, out) : -ENOMEM;
        free(inference.growths);
    }
    /* Also the first time: then it takes what there is of dead threads. */
    return result == 0 && threads ? infer_threads(&inference, out) : result;
}
