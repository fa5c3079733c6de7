/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/walks.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/units.h"
#include "lib/source/bpf/object.h"
#include "lib/source/bpf/pass.h"
#include "lib/source/bpf/records.h"
#include "lib/text/debug.h"

#define PAGE_HEADER (offsetof(struct wire_page, records))

_Static_assert(sizeof(struct wire_page) == WIRE_PAGE_SIZE && PAGE_HEADER % 8 == 0,
               "pages follow each other closely");

/* How often a walk restarts with more memory when tasks are created faster than expected. */
#define TRIES 4

void id_walk_fini(struct id_walk *walk)
{
    free(walk->memory);
    delta_cache_fini(&walk->cache);
    *walk = (struct id_walk){0};
}

/*
 * Whether the next pass can reuse this one's records. The digest does not cover status; nor, in a
 * pass over processes, all figures of a row, so this requires that the visible rows are known,
 * which are read again.
 */
static bool keeps(const struct pass *pass)
{
    return pass->again && !pass->status && (pass->threads || pass->shown_count > 0);
}

static uint32_t flags_for(const struct pass *pass)
{
    return (pass->threads ? 0 : WIRE_SUMS_ONLY) | (pass->status ? WIRE_STATUSES : 0) |
           (pass->rss ? 0 : WIRE_NO_RSS) | (keeps(pass) ? WIRE_DIGESTS : 0);
}

static need_t lacks(const struct pass *pass)
{
    return (pass->rss ? 0 : NEED_MEM | NEED_STATM) | (pass_is_bare(pass) ? NEED_LOCKED : 0);
}

static size_t expected_size(const struct pass *pass)
{
    const struct host_size *host = &pass->host;
    size_t tasks = pass->threads ? host->tasks : host->processes;
    size_t task_size = sizeof(struct wire_task) + (pass->status ? sizeof(struct wire_status) : 0);
    size_t records = tasks * task_size + host->processes * sizeof(struct wire_group);

    if (keeps(pass))
        return sizeof(struct wire_page);
    /* Pages are never completely full. */
    return records + records / 32 + 2 * sizeof(struct wire_page);
}

/* Makes room for `size` bytes, all of which will be written. */
static int reserve(struct id_walk *walk, size_t size)
{
    const size_t room = size + size / 4;

    if (walk->size >= size)
        return 0;
    free(walk->memory);
    walk->size = 0;
    /* The kernel reads the page before it writes it: without this, each page would fault twice. */
    walk->memory = populate_alloc(room, size);
    if (!walk->memory)
        return -ENOMEM;
    walk->size = room;
    return 0;
}

/* The position of a walk. */
struct state {
    int program;
    uint32_t flags;
    uint32_t next; /* the ID to continue from */
    bool done;
    struct budget *budget;     /* as in struct pass */
    struct delta_cache *cache; /* NULL: pages stay in place, with their records */
};

/* Adds the records that a run wrote to the page. */
static int take_page(struct state *state, struct wire_page *page, struct records *records)
{
    if (!records_header_is_ours(&page->header) || page->used > sizeof(page->records) ||
        (page->next <= state->next && !page->done))
        return -EPROTO;
    state->next = page->next;
    state->done = page->done;
    records->seen += page->visited;
    return state->cache ? delta_cache_take(state->cache, page, records)
                        : records_parse(page->records, page->used, records);
}

/* One run. *used becomes the number of bytes of the page that must stay. */
static int run(struct state *state, struct wire_page *page, struct records *records, size_t *used)
{
    const int64_t start_ns = debug_start_ns(DEBUG_BPF);
    long long us;
    int answer;

    page->flags = state->flags;
    page->next = state->next;
    page->end = UINT32_MAX;
    page->cached_count = 0;
    if (state->cache)
        delta_cache_put(state->cache, page);
    answer = object_run(state->program, page, sizeof(*page));
    if (debug_has(DEBUG_BPF) && (us = debug_us(start_ns)) > records->longest_us)
        records->longest_us = us;
    *used = answer == WIRE_WALKED && !state->cache ? PAGE_HEADER + page->used : 0;
    switch (answer) {
    case WIRE_WALKED:
        return take_page(state, page, records);
    case WIRE_REVOKED:
        return -EPERM;
    case WIRE_ELSEWHERE:
        return -EXDEV;
    default:
        return answer < 0 ? answer : -EPROTO;
    }
}

/* One walk. -E2BIG if the memory is too small; -ETIME if the budget is spent. */
static int read_all(const struct id_walk *walk, struct state *state, struct records *records)
{
    size_t at = 0;
    int result = 0;

    while (result == 0 && !state->done) {
        struct wire_page *page = (struct wire_page *)(void *)(walk->memory + at);
        size_t used;

        if (walk->size - at < sizeof(*page))
            return -E2BIG;
        result = run(state, page, records, &used);
        at += used;
        if (result == 0 && !state->done && state->budget && budget_is_spent(state->budget))
            return -ETIME;
    }
    return result;
}

/* The same with the delta cache. */
static int read_delta(struct id_walk *walk, const struct pass *pass, struct state *state,
                      struct records *records)
{
    const struct due_rows due = {pass->shown, pass->shown_count, walk->scans++};
    int result;

    if (walk->cached_flags != state->flags || walk->cached_pass + 1 != pass->number)
        delta_cache_fini(&walk->cache);
    walk->cached_flags = state->flags;
    walk->cached_pass = pass->number;
    state->cache = &walk->cache;
    delta_cache_begin(state->cache, pass->threads ? NULL : &due);
    result = read_all(walk, state, records);
    if (result == 0)
        result = delta_cache_end(state->cache, records);
    if (result < 0)
        delta_cache_fini(state->cache);
    return result;
}

int id_walk_read(struct id_walk *walk, int program, const struct pass *pass,
                 struct records *records)
{
    size_t size = expected_size(pass);
    int result = -E2BIG;

    for (int i = 0; i < TRIES && result == -E2BIG; i++) {
        struct state state = {
            .program = program,
            .flags = flags_for(pass),
            .budget = pass->budget,
        };

        result = reserve(walk, size);
        if (result < 0)
            return result;
        records_clear(records);
        records->expected = pass->host.tasks;
        records->scope = SCOPE_BUT_HIDDEN;
        records->lacks = lacks(pass);
        records->summed = !pass->threads;
        result =
            keeps(pass) ? read_delta(walk, pass, &state, records) : read_all(walk, &state, records);
        size = walk->size * 2;
    }
    return result == -E2BIG ? -EAGAIN : result;
}

/* --- the task iterator --- */

#define FIRST_SIZE (256 * BYTES_PER_KIB)

/* The maximum that the kernel returns from one read(2). */
#define READ_SIZE (32 * BYTES_PER_KIB)

void stream_fini(struct stream *stream)
{
    free(stream->data);
    *stream = (struct stream){0};
}

/* 0 or -ENOMEM. */
static int grow(struct stream *stream)
{
    return ARRAY_RESERVE(&stream->data, &stream->size,
                         stream->size ? stream->size + 1 : FIRST_SIZE);
}

/* Reads a descriptor to its end; it stays open. The number of bytes or -errno. */
static ssize_t stream_read(struct stream *stream, int fd, struct budget *budget)
{
    size_t len = 0;
    ssize_t got;

    do {
        if (stream->size - len < READ_SIZE && grow(stream) < 0)
            return -ENOMEM;
        if (budget && budget_is_spent(budget))
            return -ETIME;
        got = read(fd, stream->data + len, stream->size - len);
        /* EAGAIN: a million consecutive tasks without output */
        if (got < 0 && errno != EINTR && errno != EAGAIN)
            return -errno;
        len += got > 0 ? (size_t)got : 0;
    } while (got != 0);
    return (ssize_t)len;
}

/* Whether the stream is complete: it may be cut between any two records. */
static bool is_whole(const char *data, size_t len)
{
    const struct wire_end *end;

    if (len < sizeof(struct wire_header) + sizeof(*end) || len % sizeof(*end) != 0 ||
        !records_header_is_ours((const struct wire_header *)(const void *)data))
        return false;
    end = (const struct wire_end *)(const void *)(data + len - sizeof(*end));
    return end->kind == WIRE_END;
}

int task_iter_read(struct stream *stream, int fd, struct budget *budget, struct records *records)
{
    const size_t before = sizeof(struct wire_header);
    ssize_t len = stream_read(stream, fd, budget);
    int result;

    if (len < 0)
        return (int)len;
    if (!is_whole(stream->data, (size_t)len))
        return -EPROTO;
    result = records_parse(stream->data + before, (size_t)len - before - sizeof(struct wire_end),
                           records);
    records->scope = SCOPE_ALLOWED;
    records->seen = records->task_count;
    return result;
}
