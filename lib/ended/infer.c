/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/ended/infer.h"

#include <string.h>

#include "lib/base/units.h"
#include "lib/ended/reaped.h"
#include "lib/text/debug.h"

/* A living process, whether tasks of it exited in this interval, and in the one before. */
struct inferred {
    struct reaper reaper; /* first: a row of struct reapers */
    uint64_t counted_ns;  /* the CPU time of exited threads that has been counted */
    bool threads_exited, had_threads_exited;
    bool children_exited, had_children_exited;
};

void infer_fini(struct infer *infer)
{
    ledger_fini(&infer->processes);
}

/* --- whether tasks may have exited --- */

/* By events of exits; by forks if there are none. */
static void mark_exits(const struct infer_evidence *evidence, struct inferred *process)
{
    const struct exit_table *exits = evidence->exits;
    const pid_t tgid = seen_tgid(&process->reaper.living.seen->seen);
    const struct exit_entry *entry = exits ? exit_table_find(exits, tgid) : NULL;

    process->had_threads_exited = process->threads_exited;
    process->had_children_exited = process->children_exited;
    process->threads_exited = exits ? entry && entry->threads > 0 : evidence->forked;
    process->children_exited =
        exits ? exits->unparented > 0 || (entry && entry->processes > 0) : evidence->forked;
    /* Init reaps orphans of other parents. */
    if (exits && tgid == PID_OF_INIT)
        process->children_exited = exits->processes > 0;
}

static void mark_reaper(void *context, struct reaper *reaper)
{
    ((struct inferred *)reaper)->children_exited = true;
}

static void mark_all(struct infer *infer, const struct reapers *reapers,
                     const struct infer_evidence *evidence)
{
    const struct ledger *processes = &reapers->lists->processes;
    const struct ledger *threads = &reapers->lists->threads;

    for (size_t i = 0; i < infer->processes.count; i++)
        if (seen_living_at(&infer->processes, i))
            mark_exits(evidence, ledger_at(&infer->processes, i));
    for (size_t i = 0; i < processes->count; i++)
        if (ledger_is_gone(processes, ledger_at(processes, i)))
            reaped_each_reaper(reapers, ledger_at(processes, i), mark_reaper, NULL);
    for (size_t i = 0; i < threads->count; i++) {
        const struct seen *thread = ledger_at(threads, i);
        struct inferred *process =
            ledger_is_gone(threads, &thread->id)
                ? ledger_find(&infer->processes, task_process_key(seen_tgid(thread)))
                : NULL;

        if (process)
            process->threads_exited = true;
    }
}

/* Whether children or threads of a process exited in this interval or the one before. */
static bool may_have_exited(const struct inferred *process, enum task_kind kind)
{
    if (kind == TASK_THREAD)
        return process->threads_exited || process->had_threads_exited;
    return process->children_exited || process->had_children_exited;
}

/* --- rows --- */

/* The exits of that kind in a process; 0: unknown, as exits without a parent may belong to it. */
static uint64_t count_exits(const struct exit_table *exits, enum task_kind kind, pid_t tgid)
{
    const struct exit_entry *entry = exits ? exit_table_find(exits, tgid) : NULL;

    if (!entry || (kind == TASK_PROCESS && exits->unparented > 0))
        return 0;
    return kind == TASK_THREAD ? entry->threads : entry->processes;
}

static int add(struct exit_sums *out, enum task_kind kind, const struct seen_process *by,
               const struct ended_used *growth, const struct exit_table *exits)
{
    struct ended_row row = {
        .key = {.euid = NO_OWNER, .kind = kind},
        .by_pid = (uint32_t)seen_tgid(&by->seen),
        .used = *growth,
    };

    row.used.count = count_exits(exits, kind, seen_tgid(&by->seen));
    memcpy(row.by, by->comm, sizeof(row.by));
    return row.used.cpu_ns > 0 || row.used.count > 0 ? exit_sums_add(out, &row) : 0;
}

/* The row of those whose parent is unknown. */
static int add_others(struct exit_sums *out, const struct ended_used *used)
{
    const struct ended_row row = {.key = {.euid = NO_OWNER, .kind = TASK_PROCESS}, .used = *used};

    return used->cpu_ns > 0 ? exit_sums_add(out, &row) : 0;
}

/* Negative figures become 0. */
static void clip(struct ended_used *used)
{
    used->cpu_ns = used->cpu_ns > 0 ? used->cpu_ns : 0;
    used->minflt = used->minflt > 0 ? used->minflt : 0;
    used->majflt = used->majflt > 0 ? used->majflt : 0;
}

/* --- children --- */

/*
 * A row for each parent has what its children have certainly used, and one row the rest: time in
 * one of several parents, which rows had perhaps shown before.
 */
static int infer_children(const struct reapers *reapers, const struct exit_table *exits,
                          struct exit_sums *out)
{
    struct ended_used shared = {0}, ambiguous;
    int result = 0;

    reaped_subtract_shown(reapers, &ambiguous);
    for (size_t i = 0; i < reapers->living->count && result == 0; i++) {
        const struct inferred *process = seen_living_at(reapers->living, i);
        struct ended_used certain;

        if (!process || !may_have_exited(process, TASK_PROCESS))
            continue;
        certain = process->reaper.unattributed;
        ended_used_subtract(&certain, &process->reaper.ambiguous);
        clip(&certain);
        ended_used_add(&shared, &process->reaper.unattributed);
        ended_used_subtract(&shared, &certain);
        result = add(out, TASK_PROCESS, process->reaper.living.seen, &certain, exits);
    }
    ended_used_subtract(&shared, &ambiguous);
    clip(&shared);
    return result == 0 ? add_others(out, &shared) : result;
}

/* --- threads --- */

/* The threads of a process. */
struct group {
    uint64_t living_ns, gone_ns; /* CPU time of living threads; shown CPU time of exited ones */
    uint64_t living;             /* their number */
};

/* The CPU time of the process beyond that of its living threads. */
static uint64_t missing_ns(const struct seen_process *process, uint64_t living_ns)
{
    return process->seen.cpu_ns > living_ns ? process->seen.cpu_ns - living_ns : 0;
}

/* The CPU time of all exited threads so far: from the source, or else the missing time. */
static uint64_t exited_cpu_ns(const struct seen_process *process, uint64_t living_ns)
{
    if (process->knows_exited)
        return process->exited_ns > 0 ? (uint64_t)process->exited_ns : 0;
    return missing_ns(process, living_ns);
}

/*
 * By how much the CPU time of a process's exited threads has grown beyond what has been counted or
 * shown; counts it. Of a leader whose PID another thread has taken, the row that goes back has
 * shown it. If the source knows the time of exited threads from this snapshot on only, both are by
 * the missing time, which is exact but for the rounding of user and system time in each row.
 */
static int64_t exited_cpu_growth_ns(struct seen_lists *lists, struct inferred *process,
                                    const struct group *group)
{
    const struct seen_process *seen = process->reaper.living.seen;
    const uint64_t known_ns = exited_cpu_ns(seen, group->living_ns);
    const bool begins = !seen->is_new && seen->knows_exited && !seen->knew_exited;
    uint64_t now_ns = known_ns, before_ns = process->counted_ns;
    bool grew;

    if (seen->is_new) {
        before_ns = seen_started(lists, seen) ? 0 : known_ns;
    } else if (begins) {
        now_ns = missing_ns(seen, group->living_ns);
        before_ns += group->gone_ns + (group->living + 1) * 2 * (uint64_t)ns_per_tick();
    } else if (!seen->knows_exited) {
        before_ns += group->gone_ns;
    }
    if (begins || !seen->knows_exited)
        before_ns += seen_went_back_ns(lists, seen_leader_key(seen_tgid(&seen->seen)));
    grew = now_ns > before_ns && may_have_exited(process, TASK_THREAD);
    process->counted_ns = grew || begins ? known_ns : before_ns;
    return grew ? (int64_t)(now_ns - before_ns) : 0;
}

/* Both ledgers have the same order: *next is the first thread behind the previous process. */
static struct group take_group(const struct ledger *threads, pid_t tgid, size_t *next)
{
    struct group group = {0};

    for (; *next < threads->count; ++*next) {
        const struct seen *thread = ledger_at(threads, *next);

        if (seen_tgid(thread) > tgid)
            break;
        if (seen_tgid(thread) < tgid)
            continue;
        if (ledger_is_gone(threads, &thread->id)) {
            group.gone_ns += thread->cpu_ns;
        } else {
            group.living_ns += thread->cpu_ns;
            group.living++;
        }
    }
    return group;
}

static int infer_threads(const struct infer *infer, struct seen_lists *lists,
                         const struct exit_table *exits, struct exit_sums *out)
{
    size_t next = 0;
    int result = 0;

    for (size_t i = 0; i < infer->processes.count && result == 0; i++) {
        struct inferred *process = seen_living_at(&infer->processes, i);
        struct ended_used growth = {0};
        struct group group;

        if (!process)
            continue;
        group = take_group(&lists->threads, seen_tgid(&process->reaper.living.seen->seen), &next);
        if (group.living == 0)
            continue;
        growth.cpu_ns = exited_cpu_growth_ns(lists, process, &group);
        result = add(out, TASK_THREAD, process->reaper.living.seen, &growth, exits);
    }
    return result;
}

/* --- the whole --- */

/*
 * Limits the sum of all rows. An excess is time from before the interval that no row had shown. It
 * is in the largest row, or else it is not known where.
 */
static int limit_sum(struct exit_sums *sums, int64_t most_ns)
{
    struct ended_row *largest = NULL;
    int64_t excess_ns = -most_ns;

    for (size_t i = 0; i < sums->count; i++) {
        excess_ns += sums->rows[i].used.cpu_ns;
        if (!largest || sums->rows[i].used.cpu_ns > largest->used.cpu_ns)
            largest = &sums->rows[i];
    }
    DEBUG(LEDGER, "exited tasks have used %lld of at most %lld us",
          (long long)((excess_ns + most_ns) / NS_PER_US), (long long)(most_ns / NS_PER_US));
    if (!largest || excess_ns <= 0)
        return 0;
    if (largest->used.cpu_ns >= excess_ns) {
        largest->used.cpu_ns -= excess_ns;
        return 0;
    }
    for (size_t i = 0; i < sums->count; i++)
        sums->rows[i].used.cpu_ns = 0;
    return add_others(sums, &(struct ended_used){.cpu_ns = most_ns});
}

/* What processors could do until the last task was read, less what living tasks did. */
static int64_t most_ns(const struct seen_lists *lists, bool threads,
                       const struct infer_evidence *evidence)
{
    const uint64_t used_ns = seen_used_ns(lists, threads ? &lists->threads : &lists->processes);
    const uint64_t all_ns = evidence->processors * (lists->interval_ns + evidence->scan_ns);

    return all_ns > used_ns ? (int64_t)(all_ns - used_ns) : 0;
}

int infer_update(struct infer *infer, struct seen_lists *lists, bool threads,
                 const struct infer_evidence *evidence, struct exit_sums *out)
{
    const struct reapers reapers = {&infer->processes, lists};
    int result;

    infer->processes.name = "inferred";
    result = seen_take_living(lists, &infer->processes, sizeof(struct inferred));
    if (result < 0)
        return result;
    mark_all(infer, &reapers, evidence);
    if (lists->interval_ns > 0)
        result = infer_children(&reapers, evidence->exits, out);
    /* Also the first time, to record the time of exited threads so far. */
    if (result == 0 && threads)
        result = infer_threads(infer, lists, evidence->exits, out);
    if (result == 0 && evidence->processors > 0)
        result = limit_sum(out, most_ns(lists, threads, evidence));
    return result;
}
