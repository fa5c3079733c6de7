/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/report/report.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/source/proc/futexes.h"
#include "lib/source/proc/parse/parse.h"
#include "lib/source/proc/walk.h"
#include "lib/text/pool_name.h"
#include "lib/wait/call.h"
#include "lib/wait/futex.h"

_Static_assert(sizeof(((struct wait_pool *)NULL)->name) == POOL_NAME_SIZE,
               "a pool's name does not fit");

/* The maximum number of other processes whose mappings are read. */
#define LOOKUPS_MAX 256

/* A search for waiters. */
struct search {
    const struct task_reader *reader;
    struct wait_report *report;
    struct call_futex futex;
    uint32_t bits;
    struct futex_place place; /* if not shared, only the process itself is searched */
    unsigned lookups;
    pid_t last_lookup;   /* the process of the last one */
    int error;           /* of the last one: 0 or running out of memory or descriptors */
    struct task_id task; /* the thread being examined */
    struct task_folder folder;
};

/* Whether the futex of another process is the same one; false if its mappings cannot be read. */
static bool is_same_place(struct search *search, uint64_t address)
{
    const pid_t tgid = search->task.tgid;
    struct futex_place place;
    int result;

    if (search->last_lookup != tgid) {
        if (search->lookups == LOOKUPS_MAX) {
            search->report->waiters_more = true;
            return false;
        }
        search->lookups++;
        search->last_lookup = tgid;
    }
    result =
        futex_place_find(&search->reader->source->futexes, &search->folder, tgid, address, &place);
    search->error = read_error(result);
    return result == 0 && futex_place_is_same(&place, &search->place);
}

/* Whether the call that was just read waits at the futex. */
static bool waits_there(struct search *search)
{
    const bool is_own = search->task.tgid == search->reader->task->tgid;
    struct call_futex futex;
    struct task_syscall call;
    uint64_t stack_pointer;

    if (!syscall_parse(search->reader->source->buffer.data, &call, &stack_pointer))
        return false;
    /* Threads of one process have the same word size; a stack above 4 GiB means 64 bits. */
    call.bits = !is_own && stack_pointer >= SYSCALL_STACK_LOW ? 64 : search->bits;
    call.resumes_futex = call_is_resumed(&call); /* a guess; no other call would match */
    if (!call_futex(call_name(&call), &call, &futex) || !futex_waits(&futex))
        return false;
    if (is_own && futex_is_same(&futex, &search->futex))
        return true;
    return search->place.shared && !futex.is_private && is_same_place(search, futex.address);
}

static void count(struct wait_report *report, const char *name)
{
    char pool[POOL_NAME_SIZE];

    pool_name(name, pool);
    report->waiters++;
    for (uint32_t i = 0; i < report->pool_count; i++) {
        struct wait_pool *known = &report->pools[i];

        if (strcmp(known->name, pool) == 0) {
            known->count++;
            if (strcmp(known->same, name) != 0)
                known->same[0] = '\0';
            return;
        }
    }
    if (report->pool_count == WAIT_POOLS_MAX) {
        report->other_pools++;
        return;
    }
    memcpy(report->pools[report->pool_count].name, pool, sizeof(pool));
    snprintf(report->pools[report->pool_count].same, WAIT_NAME_SIZE, "%s", name);
    report->pools[report->pool_count++].count = 1;
}

/*
 * If all waiters of a pool have the same name, its digits number nothing: the name itself is shown.
 */
static void name_pools(struct wait_report *report)
{
    for (uint32_t i = 0; i < report->pool_count; i++) {
        struct wait_pool *pool = &report->pools[i];

        if (pool->same[0] && pool_name_of_same(pool->same, pool->name) != pool->name)
            memcpy(pool->name, pool->same, sizeof(pool->same));
    }
}

/* Threads that have exited or may not be read do not count. 0 or -errno. */
static int search_thread(struct search *search)
{
    struct read_buffer *buffer = &search->reader->source->buffer;
    ssize_t len = task_folder_read(&search->folder, "syscall", buffer);

    if (len <= 0)
        return read_error(len);
    if (!waits_there(search))
        return search->error;
    len = task_folder_read(&search->folder, "comm", buffer);
    if (len <= 0)
        return read_error(len);
    buffer->data[len - 1] = '\0'; /* replaces the newline */
    count(search->report, buffer->data);
    return 0;
}

static int search_process(struct search *search, pid_t tgid)
{
    struct proc_source *source = search->reader->source;
    struct id_span threads;
    int result = walk_task_threads(source, tgid, &threads);

    for (size_t i = 0; result == 0 && i < threads.count; i++) {
        if (threads.ids[i].tid == search->reader->task->tid)
            continue;
        search->task = threads.ids[i];
        /* The guard is asked for each thread, since there may be many. */
        if (!source_allows(&source->base, tgid, NEED_SYSCALL)) {
            search->report->waiters_more = true;
            break;
        }
        source->walk->thread_folder(source, threads.ids[i], source->task_dir >= 0, &search->folder);
        result = search_thread(search);
    }
    walk_close_task_dir(source);
    return result;
}

/* The PIDs are copied, since listing the threads of a process overwrites the listing. */
static int search_others(struct search *search)
{
    struct proc_source *source = search->reader->source;
    struct id_list processes = {0};
    int result = listing_read(&source->listing, source->dir, ".", LISTING_PLAIN);

    if (result == 0)
        result = id_list_add_plain(&processes, &source->listing, 0);
    for (size_t i = 0; result == 0 && i < processes.count; i++)
        if (processes.ids[i].tgid != search->reader->task->tgid)
            result = search_process(search, processes.ids[i].tgid);
    id_list_fini(&processes);
    return result;
}

/* Sorts the largest pools first. */
static void sort_pools(struct wait_report *report)
{
    for (uint32_t i = 1; i < report->pool_count; i++) {
        for (uint32_t j = i; j > 0 && report->pools[j].count > report->pools[j - 1].count; j--) {
            const struct wait_pool pool = report->pools[j];

            report->pools[j] = report->pools[j - 1];
            report->pools[j - 1] = pool;
        }
    }
}

int waiters_count(const struct task_reader *reader, struct wait_report *report)
{
    const struct task_syscall *call = &report->links[0].call;
    struct search search = {.reader = reader, .report = report, .bits = call->bits};
    int result = 0;

    /* Kernels without PID/task have no syscall file either. */
    if (report->links[0].kind == FUTEX_NONE || !reader->source->generation.has_task ||
        !call_futex(call_name(call), call, &search.futex))
        return 0;
    if (!search.futex.is_private)
        result = futex_place_find(&reader->source->futexes, reader->folder, reader->task->tgid,
                                  search.futex.address, &search.place);
    if (result == 0 || result == -ENOENT)
        result = search_process(&search, reader->task->tgid);
    if (result == 0 && search.place.shared)
        result = search_others(&search);
    report->waiters_known = result == 0;
    report->waiters_of_all = search.place.shared;
    name_pools(report);
    sort_pools(report);
    return result;
}
