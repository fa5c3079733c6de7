/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/report/report.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/resources.h"
#include "lib/source/proc/parse/parse.h"
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

static void put_answer(struct wait_link *link, struct futex_answer answer)
{
    link->kind = answer.kind;
    link->owner = answer.owner;
    link->owner_tid = answer.tid;
    link->is_claim = answer.is_claim;
}

/* Determines the owner from the words at the futex. 0 or -errno. */
static int read_owner(const struct task_reader *reader, uint64_t address, struct wait_link *link)
{
    uint32_t words[FUTEX_WORDS] = {0}; /* words beyond the end of the mapping stay 0 */
    const ssize_t len = memory_read(reader, address, words, sizeof(words));

    if (len < (ssize_t)sizeof(words[0])) {
        link->owner = len < 0 ? OWNER_UNREADABLE : OWNER_NOT_RESIDENT;
        link->kind = link->kind == FUTEX_OWNED ? FUTEX_OWNED : FUTEX_OTHER;
        return read_error(len);
    }
    put_answer(link, futex_owner(link->kind, words, link->call.bits));
    return 0;
}

/* The same if the futex may belong to a read-write lock. */
static int read_rwlock_owner(const struct task_reader *reader, const struct call_futex *futex,
                             struct wait_link *link)
{
    const size_t size = (link->call.bits == 32 ? RWLOCK_WORDS_32 : RWLOCK_WORDS) * sizeof(uint32_t);
    int result = 0;

    for (unsigned place = RWLOCK_PLACE_FIRST;
         result == 0 && link->owner == OWNER_UNKNOWN && place <= RWLOCK_PLACE_LAST; place++) {
        uint32_t words[RWLOCK_WORDS] = {0};
        const ssize_t len =
            memory_read(reader, futex->address - place * sizeof(words[0]), words, size);

        if (len == (ssize_t)size)
            put_answer(link, futex_rwlock_owner(futex, words, place, link->call.bits));
        result = read_error(len);
    }
    return result;
}

/*
 * The task's TID in its own PID namespace, if that is not that of this procfs; 0 if it is; -ENOENT
 * if the task has exited; or -errno of a shortage.
 */
static pid_t read_innermost_tid(struct proc_source *source, pid_t tid)
{
    struct task_folder folder;
    ssize_t len;

    task_folder_set(&folder, source->dir, "T", (struct task_id){tid, tid});
    len = task_folder_read(&folder, "status", &source->buffer);
    if (len <= 0)
        return read_error(len) < 0 ? (pid_t)len : -ENOENT;
    return status_innermost_tid(source->buffer.data, (size_t)len);
}

/* A futex that looks like a mutex, but is the state of a thread that is joined. 0 or -errno. */
static int find_joined(const struct task_reader *reader, uint64_t address, struct wait_link *link)
{
    struct proc_source *source = reader->source;
    const pid_t tid = joined_find(&source->futexes, reader->task->tgid, address);
    const pid_t inner = tid > 0 ? read_innermost_tid(source, tid) : tid;

    if (tid <= 0 || inner < 0)
        return read_error(inner);
    link->kind = FUTEX_THREAD_END;
    link->owner = OWNER_NAMED;
    link->owner_tid = inner != 0 ? inner : tid;
    return 0;
}

/* The holder of anything but a futex. 0 or -errno. */
static int find_holder(const struct task_reader *reader, struct wait_link *link)
{
    const char *name = call_name(&link->call);
    pid_t holder;
    int result;

    /* With ipc(2) it may be a semaphore or a queue, depending on an argument. */
    if (name && (strncmp(name, "semop", strlen("semop")) == 0 ||
                 strncmp(name, "semtimedop", strlen("semtimedop")) == 0)) {
        link->lock = IPC_SEMAPHORE;
        link->owner = OWNER_UNKNOWN;
        return 0;
    }
    result = file_locks_find(&reader->source->file_locks, &reader->source->base, reader->folder,
                             reader->task, &holder);
    if (result < 0 || holder == LOCK_HOLDER_NONE)
        return result;
    link->lock = FILE_LOCK;
    link->owner = holder == LOCK_HOLDER_UNKNOWN ? OWNER_UNNAMED : OWNER_NAMED;
    link->owner_tid = holder;
    return 0;
}

/* 0 or -errno. */
static int find_owner(const struct task_reader *reader, struct wait_link *link)
{
    struct call_futex futex;
    bool may_be_state;
    int result;

    if (!call_futex(call_name(&link->call), &link->call, &futex))
        return find_holder(reader, link);
    if (!futex_waits(&futex))
        return 0;
    link->kind = futex_kind_of(&futex);
    may_be_state = link->kind == FUTEX_MUTEX && !futex.is_private;
    result = read_owner(reader, futex.address, link);
    if (result == 0 && may_be_state && link->owner == OWNER_UNKNOWN)
        result = find_joined(reader, futex.address, link);
    if (result == 0 && link->owner == OWNER_UNKNOWN && futex_may_be_rwlock(&futex))
        result = read_rwlock_owner(reader, &futex, link);
    return result;
}

/* 0, -ENOENT if the task has exited, or -errno. */
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
        .tgid = id.tgid,
        .tid = id.tid,
        .state = linked.task.state,
        .flags = linked.task.flags,
        .sleeps_for = details->sleeps_for,
        .switches = details->voluntary_switches,
    };
    snprintf(link->name, sizeof(link->name), "%s", task_name(&linked.task));
    if (!details->syscall)
        return 0;
    link->call = *details->syscall;
    return find_owner(&linked.reader, link);
}

/* Finds the thread of the process that has this TID in the process's own PID namespace. */
static int find_in_namespace(struct proc_source *source, pid_t tgid, pid_t owner_tid,
                             struct task_id *id)
{
    struct id_span threads;
    int result = walk_task_threads(source, tgid, &threads);
    bool found = false;

    for (size_t i = 0; result == 0 && !found && i < threads.count; i++) {
        const pid_t innermost = read_innermost_tid(source, threads.ids[i].tid);

        *id = threads.ids[i];
        found = innermost == owner_tid;
        result = read_error(innermost);
    }
    walk_close_task_dir(source);
    return result < 0 ? result : found ? 0 : -ENOENT;
}

/* Whether the futex of this link may be shared with other processes. */
static bool is_shared(const struct wait_link *link)
{
    struct call_futex futex;

    return call_futex(call_name(&link->call), &link->call, &futex) && !futex.is_private;
}

/*
 * Finds the owner that a link names: 0; -ENOENT if no such task exists or it cannot be the owner;
 * -ESRCH if it may be in another process of a PID namespace, which is not searched; or -errno.
 */
static int find_task(struct proc_source *source, const struct wait_link *link, struct task_id *id)
{
    struct task_folder folder;
    pid_t innermost, tgid;
    int result;

    if (link->lock == FILE_LOCK) {
        *id = (struct task_id){link->owner_tid, link->owner_tid};
        return 0;
    }
    innermost = read_innermost_tid(source, link->tid);
    if (innermost < 0)
        return innermost;
    if (innermost > 0) {
        result = find_in_namespace(source, link->tgid, link->owner_tid, id);
        return result == -ENOENT && is_shared(link) ? -ESRCH : result;
    }
    task_folder_set(&folder, source->dir, "T", (struct task_id){link->owner_tid, link->owner_tid});
    result = task_folder_read_tgid(&folder, link->owner_tid, &source->buffer, &tgid);
    if (result < 0)
        return task_is_lost(result) ? -ENOENT : result;
    if (tgid != link->tgid && (link->kind == FUTEX_THREAD_END || !is_shared(link)))
        return -ENOENT;
    *id = (struct task_id){tgid, link->owner_tid};
    return 0;
}

/* A longer list may be endless: the memory may hold anything. */
#define ENTRIES_MAX 128

/*
 * Whether the robust list of the reader's thread, in program memory, has the mutex with this futex.
 * 0; -ENOENT if not, or if the list cannot be read; or -errno.
 */
static int find_in_robust_list(const struct task_reader *reader, uint64_t futex)
{
    const uint64_t list = joined_list_head(reader->task->tid);
    uintptr_t head[2] = {0}; /* the list and futex_offset: struct robust_list_head, linux/futex.h */
    ssize_t len = list ? memory_read(reader, list, head, sizeof(head)) : 0;
    bool is_read = len == (ssize_t)sizeof(head);
    uintptr_t entry = head[0];

    for (int i = 0; is_read && i < ENTRIES_MAX && entry != list; i++) {
        entry &= ~(uintptr_t)1; /* bit 0: the mutex inherits priority */
        if (entry + head[1] == futex)
            return 0;
        len = memory_read(reader, entry, &entry, sizeof(entry));
        is_read = len == (ssize_t)sizeof(entry);
    }
    return is_shortage((int)len) ? (int)len : -ENOENT;
}

/*
 * Checks that the owner's own robust list or record confirms the futex: 0; -ENOENT if not, as for
 * owners in other processes, which map the futex at other addresses; or -errno.
 */
static int confirm(const struct task_reader *from, const struct wait_link *link,
                   struct task_id owner)
{
    struct call_futex futex;
    struct linked linked;

    if (!from->source->generation.same_pids || owner.tgid != link->tgid ||
        !call_futex(call_name(&link->call), &link->call, &futex))
        return -ENOENT;
    if (link->kind == FUTEX_THREAD_END)
        return joined_has_id(owner.tid, futex.address) ? 0 : -ENOENT;
    begin(&linked, from, owner);
    return find_in_robust_list(&linked.reader, futex.address);
}

/* A word that is no TID may look like one: without a matching task, the kind is unknown too. */
static void forget_owner(struct wait_link *link, bool may_exist)
{
    link->owner = link->lock == FILE_LOCK || may_exist ? OWNER_UNNAMED : OWNER_ABSENT;
    if (link->kind != FUTEX_THREAD_END && !link->is_claim)
        return;
    link->kind = FUTEX_OTHER;
    link->owner = OWNER_UNKNOWN;
    link->owner_tid = 0;
}

/*
 * A process that holds a file lock is represented by its first thread. Any thread may be the one
 * that has to release the lock, so what the first thread waits for is not followed, unless it is
 * the only one. Called after the link was read: a thread that sleeps since then starts no other.
 */
static int end_at_process(const struct task_reader *reader, struct wait_link *link)
{
    struct id_span threads;
    int result = walk_task_threads(reader->source, link->tgid, &threads);

    walk_close_task_dir(reader->source);
    if (result < 0 || threads.count == 1)
        return result;
    link->is_process = true;
    link->kind = FUTEX_NONE;
    link->lock = KERNEL_LOCK_NONE;
    link->owner = OWNER_NONE;
    return 0;
}

static int follow(const struct task_reader *reader, struct wait_report *report)
{
    struct task_id id = {reader->task->tgid, reader->task->tid};
    struct wait_link *link = NULL;
    int result;

    for (;;) {
        struct wait_link next;

        result = read_link(reader, id, &next);
        if (result == 0 && link && link->lock == FILE_LOCK)
            result = end_at_process(reader, &next);
        if (result < 0)
            break;
        if (!wait_report_add(report, &next))
            return 0;
        link = &report->links[report->link_count - 1];
        if (link->owner != OWNER_NAMED)
            return 0;
        result = find_task(reader->source, link, &id);
        if (result == 0 && link->is_claim)
            result = confirm(reader, link, id);
        if (result < 0)
            break;
    }
    if (!task_is_lost(result))
        return result;
    if (link)
        forget_owner(link, result == -ESRCH);
    return 0;
}

/* `now` was only read: an owner that was then found to be absent is still named there. */
static bool is_unchanged(const struct wait_link *before, const struct wait_link *now)
{
    const enum wait_owner owner = before->owner == OWNER_ABSENT ? OWNER_NAMED : before->owner;

    return now->owner == owner && now->owner_tid == before->owner_tid &&
           now->kind == before->kind && now->switches == before->switches &&
           now->call.place == before->call.place && strcmp(now->call.at, before->call.at) == 0;
}

/*
 * What has become of the owner that a link named. Who holds a lock of a file cannot always be found
 * again; a task that has not run since still waits for it.
 */
static enum wait_owner owner_after(const struct wait_link *before, const struct wait_link *now)
{
    struct wait_link found = *now;

    if (now->lock != FILE_LOCK || now->owner != OWNER_UNNAMED)
        return OWNER_CHANGES;
    found.owner = before->owner;
    found.owner_tid = before->owner_tid;
    return is_unchanged(before, &found) ? OWNER_UNNAMED : OWNER_CHANGES;
}

/* Ends the chain at the first link that has changed meanwhile. */
static int verify(const struct task_reader *reader, struct wait_report *report)
{
    for (uint32_t i = 0; i < report->link_count; i++) {
        struct wait_link *link = &report->links[i];
        struct wait_link now;
        int result;

        if (link->owner != OWNER_NAMED && link->owner != OWNER_ABSENT)
            continue;
        result = read_link(reader, (struct task_id){link->tgid, link->tid}, &now);
        if (result < 0 && result != -ENOENT)
            return result;
        if (result == 0 && is_unchanged(link, &now))
            continue;
        link->owner = result == 0 ? owner_after(link, &now) : OWNER_CHANGES;
        report->link_count = i + 1;
        report->cycle = -1;
    }
    return 0;
}

int links_follow(const struct task_reader *reader, struct wait_report *report)
{
    const int result = follow(reader, report);

    file_locks_again(&reader->source->file_locks);
    return result < 0 ? result : verify(reader, report);
}
