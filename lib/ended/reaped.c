/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/ended/reaped.h"

/* The most ancestors that are followed: PIDs are reused, so there may be cycles. */
#define ANCESTORS_MAX 64

/* The row of a process's parent, which may be a zombie or gone; NULL: there is none. */
static struct seen_process *parent_of(struct seen_lists *lists, const struct seen_process *child)
{
    struct seen_process *parent = seen_find_process(lists, child->ppid);

    if (parent &&
        parent->seen.id.start_ns <= child->seen.id.start_ns + lists->processes.start_error_ns)
        return parent;
    return seen_find_gone_process(lists, child->ppid);
}

/* The same if it can reap; or NULL. */
static struct seen_process *living_parent(struct seen_lists *lists,
                                          const struct seen_process *child)
{
    struct seen_process *parent = parent_of(lists, child);

    if (!parent || seen_is_zombie(parent) || ledger_is_gone(&lists->processes, &parent->seen.id))
        return NULL;
    return parent;
}

void reaped_each_reaper(struct seen_lists *lists, const struct seen_process *child,
                        reaped_visit *visit, void *context)
{
    struct seen_process *parent = living_parent(lists, child);
    struct seen_process *init = seen_find_process(lists, PID_OF_INIT);
    const struct seen_process *at = child;

    if (!parent_of(lists, child))
        return;
    if (parent) {
        visit(context, parent);
        return;
    }
    for (int i = 0; i < ANCESTORS_MAX && at && (!init || parent != init); i++) {
        parent = living_parent(lists, at);
        if (parent)
            visit(context, parent);
        at = parent_of(lists, at);
    }
    if (init && parent != init)
        visit(context, init);
}

static int64_t take_number(int64_t *from, int64_t wanted)
{
    const int64_t taken = wanted < *from ? wanted : *from > 0 ? *from : 0;

    *from -= taken;
    return taken;
}

/* Subtracts as much of `wanted` as is there, from both. */
static void take(struct ended_used *from, struct ended_used *wanted)
{
    wanted->cpu_ns -= take_number(&from->cpu_ns, wanted->cpu_ns);
    wanted->minflt -= take_number(&from->minflt, wanted->minflt);
    wanted->majflt -= take_number(&from->majflt, wanted->majflt);
}

/* All that was shown of an exited process and is added to its reaper. */
static struct ended_used shown_of(const struct seen_process *gone)
{
    const struct ended_used reaped = seen_reaped(gone);
    struct ended_used shown = seen_shown(&gone->seen);

    ended_used_add(&shown, &reaped);
    return shown;
}

/*
 * What children have shown is subtracted from a living parent. A child that exits during a scan
 * disappears in this interval, and the parent's row shows its time in the next one.
 */
static void subtract_from_parents(struct seen_lists *lists)
{
    const struct ledger *processes = &lists->processes;

    for (size_t i = 0; i < processes->count; i++) {
        struct seen_process *process = ledger_at(processes, i);

        process->children.unattributed = process->growth;
        process->children.ambiguous = (struct ended_used){0};
        take(&process->children.unattributed, &process->children.pending);
        process->children.pending = (struct ended_used){0};
    }
    for (size_t i = 0; i < processes->count; i++) {
        const struct seen_process *gone = ledger_at(processes, i);
        struct seen_process *parent =
            ledger_is_gone(processes, &gone->seen.id) ? living_parent(lists, gone) : NULL;
        const struct ended_used shown = shown_of(gone);

        if (parent)
            ended_used_add(&parent->children.pending, &shown);
    }
    for (size_t i = 0; i < processes->count; i++) {
        struct seen_process *process = ledger_at(processes, i);

        take(&process->children.unattributed, &process->children.pending);
    }
}

/* The search for the process that has reaped an orphan. */
struct search {
    struct ended_used shown; /* of the orphan */
    size_t count;            /* processes that have grown by as much */
    struct seen_process *last;
};

static bool may_have_reaped(const struct search *search, const struct seen_process *reaper)
{
    return reaper->children.unattributed.cpu_ns >= search->shown.cpu_ns;
}

static void match_reaper(void *context, struct seen_process *reaper)
{
    struct search *search = context;

    if (!may_have_reaped(search, reaper))
        return;
    search->count++;
    search->last = reaper;
}

static void add_ambiguous(void *context, struct seen_process *reaper)
{
    const struct search *search = context;

    if (may_have_reaped(search, reaper))
        ended_used_add(&reaper->children.ambiguous, &search->shown);
}

/*
 * The living processes that have grown, so that not all are searched for each orphan; and the
 * largest growth, so that these are seldom searched.
 */
struct grown {
    struct seen_process *first;
    int64_t most_ns;
};

static struct grown find_grown(const struct ledger *processes)
{
    struct grown grown = {0};

    for (size_t i = 0; i < processes->count; i++) {
        struct seen_process *process = ledger_at(processes, i);
        const int64_t unattributed_ns = process->children.unattributed.cpu_ns;

        if (ledger_is_gone(processes, &process->seen.id) || unattributed_ns <= 0)
            continue;
        process->children.next_grown = grown.first;
        grown.first = process;
        if (unattributed_ns > grown.most_ns)
            grown.most_ns = unattributed_ns;
    }
    return grown;
}

/* An init of another PID namespace adopts children of processes that joined it by setns(2). */
static void each_grown(const struct grown *grown, reaped_visit *visit, void *context)
{
    for (struct seen_process *at = grown->first; at; at = at->children.next_grown)
        visit(context, at);
}

static void subtract_orphan(struct seen_lists *lists, const struct seen_process *orphan,
                            const struct grown *grown, struct ended_used *ambiguous)
{
    struct search search = {.shown = shown_of(orphan)};
    bool is_related;

    if (search.shown.cpu_ns == 0 || search.shown.cpu_ns > grown->most_ns ||
        !parent_of(lists, orphan))
        return;
    reaped_each_reaper(lists, orphan, match_reaper, &search);
    is_related = search.count > 0;
    if (!is_related)
        each_grown(grown, match_reaper, &search);
    if (search.count == 1)
        take(&search.last->children.unattributed, &search.shown);
    if (search.count < 2)
        return;
    ended_used_add(ambiguous, &search.shown);
    if (is_related)
        reaped_each_reaper(lists, orphan, add_ambiguous, &search);
    else
        each_grown(grown, add_ambiguous, &search);
}

void reaped_subtract_shown(struct seen_lists *lists, struct ended_used *ambiguous)
{
    const struct ledger *processes = &lists->processes;
    struct grown grown;

    *ambiguous = (struct ended_used){0};
    subtract_from_parents(lists);
    grown = find_grown(processes);
    for (size_t i = 0; i < processes->count; i++) {
        const struct seen_process *gone = ledger_at(processes, i);

        if (ledger_is_gone(processes, &gone->seen.id) && !living_parent(lists, gone))
            subtract_orphan(lists, gone, &grown, ambiguous);
    }
}
