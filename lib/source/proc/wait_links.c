/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/wait_links.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/source/proc/joined.h"
#include "lib/source/proc/memory.h"
#include "lib/source/proc/needs.h"
#include "lib/source/proc/parse/status.h"
#include "lib/source/proc/walk.h"
#include "lib/wait/call.h"
#include "lib/wait/futex.h"

#define NEED_OF_LINK (NEED_STAT | NEED_COMM | NEED_SYSCALL | NEED_WAIT | NEED_SWITCHES)

/* A task of the chain. */
struct linked {
    struct task task;
    struct process process;
    struct task_folder folder;
    struct task_reader reader;
};

static void begin(struct linked *linked, const struct task_reader *from, struct task_id id)
{
    struct proc_source *source = from->source;

    *linked = (struct linked){.task = {.tgid = id.tgid, .tid = id.tid, .kind = TASK_THREAD}};
    linked->task.process = &linked->process;
    source->walk->thread_folder(source, id, false, &linked->folder);
    linked->reader = (struct task_reader){source, &linked->folder, from->snapshot, &linked->task,
                                          &linked->process};
}

/* What the words at the futex say; whether they may be read. */
static bool ask_memory(const struct task_reader *reader, uint64_t address, struct wait_link *link)
{
    uint32_t words[FUTEX_WORDS] = {0}; /* what lies behind the end of the memory is not there */
    const ssize_t len = memory_read(reader, address, words, sizeof(words));
    struct futex_answer answer;

    if (len < (ssize_t)sizeof(words[0]))
        return false;
    answer = futex_owner(link->kind, words, link->call.bits);
    link->owner = answer.owner;
    link->says = answer.tid;
    return true;
}

/* What looks like a mutex, but is the state of a thread that is joined. 0 or -errno. */
static int find_joined(const struct task_reader *reader, uint64_t address, struct wait_link *link)
{
    struct proc_source *source = reader->source;
    struct task_folder folder;
    struct task_id id;
    pid_t inner;
    ssize_t len;
    int result = joined_find(source, reader->task->tgid, address, &id);

    if (result < 0)
        return task_is_lost(result) ? 0 : result;
    task_folder_set(&folder, source->dir, "G/task/T", id);
    len = task_folder_read(&folder, "status", &source->buffer);
    if (len <= 0)
        return read_error(len);
    inner = status_innermost_tid(source->buffer.data, (size_t)len);
    link->kind = FUTEX_THREAD_END;
    link->owner = OWNER_SAID;
    link->says = inner != 0 ? inner : id.tid;
    return 0;
}

/* 0 or -errno. */
static int find_owner(const struct task_reader *reader, struct wait_link *link)
{
    struct call_futex futex;

    if (!call_futex(call_name(&link->call), &link->call, &futex) || !futex_waits(&futex))
        return 0;
    link->kind = futex_kind_of(&futex);
    if (link->kind == FUTEX_QUEUE)
        return 0;
    if (!ask_memory(reader, futex.address, link))
        link->owner = OWNER_UNREADABLE;
    if (link->owner == OWNER_NONE)
        link->kind = FUTEX_QUEUE;
    if (link->kind == FUTEX_MUTEX && link->owner == OWNER_UNNAMED && !futex.is_private)
        return find_joined(reader, futex.address, link);
    return 0;
}

/* 0, -ENOENT if the task is gone, or -errno. */
static int read_link(const struct task_reader *from, struct task_id id, struct wait_link *link)
{
    const struct task_details *details;
    struct linked linked;
    int result;

    begin(&linked, from, id);
    result = needs_read(&linked.reader, NEED_OF_LINK);
    if (result < 0)
        return task_is_lost(result) ? -ENOENT : result;
    details = linked.task.details;
    *link = (struct wait_link){
        .tid = id.tid,
        .state = linked.task.state,
        .flags = linked.task.flags,
        .sleeps_for = details->sleeps_for,
        .switches = details->voluntary_switches,
    };
    snprintf(link->name, sizeof(link->name), "%s", linked.task.comm ? linked.task.comm : "");
    if (!details->syscall)
        return 0;
    link->call = *details->syscall;
    return find_owner(&linked.reader, link);
}

/* The thread of the process that has this number in the process's own pid namespace. */
static int find_in_namespace(const struct task_reader *from, pid_t tgid, pid_t says,
                             struct task_id *id)
{
    struct proc_source *source = from->source;
    struct id_span threads;
    int result = walk_task_threads(source, tgid, &threads);

    for (size_t i = 0; result == 0 && i < threads.count; i++) {
        struct linked linked;
        ssize_t len;

        begin(&linked, from, threads.ids[i]);
        len = task_reader_read(&linked.reader, "status");
        if (len > 0 && status_innermost_tid(source->buffer.data, (size_t)len) == says) {
            *id = threads.ids[i];
            walk_close_task_dir(source);
            return 0;
        }
        result = read_error(len);
    }
    walk_close_task_dir(source);
    return result < 0 ? result : -ENOENT;
}

/* Whether the futex of this link is one of other processes as well. */
static bool is_shared(const struct wait_link *link)
{
    struct call_futex futex;

    return call_futex(call_name(&link->call), &link->call, &futex) && !futex.is_private;
}

/* The task that a link says holds it: 0; -ENOENT, if there is none that can; or -errno. */
static int find_task(const struct task_reader *from, const struct wait_link *link,
                     struct task_id *id)
{
    struct proc_source *source = from->source;
    struct task_folder folder;
    ssize_t len;
    pid_t tgid;
    int result;

    task_folder_set(&folder, source->dir, "T", (struct task_id){link->tid, link->tid});
    len = task_folder_read(&folder, "status", &source->buffer);
    if (len <= 0)
        return len < 0 && !task_is_lost((int)len) ? (int)len : -ENOENT;
    if (status_innermost_tid(source->buffer.data, (size_t)len) != 0)
        return find_in_namespace(from, id->tgid, link->says, id);
    task_folder_set(&folder, source->dir, "T", (struct task_id){link->says, link->says});
    result = task_folder_read_tgid(&folder, link->says, &source->buffer, &tgid);
    if (result < 0)
        return task_is_lost(result) ? -ENOENT : result;
    if (tgid != id->tgid && (link->kind == FUTEX_THREAD_END || !is_shared(link)))
        return -ENOENT;
    *id = (struct task_id){tgid, link->says};
    return 0;
}

/* Any number may stand where another thread's number would; then it is none. */
static void forget_owner(struct wait_link *link)
{
    link->owner = OWNER_ABSENT;
    if (link->kind != FUTEX_THREAD_END)
        return;
    link->kind = FUTEX_QUEUE;
    link->owner = OWNER_NONE;
    link->says = 0;
}

static int follow(const struct task_reader *reader, struct task_id *ids, struct wait_report *report)
{
    struct task_id id = {reader->task->tgid, reader->task->tid};
    struct wait_link *link = NULL;
    int result = 0;

    while (report->link_count < WAIT_LINKS_MAX && report->cycle < 0) {
        struct wait_link *next = &report->links[report->link_count];

        result = read_link(reader, id, next);
        if (result < 0)
            break;
        link = next;
        ids[report->link_count++] = id;
        if (link->owner != OWNER_SAID)
            return 0;
        result = find_task(reader, link, &id);
        if (result < 0)
            break;
        report->cycle = wait_report_find(report, id.tid);
    }
    if (result == -ENOENT && link)
        forget_owner(link);
    return result == -ENOENT ? 0 : result;
}

static bool is_unchanged(const struct wait_link *before, const struct wait_link *now)
{
    return now->owner == before->owner && now->says == before->says && now->kind == before->kind &&
           now->switches == before->switches && now->call.place == before->call.place &&
           strcmp(now->call.at, before->call.at) == 0;
}

/* Cuts the chain behind the first link that is another one by now. */
static int verify(const struct task_reader *reader, const struct task_id *ids,
                  struct wait_report *report)
{
    for (uint32_t i = 0; i < report->link_count; i++) {
        struct wait_link *link = &report->links[i];
        struct wait_link now;
        int result;

        if (link->owner != OWNER_SAID)
            continue;
        result = read_link(reader, ids[i], &now);
        if (result < 0 && result != -ENOENT)
            return result;
        if (result == 0 && is_unchanged(link, &now))
            continue;
        link->owner = OWNER_CHANGES;
        report->link_count = i + 1;
        report->cycle = -1;
    }
    return 0;
}

int wait_links_follow(const struct task_reader *reader, struct wait_report *report)
{
    struct task_id ids[WAIT_LINKS_MAX] = {0};
    int result;

    report->link_count = 0;
    report->cycle = -1;
    result = follow(reader, ids, report);
    return result < 0 ? result : verify(reader, ids, report);
}
