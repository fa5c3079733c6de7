/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/guard.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/kernel.h"

/*
 * A turn, packed: the process whose files are read, 0 for none; whether a scan reads them; and a
 * count, which makes turns unique. Files of no process have a number below SOURCE_HOST in place of
 * the PID.
 */
#define TURN_SCANNED (UINT64_C(1) << 32)
#define OTHER_FILES  (UINT32_C(1) << 31)
#define TURN_LEFT    UINT64_MAX

static pid_t turn_tgid(uint64_t turn)
{
    return (pid_t)(uint32_t)turn;
}

/*
 * The groups that may block on this process, or the host. If the stuck read was not part of a scan,
 * the groups that scans read did not block.
 */
static need_t turn_need(uint64_t turn)
{
    if (turn_tgid(turn) == SOURCE_HOST)
        return NEED_MAY_BLOCK_ON_HOST;
    return turn & TURN_SCANNED ? NEED_MAY_BLOCK_ON_TASK
                               : NEED_MAY_BLOCK_ON_TASK & ~(need_t)NEED_SCANNED;
}

void stuck_list_fini(struct stuck_list *list)
{
    free(list->files);
    pthread_mutex_destroy(&list->lock);
}

/* Without the count: a process's files are in the list only once. */
static uint64_t turn_files(uint64_t turn)
{
    return turn & (TURN_SCANNED | UINT32_MAX);
}

/* The index of the files in the list, or its count. */
static size_t find(const struct stuck_list *list, uint64_t files)
{
    size_t at = 0;

    while (at < list->count && list->files[at] != files)
        at++;
    return at;
}

int stuck_list_add(struct stuck_list *list, uint64_t turn)
{
    const uint64_t files = turn_files(turn);
    int result = 0;

    pthread_mutex_lock(&list->lock);
    if (find(list, files) == list->count) {
        result = ARRAY_RESERVE(&list->files, &list->capacity, list->count + 1);
        if (result == 0)
            list->files[list->count++] = files;
    }
    pthread_mutex_unlock(&list->lock);
    return result;
}

void stuck_list_remove(struct stuck_list *list, uint64_t turn)
{
    size_t at;

    pthread_mutex_lock(&list->lock);
    at = find(list, turn_files(turn));
    if (at < list->count)
        list->files[at] = list->files[--list->count];
    pthread_mutex_unlock(&list->lock);
}

static bool is_repeated(const struct stuck_list *list, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (turn_tgid(list->files[i]) == turn_tgid(list->files[index]))
            return true;
    return false;
}

size_t stuck_list_count_processes(struct stuck_list *list)
{
    size_t count = 0;

    pthread_mutex_lock(&list->lock);
    for (size_t i = 0; i < list->count; i++)
        count += turn_tgid(list->files[i]) > 0 && !is_repeated(list, i);
    pthread_mutex_unlock(&list->lock);
    return count;
}

size_t stuck_list_count_others(struct stuck_list *list)
{
    size_t count = 0;

    pthread_mutex_lock(&list->lock);
    for (size_t i = 0; i < list->count; i++)
        count += turn_tgid(list->files[i]) < SOURCE_HOST;
    pthread_mutex_unlock(&list->lock);
    return count;
}

static need_t blocked(struct stuck_list *list, pid_t tgid)
{
    need_t need = 0;

    if (list->count == 0)
        return 0;
    pthread_mutex_lock(&list->lock);
    for (size_t i = 0; i < list->count; i++)
        if (turn_tgid(list->files[i]) == tgid)
            need |= turn_need(list->files[i]);
    pthread_mutex_unlock(&list->lock);
    return need;
}

/* False on a reader that was abandoned. */
static bool take_turn(struct read_guard *guard, pid_t tgid, bool scanned)
{
    uint64_t before = atomic_load_explicit(&guard->turn, memory_order_relaxed);
    uint64_t next;

    do
        next = ++guard->count << 33 | (scanned ? TURN_SCANNED : 0) | (uint32_t)tgid;
    while (next == TURN_LEFT);
    if (before != TURN_LEFT && atomic_compare_exchange_strong(&guard->turn, &before, next))
        return true;
    if (guard->on_left)
        guard->on_left();
    return false;
}

static need_t allow(struct source_guard *base, pid_t tgid, need_t need)
{
    struct read_guard *guard = (struct read_guard *)base;

    need &= ~blocked(guard->stuck, tgid);
    if (!take_turn(guard, need & NEED_MAY_BLOCK ? tgid : 0, need & NEED_MAY_BLOCK & NEED_SCANNED))
        need &= ~(need_t)NEED_MAY_BLOCK;
    return need;
}

void read_guard_init(struct read_guard *guard, struct stuck_list *stuck, void (*on_left)(void))
{
    *guard = (struct read_guard){.guard.allow = allow, .stuck = stuck, .on_left = on_left};
}

void read_guard_begin(struct read_guard *guard)
{
    guard->tid = gettid();
}

bool read_guard_allow_others(struct read_guard *guard, uint32_t key)
{
    pid_t number = (pid_t)(key | OTHER_FILES);

    if (number >= SOURCE_HOST)
        number -= 2;
    return !blocked(guard->stuck, number) && take_turn(guard, number, true);
}

void read_guard_rest(struct read_guard *guard)
{
    take_turn(guard, 0, false);
}

uint64_t read_guard_turn(struct read_guard *guard)
{
    return atomic_load(&guard->turn);
}

bool read_guard_turn_reads(uint64_t turn)
{
    return turn != TURN_LEFT && turn_tgid(turn) != 0;
}

/* Reads a file of a thread of this process; false if there is none. */
static bool read_own(pid_t tid, const char *name, char *text, size_t size)
{
    char path[64];

    snprintf(path, sizeof(path), "/proc/self/task/%d/%s", (int)tid, name);
    return kernel_file_read(path, text, size);
}

/*
 * Whether a thread of this process waits in a system call, rather than running, waiting on a run
 * queue or in a page fault. If /proc does not show the call: whether it sleeps.
 */
static bool waits_in_call(pid_t tid)
{
    char text[256];
    const char *name_end = read_own(tid, "stat", text, sizeof(text)) ? strrchr(text, ')') : NULL;

    if (name_end && strncmp(name_end, ") R", 3) == 0)
        return false;
    /* "running"; the number of a system call; or -1 in a page fault. */
    return !read_own(tid, "syscall", text, sizeof(text)) || isdigit((unsigned char)text[0]);
}

bool read_guard_is_blocked(struct read_guard *guard, uint64_t turn)
{
    return read_guard_turn_reads(turn) && read_guard_turn(guard) == turn &&
           waits_in_call(guard->tid);
}

bool read_guard_leave(struct read_guard *guard, uint64_t turn)
{
    return atomic_compare_exchange_strong(&guard->turn, &turn, TURN_LEFT);
}
