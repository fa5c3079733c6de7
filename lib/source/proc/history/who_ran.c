/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/history/who_ran.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/invariant.h"
#include "lib/base/sorted.h"
#include "lib/base/task_flags.h"
#include "lib/base/units.h"

void stat_figures_keep(struct stat_figures *figures, char *long_comm, const struct task *task)
{
    const size_t len = strlen(task->comm);
    const bool is_long = len >= STAT_COMM_SIZE;
    char *comm = is_long ? long_comm : figures->comm;

    *figures = (struct stat_figures){
        .start_ns = task->start_ns,
        .utime_ns = task->utime_ns,
        .stime_ns = task->stime_ns,
        .minflt = task->minflt,
        .majflt = task->majflt,
        .flags = task->flags,
        .processor = task->processor,
        .priority = task->priority,
        .exit_signal = task->exit_signal,
        .nice = task->nice,
        .rt_priority = task->rt_priority,
        .policy = task->policy,
        .has_long_comm = is_long,
    };
    if (!is_long || (task->flags & PF_KTHREAD && len < STAT_LONG_COMM_SIZE)) {
        memcpy(comm, task->comm, len + 1);
        figures->state = task->state;
    }
}

int stat_figures_show(const struct stat_figures *figures, const char *long_comm,
                      struct snapshot *snapshot, struct task *task)
{
    const char *comm = figures->has_long_comm ? long_comm : figures->comm;

    task->start_ns = figures->start_ns;
    task->utime_ns = figures->utime_ns;
    task->stime_ns = figures->stime_ns;
    task->minflt = figures->minflt;
    task->majflt = figures->majflt;
    task->flags = figures->flags;
    task->processor = figures->processor;
    task->priority = figures->priority;
    task->exit_signal = figures->exit_signal;
    task->nice = figures->nice;
    task->rt_priority = figures->rt_priority;
    task->policy = figures->policy;
    task->state = figures->state;
    task->have |= NEED_STAT | NEED_NLWP;
    if (!(task->have & NEED_COMM))
        task->comm = snapshot_name(snapshot, task, comm, strlen(comm));
    task->have |= NEED_COMM;
    return task->comm ? 0 : -ENOMEM;
}

/* --- which threads have run --- */

/* The time limit is checked after this many threads. */
#define ASKED_AT_ONCE 64

static void free_arrays(struct who_ran *who)
{
    free(who->ids);
    free(who->threads);
    free(who->order);
    free(who->spare);
}

void who_ran_fini(struct who_ran *who)
{
    free_arrays(who);
    *who = (struct who_ran){0};
}

/* Whether one thread of a process comes before another in the order of who_ran::ids. */
static bool precedes(struct task_id a, struct task_id b)
{
    if (a.tid == b.tid || b.tid == b.tgid)
        return false;
    return a.tid == a.tgid || a.tid < b.tid;
}

/*
 * A thread has exited. Its run time is known up to its last read; what rows already showed must not
 * be counted again. What it ran after that remains unexplained.
 */
static void drop(struct who_ran *next, const struct run_thread *thread)
{
    next->exited_ns +=
        (int64_t)(thread->run_ns - thread->figures.utime_ns - thread->figures.stime_ns);
}

/*
 * Fills in the IDs and threads of `next`: those of `who` that still exist, and new ones between
 * them. places[i] becomes the new index of the thread that was at i, or UINT32_MAX.
 */
static void merge(const struct who_ran *who, const struct id_span *ids, struct who_ran *next,
                  uint32_t *places)
{
    size_t at = 0;

    for (size_t i = 0; i < ids->count; i++) {
        next->ids[i] = ids->ids[i];
        for (; at < who->count && precedes(who->ids[at], ids->ids[i]); places[at++] = UINT32_MAX)
            drop(next, &who->threads[at]);
        if (at < who->count && who->ids[at].tid == ids->ids[i].tid) {
            next->threads[i] = who->threads[at];
            places[at++] = (uint32_t)i;
        } else {
            next->threads[i] = (struct run_thread){.ran = true, .is_new = true};
        }
    }
    for (; at < who->count; places[at++] = UINT32_MAX)
        drop(next, &who->threads[at]);
}

/*
 * Fills in the order of `next`: new threads after those that ran. Threads already read by the
 * current search stay in front.
 */
static void set_order(const struct who_ran *who, struct who_ran *next, const uint32_t *places)
{
    size_t added = 0;

    for (size_t i = 0; i <= who->count; i++) {
        if (i == who->next)
            next->next = added;
        if (i == who->ran_count) {
            next->ran_count = added;
            for (size_t j = 0; j < next->count; j++)
                if (next->threads[j].is_new)
                    next->order[added++] = (uint32_t)j;
        }
        if (i < who->count && places[who->order[i]] != UINT32_MAX)
            next->order[added++] = places[who->order[i]];
    }
}

static bool has_same(const struct who_ran *who, const struct id_span *ids)
{
    if (who->count != ids->count)
        return false;
    for (size_t i = 0; i < ids->count; i++) {
        if (who->ids[i].tid != ids->ids[i].tid)
            return false;
    }
    return true;
}

/* Sets the threads when they differ from the current ones. */
static int replace_threads(struct who_ran *who, const struct id_span *ids)
{
    const size_t count = ids->count;
    struct who_ran next = *who;
    uint32_t *places = malloc((who->count + 1) * sizeof(*places));

    next.ids = malloc((count + 1) * sizeof(*next.ids));
    next.threads = malloc((count + 1) * sizeof(*next.threads));
    next.order = malloc((count + 1) * sizeof(*next.order));
    next.spare = malloc((count + 1) * sizeof(*next.spare));
    if (!places || !next.ids || !next.threads || !next.order || !next.spare) {
        free(places);
        free_arrays(&next);
        return -ENOMEM;
    }
    next.count = count;
    merge(who, ids, &next, places);
    set_order(who, &next, places);
    for (size_t i = 0; i < count; i++)
        next.threads[i].is_new = false;
    free(places);
    free_arrays(who);
    *who = next;
    return 0;
}

static uint64_t tid_of(const void *id)
{
    return (uint64_t)((const struct task_id *)id)->tid;
}

int who_ran_set(struct who_ran *who, const struct id_span *ids)
{
    int result = has_same(who, ids) ? 0 : replace_threads(who, ids);

    /* The leader is first; the others ascend. */
    INVARIANT(ids->count == 0 ||
              keys_ascend(ids->ids + 1, ids->count - 1, sizeof(*ids->ids), tid_of, true));
    if (result == 0)
        who->saw_exit = false;
    return result;
}

void who_ran_forget(struct who_ran *who)
{
    *who = (struct who_ran){.ids = who->ids,
                            .threads = who->threads,
                            .order = who->order,
                            .spare = who->spare,
                            .count = who->count};
    for (size_t i = 0; i < who->count; i++)
        who->threads[i] = (struct run_thread){.ran = true};
}

/* Reads the run time of a thread and adds what it has run since the last read to explained_ns. */
static void ask(struct who_ran *who, uint32_t place, const struct run_clocks *clocks)
{
    struct run_thread *thread = &who->threads[place];
    const uint64_t before_ns = thread->run_ns;
    uint64_t ns;

    if (!clocks->thread(clocks->context, who->ids[place].tid, &ns)) {
        who->saw_exit = true;
        return;
    }
    if (ns == before_ns && thread->asked)
        return;
    /* Less than before: the TID now belongs to another thread, all of whose run time is new. */
    who->explained_ns += ns - (ns > before_ns ? before_ns : 0);
    thread->run_ns = ns;
    /* A thread read for the first time may have run since its figures were read. */
    thread->ran = true;
    thread->moved = thread->asked;
    thread->asked = true;
}

static uint64_t beyond(uint64_t ns, uint64_t limit_ns)
{
    return ns > limit_ns ? ns - limit_ns : 0;
}

/*
 * Whether living threads can have run at most the slack beyond their known run times: the clock
 * exceeds the explained time, and what earlier searches rounded away, by less than the slack.
 */
static bool is_within_slack(const struct who_ran *who, uint64_t now_ns, uint64_t slack_ns)
{
    return now_ns + who->unseen_ns < who->explained_ns + slack_ns &&
           who->explained_ns < now_ns + slack_ns;
}

/*
 * Whether explained_ns explains the clock. Threads that run while they are read may add time that
 * hides the time of others, so the clock is read again.
 */
static bool is_explained(struct who_ran *who, const struct run_clocks *clocks)
{
    uint64_t now_ns;

    if (who->explained_ns < who->target_ns)
        return false;
    if (who->explained_ns == who->target_ns) /* exact, and stays so */
        return true;
    if (clocks->process(clocks->context, &now_ns)) {
        if (now_ns == who->explained_ns || is_within_slack(who, now_ns, clocks->slack_ns)) {
            who->took_slack |= now_ns != who->explained_ns;
            who->target_ns = who->explained_ns;
            return true;
        }
    }
    who->target_ns = UINT64_MAX; /* so all threads are read */
    return false;
}

bool who_ran_begin(struct who_ran *who, const struct run_clocks *clocks, uint64_t used_ns)
{
    who->took_slack = false;
    who->target_ns =
        who->has_baseline && (clocks->slack_ns || !who->unseen_ns) ? used_ns : UINT64_MAX;
    for (who->next = 0; who->next < who->ran_count && !is_explained(who, clocks); who->next++)
        ask(who, who->order[who->next], clocks);
    return is_explained(who, clocks);
}

/* Whether the search has reached its time limit, after reading `asked` threads. */
static bool is_late(const struct who_ran *who, const struct run_clocks *clocks, size_t asked)
{
    return clocks->until_ns && asked > 0 && asked % ASKED_AT_ONCE == 0 &&
           who->timeouts < WHO_RAN_LATE_MAX && clock_ns(CLOCK_MONOTONIC) >= clocks->until_ns;
}

/*
 * Moves threads that ran to the front of `order`, followed by those that should have been read but
 * were not. Within each part, and among the others, the order stays.
 */
static void set_order_by_run(struct who_ran *who)
{
    uint32_t *order = who->order;
    size_t others = 0;

    who->ran_count = 0;
    for (size_t i = 0; i < who->next; i++) {
        struct run_thread *thread = &who->threads[order[i]];

        if (thread->moved)
            order[who->ran_count++] = order[i];
        else
            who->spare[others++] = order[i];
        thread->moved = false;
    }
    for (size_t i = 0; i < who->unread_count; i++)
        order[who->ran_count + i] = order[who->next + i];
    for (size_t i = 0; i < others; i++)
        order[who->ran_count + who->unread_count + i] = who->spare[i];
}

/*
 * All threads have been read since the clock was at `used_ns`, so explained_ns explains at least
 * that: only time beyond it can be unaccounted for.
 */
static void limit_unseen(struct who_ran *who, uint64_t used_ns)
{
    if (who->unseen_ns > beyond(who->explained_ns, used_ns))
        who->unseen_ns = beyond(who->explained_ns, used_ns);
}

/*
 * All threads have been read between `used_ns` and now: time that is still unexplained at used_ns
 * was run by exited threads, and so may be what the clock has gained since.
 */
static void end_whole(struct who_ran *who, const struct run_clocks *clocks, uint64_t used_ns)
{
    uint64_t now_ns = used_ns;

    clocks->process(clocks->context, &now_ns);
    who->exited_ns += (int64_t)beyond(used_ns, who->explained_ns + who->maybe_exited_ns);
    if (who->explained_ns < used_ns)
        who->explained_ns = used_ns;
    who->maybe_exited_ns = 0;
    if (now_ns >= who->explained_ns && !is_within_slack(who, now_ns, clocks->slack_ns)) {
        who->maybe_exited_ns = now_ns - who->explained_ns;
    } else {
        who->unseen_ns = beyond(now_ns + who->unseen_ns, who->explained_ns);
        who->explained_ns = now_ns;
    }
    who->has_baseline = true;
}

void who_ran_end(struct who_ran *who, const struct run_clocks *clocks, uint64_t used_ns,
                 bool is_whole)
{
    size_t asked = 0;
    bool explained = is_explained(who, clocks);

    for (; !explained && who->next < who->count && !is_late(who, clocks, asked); asked++) {
        ask(who, who->order[who->next++], clocks);
        explained = is_explained(who, clocks);
    }
    who->unread_count = explained ? 0 : who->count - who->next;
    who->timeouts = who->unread_count ? who->timeouts + 1 : 0;
    if (who->next == who->count && is_whole) {
        who->is_exact = true;
        limit_unseen(who, used_ns);
    } else {
        who->is_exact = explained && !who->took_slack && !who->unseen_ns;
    }
    set_order_by_run(who);
    if (!explained && !who->unread_count && is_whole)
        end_whole(who, clocks, used_ns);
}
