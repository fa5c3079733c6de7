/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/ended/infer.h"

#include <string.h>

#include "lib/base/units.h"
#include "lib/ended/reaped.h"
#include "lib/text/debug.h"

/* By events of exits; by forks if there are none. */
static void mark_exits(const struct infer_evidence *evidence, struct seen_process *process)
{
    const struct exit_table *exits = evidence->exits;
    const struct exit_entry *entry =
        exits ? exit_table_find(exits, seen_tgid(&process->seen)) : NULL;
    struct seen_verdict *verdict = &process->verdict;

    verdict->had_threads_exited = verdict->threads_exited;
    verdict->had_children_exited = verdict->children_exited;
    verdict->threads_exited = exits ? entry && entry->threads > 0 : evidence->forked;
    verdict->children_exited =
        exits ? exits->unparented > 0 || (entry && entry->processes > 0) : evidence->forked;
    /* Init reaps orphans of other parents. */
    if (exits && seen_tgid(&process->seen) == PID_OF_INIT)
        verdict->children_exited = exits->processes > 0;
}

static void mark_reaper(void *context, struct seen_process *reaper)
{
    reaper->verdict.children_exited = true;
}

static void mark_processes(struct seen_lists *lists, const struct infer_evidence *evidence)
{
    const struct ledger *processes = &lists->processes, *threads = &lists->threads;

    for (size_t i = 0; i < processes->count; i++)
        mark_exits(evidence, ledger_at(processes, i));
    for (size_t i = 0; i < processes->count; i++)
        if (ledger_is_gone(processes, ledger_at(processes, i)))
            reaped_each_reaper(lists, ledger_at(processes, i), mark_reaper, NULL);
    for (size_t i = 0; i < threads->count; i++) {
        const struct seen *thread = ledger_at(threads, i);
        const bool is_gone = ledger_is_gone(threads, &thread->id);
        struct seen_process *process = is_gone ? seen_find_process(lists, seen_tgid(thread)) : NULL;

        if (process)
            process->verdict.threads_exited = true;
    }
}

/* Whether children or threads of a process exited in this interval or the one before. */
static bool may_have_exited(const struct seen_process *process, enum task_kind kind)
{
    const struct seen_verdict *verdict = &process->verdict;

    if (kind == TASK_THREAD)
        return verdict->threads_exited || verdict->had_threads_exited;
    return verdict->children_exited || verdict->had_children_exited;
}

/* The exits of that kind in a process; 0: unknown, as exits without a parent may belong to it. */
static uint64_t count_exits(const struct exit_table *exits, enum task_kind kind, pid_t tgid)
{
    const struct exit_entry *entry = exits ? exit_table_find(exits, tgid) : NULL;

    if (!entry || (kind == TASK_PROCESS && exits->unparented > 0))
        return 0;
    return kind == TASK_THREAD ? entry->threads : entry->processes;
}

static int add(struct exit_sums *out, enum task_kind kind, const struct seen_process *by,
               const struct ended_used *growth, uint64_t count)
{
    struct ended_row row = {
        .key = {.euid = NO_OWNER, .kind = kind},
        .by_pid = (uint32_t)seen_tgid(&by->seen),
        .used = *growth,
    };

    row.used.count = count;
    memcpy(row.by, by->comm, sizeof(row.by));
    return row.used.cpu_ns > 0 || count > 0 ? exit_sums_add(out, &row) : 0;
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

/*
 * A row for each parent has what its children have certainly used, and one row the rest: time in
 * one of several parents, which rows had perhaps shown before.
 */
static int infer_children(struct seen_lists *lists, const struct exit_table *exits,
                          struct exit_sums *out)
{
    const struct ledger *processes = &lists->processes;
    struct ended_used shared = {0}, ambiguous;
    int result = 0;

    reaped_subtract_shown(lists, &ambiguous);
    for (size_t i = 0; i < processes->count && result == 0; i++) {
        const struct seen_process *row = ledger_at(processes, i);
        struct ended_used certain = row->children.unattributed;

        if (ledger_is_gone(processes, &row->seen.id) || !may_have_exited(row, TASK_PROCESS))
            continue;
        ended_used_subtract(&certain, &row->children.ambiguous);
        clip(&certain);
        ended_used_add(&shared, &row->children.unattributed);
        ended_used_subtract(&shared, &certain);
        result = add(out, TASK_PROCESS, row, &certain,
                     count_exits(exits, TASK_PROCESS, seen_tgid(&row->seen)));
    }
    ended_used_subtract(&shared, &ambiguous);
    clip(&shared);
    return result == 0 ? add_others(out, &shared) : result;
}

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

/* The CPU time of exited threads now, and as much of it as has been counted or shown. */
struct exited_cpu {
    uint64_t now_ns, before_ns;
};

/* A row that is new has all of it if its process is. */
static struct exited_cpu exited_cpu_of_new(const struct seen_lists *lists,
                                           const struct seen_process *process, uint64_t known_ns)
{
    return (struct exited_cpu){known_ns, seen_started(lists, process) ? 0 : known_ns};
}

/*
 * If the source knows it from this snapshot on only, both are the missing time, which is exact but
 * for the rounding of user and system time in each row.
 */
static struct exited_cpu exited_cpu_of_first_known(const struct seen_process *process,
                                                   const struct group *group)
{
    const uint64_t rounding_ns = (group->living + 1) * 2 * (uint64_t)ns_per_tick();

    return (struct exited_cpu){missing_ns(process, group->living_ns),
                               process->verdict.counted_ns + group->gone_ns + rounding_ns};
}

static struct exited_cpu exited_cpu_since(const struct seen_process *process,
                                          const struct group *group, uint64_t known_ns)
{
    return (struct exited_cpu){known_ns, process->verdict.counted_ns +
                                             (process->knows_exited ? 0 : group->gone_ns)};
}

/* By how much the CPU time of a process's exited threads has grown; counts it. */
static int64_t exited_cpu_growth_ns(const struct seen_lists *lists, struct seen_process *process,
                                    const struct group *group)
{
    const uint64_t known_ns = exited_cpu_ns(process, group->living_ns);
    const bool begins = !process->is_new && process->knows_exited && !process->knew_exited;
    const struct exited_cpu cpu = process->is_new ? exited_cpu_of_new(lists, process, known_ns)
                                  : begins        ? exited_cpu_of_first_known(process, group)
                                                  : exited_cpu_since(process, group, known_ns);
    const bool grew = cpu.now_ns > cpu.before_ns && may_have_exited(process, TASK_THREAD);

    process->verdict.counted_ns = grew || begins ? known_ns : cpu.before_ns;
    return grew ? (int64_t)(cpu.now_ns - cpu.before_ns) : 0;
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

static int infer_threads(struct seen_lists *lists, const struct exit_table *exits,
                         struct exit_sums *out)
{
    size_t next = 0;
    int result = 0;

    for (size_t i = 0; i < lists->processes.count && result == 0; i++) {
        struct seen_process *process = ledger_at(&lists->processes, i);
        const pid_t tgid = seen_tgid(&process->seen);
        struct ended_used growth = {0};
        struct group group;

        if (ledger_is_gone(&lists->processes, &process->seen.id))
            continue;
        group = take_group(&lists->threads, tgid, &next);
        if (group.living == 0)
            continue;
        growth.cpu_ns = exited_cpu_growth_ns(lists, process, &group);
        result = add(out, TASK_THREAD, process, &growth, count_exits(exits, TASK_THREAD, tgid));
    }
    return result;
}

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

int infer_update(struct seen_lists *lists, bool threads, const struct infer_evidence *evidence,
                 struct exit_sums *out)
{
    int result = 0;

    mark_processes(lists, evidence);
    if (lists->interval_ns > 0)
        result = infer_children(lists, evidence->exits, out);
    /* Also the first time, to record the time of exited threads so far. */
    if (result == 0 && threads)
        result = infer_threads(lists, evidence->exits, out);
    if (result == 0 && evidence->processors > 0)
        result = limit_sum(out, most_ns(lists, threads, evidence));
    return result;
}
