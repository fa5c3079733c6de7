/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/waiters.h"

#include <string.h>

#include "lib/source/proc/syscall.h"
#include "lib/source/proc/walk.h"
#include "lib/text/pool_name.h"
#include "lib/wait/call.h"
#include "lib/wait/futex.h"

_Static_assert(sizeof(((struct wait_pool *)NULL)->name) == POOL_NAME_SIZE,
               "a pool's name does not fit");

/* What is looked for, and by whom. */
struct search {
    const struct task_reader *reader;
    struct wait_report *report;
    struct call_futex futex;
    uint32_t bits;
};

/* Whether what was just read is such a call. */
static bool waits_there(const struct search *search)
{
    struct call_futex futex;
    struct task_syscall call;
    uint64_t stack_pointer;

    if (!syscall_parse(search->reader->source->buffer.data, &call, &stack_pointer))
        return false;
    call.bits = search->bits; /* as all threads of a process */
    return call_futex(call_name(&call), &call, &futex) && futex_waits(&futex) &&
           futex_is_same(&futex, &search->futex);
}

static void count(struct wait_report *report, const char *name)
{
    char pool[POOL_NAME_SIZE];

    pool_name(name, pool);
    report->waiters++;
    for (uint32_t i = 0; i < report->pool_count; i++) {
        if (strcmp(report->pools[i].name, pool) == 0) {
            report->pools[i].count++;
            return;
        }
    }
    if (report->pool_count == WAIT_POOLS_MAX) {
        report->other_pools++;
        return;
    }
    memcpy(report->pools[report->pool_count].name, pool, sizeof(pool));
    report->pools[report->pool_count++].count = 1;
}

/* A thread that is gone, or not to be seen, is none. 0 or -errno. */
static int look(const struct search *search, const struct task_folder *folder)
{
    struct read_buffer *buffer = &search->reader->source->buffer;
    ssize_t len = task_folder_read(folder, "syscall", buffer);

    if (len <= 0 || !waits_there(search))
        return read_error(len);
    len = task_folder_read(folder, "comm", buffer);
    if (len <= 0)
        return read_error(len);
    buffer->data[len - 1] = '\0'; /* a newline */
    count(search->report, buffer->data);
    return 0;
}

/* The reader can be told to stop at any thread: there may be many. */
static bool may_go_on(const struct task_reader *reader)
{
    struct source_guard *guard = reader->source->base.guard;

    return !guard || guard->allow(guard, reader->task->tgid, NEED_WAIT_REPORT) & NEED_WAIT_REPORT;
}

static int look_at_all(const struct search *search)
{
    const struct task_reader *reader = search->reader;
    struct proc_source *source = reader->source;
    struct id_span threads;
    int result = source->walk->threads(source, reader->task->tgid, &threads);

    for (size_t i = 0; result == 0 && i < threads.count; i++) {
        struct task_folder folder;

        if (threads.ids[i].tid == reader->task->tid)
            continue;
        if (!may_go_on(reader))
            return 0;
        source->walk->thread_folder(source, threads.ids[i], source->task_dir >= 0, &folder);
        result = look(search, &folder);
    }
    search->report->waiters_known = result == 0;
    return result;
}

/* The largest first. */
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
    int result;

    /* Older kernels, whose threads are listed otherwise, do not say what call a task is in. */
    if (report->link_count == 0 || report->links[0].kind == FUTEX_NONE ||
        !reader->source->generation.has_task || !call_futex(call_name(call), call, &search.futex))
        return 0;
    result = look_at_all(&search);
    walk_close_task_dir(reader->source);
    sort_pools(report);
    return result;
}
