/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/history/run_search.h"

#include <errno.h>
#include <stdlib.h>

/* Each search may ask n / TOKENS_PART more of the sleeping threads, of n in the process. */
#define TOKENS_PART 8
#define TOKENS_MIN  16

/* Each search may move this part of the threads in front behind the others. */
#define FRONT_PART 8

static void free_arrays(struct run_search *search)
{
    free(search->ids);
    free(search->threads);
    free(search->order);
    free(search->spare);
}

void run_search_fini(struct run_search *search)
{
    free_arrays(search);
    *search = (struct run_search){0};
}

/* Whether one thread of a process comes before another in the order of run_search::ids. */
static bool precedes(struct task_id a, struct task_id b)
{
    if (a.tid == b.tid || b.tid == b.tgid)
        return false;
    return a.tid == a.tgid || a.tid < b.tid;
}

/*
 * Fills in the ids and the threads of `next`: those of `search` that stay, and new ones between
 * them. places[i] becomes the new index of the thread that was at i, or UINT32_MAX.
 */
static void merge(const struct run_search *search, const struct id_span *ids,
                  struct run_search *next, uint32_t *places)
{
    size_t at = 0;

    for (size_t i = 0; i < ids->count; i++) {
        next->ids[i] = ids->ids[i];
        while (at < search->count && precedes(search->ids[at], ids->ids[i]))
            places[at++] = UINT32_MAX;
        if (at < search->count && search->ids[at].tid == ids->ids[i].tid) {
            next->threads[i] = search->threads[at];
            places[at++] = (uint32_t)i;
        } else {
            next->threads[i] = (struct run_thread){.ran = true, .is_new = true};
        }
    }
    while (at < search->count)
        places[at++] = UINT32_MAX;
}

/* Fills in the order of `next`: new threads first, then the others in their old order. */
static void set_order(const struct run_search *search, struct run_search *next,
                      const uint32_t *places)
{
    size_t added = 0;

    for (size_t i = 0; i < next->count; i++)
        if (next->threads[i].is_new)
            next->order[added++] = (uint32_t)i;
    next->front = added;
    for (size_t i = 0; i < search->count; i++) {
        const uint32_t place = places[search->order[i]];

        if (place != UINT32_MAX)
            next->order[added++] = place;
        next->front += place != UINT32_MAX && i < search->front;
    }
}

static bool has_same(const struct run_search *search, const struct id_span *ids)
{
    if (search->count != ids->count)
        return false;
    for (size_t i = 0; i < ids->count; i++) {
        if (search->ids[i].tid != ids->ids[i].tid)
            return false;
    }
    return true;
}

/* Sets threads that differ from the current ones. */
static int replace_threads(struct run_search *search, const struct id_span *ids)
{
    const size_t count = ids->count;
    struct run_search next = *search;
    uint32_t *places = malloc((search->count + 1) * sizeof(*places));

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
    merge(search, ids, &next, places);
    set_order(search, &next, places);
    for (size_t i = 0; i < count; i++)
        next.threads[i].is_new = false;
    free(places);
    free_arrays(search);
    *search = next;
    return 0;
}

int run_search_set(struct run_search *search, const struct id_span *ids)
{
    int result = has_same(search, ids) ? 0 : replace_threads(search, ids);

    if (result == 0)
        search->lost = false;
    return result;
}

/* Whether a thread has run since it was last asked; adds that time to what is accounted for. */
static bool ask(struct run_search *search, uint32_t place, const struct run_clocks *clocks)
{
    struct run_thread *thread = &search->threads[place];
    uint64_t ns;

    if (!clocks->thread(clocks->context, search->ids[place].tid, &ns)) {
        search->lost = true;
        return false;
    }
    if (ns == thread->run_ns)
        return false;
    /* Less than before: its number is another thread's now, and what that one ran is known. */
    search->known_ns += ns - (ns > thread->run_ns ? thread->run_ns : 0);
    thread->run_ns = ns;
    thread->moved = thread->ran = true;
    return true;
}

/*
 * Of the first `asked` in `order`, brings those that moved to the front. Their order among
 * themselves stays, as does that of the others.
 */
static void bring_to_front(struct run_search *search, size_t asked)
{
    /* A thread that did not run this time stays in front for a while. */
    const size_t front_min = search->front - search->front / FRONT_PART;
    uint32_t *order = search->order;
    size_t found = 0;
    size_t others = 0;

    for (size_t i = 0; i < asked; i++) {
        struct run_thread *thread = &search->threads[order[i]];

        if (thread->moved)
            order[found++] = order[i];
        else
            search->spare[others++] = order[i];
        thread->moved = false;
    }
    for (size_t i = 0; i < others; i++)
        order[found + i] = search->spare[i];
    search->found = found;
    search->front = found > front_min ? found : front_min;
}

static void add_tokens(struct run_search *search)
{
    search->tokens += search->count / TOKENS_PART + TOKENS_MIN;
    if (search->tokens > search->count)
        search->tokens = search->count;
}

void run_search_allow_all(struct run_search *search)
{
    search->tokens = search->count;
    search->searched = 0;
}

void run_search_base(struct run_search *search, const struct run_clocks *clocks)
{
    for (size_t i = 0; i < search->count; i++) {
        struct run_thread *thread = &search->threads[i];
        const struct stat_figures *figures = &thread->figures;
        const uint64_t shown_ns = figures->utime_ns + figures->stime_ns;

        if (ask(search, (uint32_t)i, clocks) && stat_figures_are_there(figures))
            thread->ran = thread->run_ns >= shown_ns + 2 * clocks->tick_ns;
        search->order[i] = (uint32_t)i;
    }
    bring_to_front(search, search->count);
    search->front = search->found = search->searched = 0;
    search->unordered = true;
    search->certainty = RUNS_ROUGHLY;
    /* Otherwise the time that threads ran meanwhile would be searched for in vain. */
    search->based = clocks->process(clocks->context, &search->known_ns);
}

bool run_search_front(struct run_search *search, const struct run_clocks *clocks, uint64_t used_ns)
{
    /* If anything ran, always ask those that ran last time: they may have been counted ahead. */
    const size_t sure = used_ns != search->used_ns ? search->found : 0;

    search->used_ns = used_ns;
    for (size_t i = 0; i < search->front && (i < sure || search->known_ns < used_ns); i++)
        ask(search, search->order[i], clocks);
    return search->known_ns >= used_ns;
}

/*
 * All threads have been asked since this pass began: what was unaccounted for then, and still is,
 * was run by threads that have died.
 */
static void end_pass(struct run_search *search, const struct run_clocks *clocks, uint64_t used_ns)
{
    const uint64_t left_ns = used_ns - search->known_ns;
    uint64_t now_ns = used_ns;

    /* As in run_search_base(). */
    clocks->process(clocks->context, &now_ns);
    search->known_ns += left_ns < search->residual_ns ? left_ns : search->residual_ns;
    search->known_ns += now_ns > used_ns ? now_ns - used_ns : 0;
    search->searched = 0;
}

/*
 * Threads cannot account for more than the clock shows now: an excess would hide the same amount
 * of others' time. For a tick or less the clock is not read again.
 */
static void cut_known(struct run_search *search, const struct run_clocks *clocks, uint64_t used_ns)
{
    uint64_t now_ns;

    if (search->known_ns > used_ns + clocks->tick_ns && clocks->process(clocks->context, &now_ns) &&
        search->known_ns > now_ns)
        search->known_ns = now_ns;
}

static bool is_wanted(const struct run_search *search, uint64_t used_ns)
{
    return search->tokens > 0 && search->known_ns < used_ns;
}

/*
 * Asks threads that this pass has not asked yet: as many as tokens allow and time is missing for,
 * or all. How many at the beginning of `order` have been asked then.
 */
static size_t ask_rest(struct run_search *search, const struct run_clocks *clocks, uint64_t used_ns)
{
    size_t at = search->front + search->searched;

    if (at > search->count)
        at = search->count;
    for (; at < search->count && (search->unordered || is_wanted(search, used_ns)); at++) {
        search->tokens -= search->tokens > 0;
        ask(search, search->order[at], clocks);
    }
    search->unordered = false;
    return at;
}

/* Time of those that were asked may stand for as much of others. */
static enum run_certainty certainty_of(const struct run_search *search, size_t asked,
                                       uint64_t used_ns)
{
    if (asked == search->count || search->known_ns == used_ns)
        return RUNS_EXACTLY;
    return search->known_ns > used_ns ? RUNS_PROBABLY : RUNS_ROUGHLY;
}

bool run_search_rest(struct run_search *search, const struct run_clocks *clocks, uint64_t used_ns)
{
    size_t asked;
    bool explained;

    add_tokens(search);
    if (search->searched == 0 && search->known_ns < used_ns)
        search->residual_ns = used_ns - search->known_ns;
    asked = ask_rest(search, clocks, used_ns);
    explained = search->known_ns >= used_ns;
    search->certainty = certainty_of(search, asked, used_ns);
    cut_known(search, clocks, used_ns);
    bring_to_front(search, asked);
    search->searched = explained ? 0 : asked - search->front;
    if (!explained && asked == search->count)
        end_pass(search, clocks, used_ns);
    return explained;
}
