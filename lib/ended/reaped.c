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

/* The same if it can reap, which a zombie cannot; or NULL. */
static struct seen_process *living_parent(struct seen_lists *lists,
                                          const struct seen_process *child)
{
    struct seen_process *parent = parent_of(lists, child);

    if (!parent || seen_is_zombie(parent) || ledger_is_gone(&lists->processes, &parent->seen.id))
        return NULL;
    return parent;
}

/* Of a process that has a row, which has one. */
static struct reaper *reaper_of(const struct reapers *reapers, const struct seen_process *process)
{
    return ledger_find(reapers->living, process->seen.id.key);
}

void reaped_each_reaper(const struct reapers *reapers, const struct seen_process *child,
                        reaped_visit *visit, void *context)
{
    struct seen_lists *lists = reapers->lists;
    struct seen_process *parent = living_parent(lists, child);
    struct seen_process *init = seen_find_process(lists, PID_OF_INIT);
    const struct seen_process *at = child;

    if (!parent_of(lists, child))
        return;
    if (parent) {
        visit(context, reaper_of(reapers, parent));
        return;
    }
    for (int i = 0; i < ANCESTORS_MAX && at && (!init || parent != init); i++) {
        parent = living_parent(lists, at);
        if (parent)
            visit(context, reaper_of(reapers, parent));
        at = parent_of(lists, at);
    }
    if (init && parent != init)
        visit(context, reaper_of(reapers, init));
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
static void subtract_from_parents(const struct reapers *reapers)
{
    const struct ledger *processes = &reapers->lists->processes;

    for (size_t i = 0; i < reapers->living->count; i++) {
        struct reaper *reaper = seen_living_at(reapers->living, i);

        if (!reaper)
            continue;
        reaper->unattributed = reaper->living.seen->growth;
        reaper->ambiguous = (struct ended_used){0};
        take(&reaper->unattributed, &reaper->pending);
        reaper->pending = (struct ended_used){0};
    }
    for (size_t i = 0; i < processes->count; i++) {
        const struct seen_process *gone = ledger_at(processes, i);
        const struct seen_process *parent;
        struct ended_used shown;

        if (!ledger_is_gone(processes, &gone->seen.id))
            continue;
        parent = living_parent(reapers->lists, gone);
        shown = shown_of(gone);
        if (parent)
            ended_used_add(&reaper_of(reapers, parent)->pending, &shown);
    }
}

/* The search for the process that has reaped an orphan. */
struct search {
    struct ended_used shown; /* of the orphan */
    size_t count;            /* processes that have grown by as much */
    struct reaper *last;
};

static bool may_have_reaped(const struct search *search, const struct reaper *reaper)
{
    return reaper->unattributed.cpu_ns >= search->shown.cpu_ns;
}

static void match_reaper(void *context, struct reaper *reaper)
{
    struct search *search = context;

    if (!may_have_reaped(search, reaper))
        return;
    search->count++;
    search->last = reaper;
}

static void add_ambiguous(void *context, struct reaper *reaper)
{
    const struct search *search = context;

    if (may_have_reaped(search, reaper))
        ended_used_add(&reaper->ambiguous, &search->shown);
}

/*
 * The living processes that have grown, so that not all are searched for each orphan; and the
 * largest growth, so that these are seldom searched.
 */
struct grown {
    struct reaper *first;
    int64_t most_ns;
};

/* Also subtracts what is pending. */
static struct grown find_grown(const struct reapers *reapers)
{
    struct grown grown = {0};

    for (size_t i = 0; i < reapers->living->count; i++) {
        struct reaper *reaper = seen_living_at(reapers->living, i);

        if (!reaper)
            continue;
        take(&reaper->unattributed, &reaper->pending);
        if (reaper->unattributed.cpu_ns <= 0)
            continue;
        reaper->next_grown = grown.first;
        grown.first = reaper;
        if (reaper->unattributed.cpu_ns > grown.most_ns)
            grown.most_ns = reaper->unattributed.cpu_ns;
    }
    return grown;
}

/* An init of another PID namespace adopts children of processes that joined it by setns(2). */
static void each_grown(const struct grown *grown, reaped_visit *visit, void *context)
{
    for (struct reaper *at = grown->first; at; at = at->next_grown)
        visit(context, at);
}

static void subtract_orphan(const struct reapers *reapers, const struct seen_process *orphan,
                            const struct grown *grown, struct ended_used *ambiguous)
{
    struct search search = {.shown = shown_of(orphan)};
    bool is_related;

    if (search.shown.cpu_ns == 0 || search.shown.cpu_ns > grown->most_ns ||
        !parent_of(reapers->lists, orphan))
        return;
    reaped_each_reaper(reapers, orphan, match_reaper, &search);
    is_related = search.count > 0;
    if (!is_related)
        each_grown(grown, match_reaper, &search);
    if (search.count == 1)
        take(&search.last->unattributed, &search.shown);
    if (search.count < 2)
        return;
    ended_used_add(ambiguous, &search.shown);
    if (is_related)
        reaped_each_reaper(reapers, orphan, add_ambiguous, &search);
    else
        each_grown(grown, add_ambiguous, &search);
}

void reaped_subtract_shown(const struct reapers *reapers, struct ended_used *ambiguous)
{
    const struct ledger *processes = &reapers->lists->processes;
    struct grown grown;

    *ambiguous = (struct ended_used){0};
    subtract_from_parents(reapers);
    grown = find_grown(reapers);
    for (size_t i = 0; i < processes->count; i++) {
        const struct seen_process *gone = ledger_at(processes, i);

        if (ledger_is_gone(processes, &gone->seen.id) && !living_parent(reapers->lists, gone))
            subtract_orphan(reapers, gone, &grown, ambiguous);
    }
}
