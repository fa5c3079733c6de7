/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/walk.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/source/bpf/load.h"
#include "lib/source/bpf/records.h"
#include "lib/task/populate.h"

#define PAGE_HEADER (offsetof(struct wire_page, records))

_Static_assert(sizeof(struct wire_page) == WIRE_PAGE_SIZE && PAGE_HEADER % 8 == 0,
               "pages follow each other without gaps");

/* How often a walk is begun anew with more memory, as tasks have come faster than expected. */
#define TRIES 4

#define MEMORY_PAGE ((size_t)4096)

void walk_fini(struct walk *walk)
{
    free(walk->memory);
    known_fini(&walk->known);
    *walk = (struct walk){0};
}

/* Whether what this pass brings serves the next. What stands in status changes unseen. */
static bool keeps(const struct harvest_want *want)
{
    return want->again && want->threads && !want->status;
}

static size_t expected_size(const struct harvest_want *want, const struct host_size *host)
{
    size_t tasks = want->threads ? host->tasks : host->processes;
    size_t task_size = sizeof(struct wire_task) + (want->status ? sizeof(struct wire_status) : 0);
    size_t records = tasks * task_size + host->processes * sizeof(struct wire_group);

    if (keeps(want))
        return sizeof(struct wire_page);
    /* Pages are never quite full. */
    return records + records / 32 + 2 * sizeof(struct wire_page);
}

/* Makes the memory at least `size` bytes large, all of which will be written to. */
static int reserve(struct walk *walk, size_t size)
{
    size_t room = (size + size / 4) / MEMORY_PAGE * MEMORY_PAGE + MEMORY_PAGE;

    if (walk->size >= size)
        return 0;
    free(walk->memory);
    walk->size = 0;
    walk->memory = aligned_alloc(MEMORY_PAGE, room);
    if (!walk->memory)
        return -ENOMEM;
    walk->size = room;
    /* Else they would come twice over: the kernel reads before it writes. */
    populate(walk->memory, size);
    return 0;
}

/* Where a walk is. */
struct state {
    int program;
    uint32_t flags;
    uint32_t next; /* the id to go on from */
    bool done;
    struct known *known; /* NULL: each page stays where it is */
};

/* Adds what a run has put into the page. */
static int take_page(struct state *state, struct wire_page *page, struct harvest *harvest)
{
    if (!records_are_ours(&page->header) || page->used > sizeof(page->records) ||
        (page->next <= state->next && !page->done))
        return -EPROTO;
    state->next = page->next;
    state->done = page->done;
    harvest->seen += page->visited;
    return state->known ? known_take(state->known, page, harvest)
                        : records_add(page->records, page->used, harvest);
}

/* One run. *used is how much of the page has to stay. */
static int run(struct state *state, struct wire_page *page, struct harvest *harvest, size_t *used)
{
    int answer;

    page->flags = state->flags;
    page->next = state->next;
    page->end = UINT32_MAX;
    page->known_count = 0;
    if (state->known)
        known_put(state->known, page);
    answer = load_run(state->program, page, sizeof(*page));
    *used = answer == WIRE_WALKED && !state->known ? PAGE_HEADER + page->used : 0;
    switch (answer) {
    case WIRE_WALKED:
        return take_page(state, page, harvest);
    case WIRE_CLOSED:
        return -EPERM;
    case WIRE_ELSEWHERE:
        return -EXDEV;
    default:
        return answer < 0 ? answer : -EPROTO;
    }
}

/* One walk. -E2BIG when the memory was too small. */
static int read_all(const struct walk *walk, struct state *state, struct harvest *harvest)
{
    size_t at = 0;
    int result = 0;

    while (result == 0 && !state->done) {
        struct wire_page *page = (struct wire_page *)(void *)(walk->memory + at);
        size_t used;

        if (walk->size - at < sizeof(*page))
            return -E2BIG;
        result = run(state, page, harvest, &used);
        at += used;
    }
    return result;
}

/* The same, with what is known from the walk before, and for the next. */
static int read_known(struct walk *walk, struct state *state, struct harvest *harvest)
{
    int result;

    state->known = &walk->known;
    known_begin(state->known);
    result = read_all(walk, state, harvest);
    if (result == 0)
        result = known_end(state->known, harvest);
    if (result < 0)
        known_fini(state->known);
    return result;
}

int walk_read(struct walk *walk, int program, const struct harvest_want *want,
              const struct host_size *host, struct harvest *harvest)
{
    uint64_t expected = harvest->expected;
    size_t size = expected_size(want, host);
    int result = -E2BIG;

    for (int i = 0; i < TRIES && result == -E2BIG; i++) {
        struct state state = {.program = program};

        if (!want->threads)
            state.flags |= WIRE_SUMS_ONLY;
        if (want->status)
            state.flags |= WIRE_STATUSES;
        if (want->usage)
            state.flags |= WIRE_USAGE;
        if (keeps(want))
            state.flags |= WIRE_DIGESTS;
        result = reserve(walk, size);
        if (result < 0)
            return result;
        harvest_clear(harvest);
        harvest->expected = expected;
        if (!want->threads)
            harvest->sums_kind = want->usage ? SUMS_OF_ALL : SUMS_OF_RUNTIME;
        harvest->tells_hidden = true;
        result = keeps(want) ? read_known(walk, &state, harvest) : read_all(walk, &state, harvest);
        size = walk->size * 2;
    }
    return result == -E2BIG ? -EAGAIN : result;
}
