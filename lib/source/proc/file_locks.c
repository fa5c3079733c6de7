/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/file_locks.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/span.h"
#include "lib/base/units.h"
#include "lib/source/back_end.h"
#include "lib/source/proc/parse/parse.h"
#include "lib/source/proc/read.h"
#include "lib/text/debug.h"
#include "lib/wait/call.h"

/* How long a list that was read is used, at least. */
#define LIST_VALID_NS (NS_PER_S / 10)

/*
 * The maximum bytes read of it: some 70,000 locks, for which the kernel begins at the first one
 * again for each page. Who waits for a later lock is unknown, and --debug=files says so.
 */
#define LIST_MAX (4 * BYTES_PER_MIB)

/* The maximum of the holder's files that are examined; beyond it the holder is unknown. */
#define FILES_MAX 65536

/* The commands of fcntl(2) that wait. F_SETLKW64 exists for 32-bit programs only. */
#define CMD_SETLKW     7
#define CMD_SETLKW64   14
#define CMD_OFD_SETLKW 38

struct file_wait {
    struct file_lock waiter, holder;
    size_t first;     /* the index of the lock's first waiter, which has what follows */
    bool is_searched; /* the holder's files were read */
    bool has;         /* it still has the lock */
};

/* State while the list is read. */
struct reading {
    struct file_locks *locks;
    struct file_lock holder; /* the last lock listed that is held */
    size_t first;            /* the index of who waits first for it */
    size_t bytes;            /* so far */
};

void file_locks_fini(struct file_locks *locks)
{
    free(locks->list);
    read_buffer_fini(&locks->buffer);
    listing_fini(&locks->listing);
    *locks = (struct file_locks){0};
}

static int see_lock(void *context, const char *line, size_t len)
{
    struct reading *reading = context;
    struct file_locks *locks = reading->locks;
    struct file_lock lock;
    const bool is_known = file_lock_parse(line, len, &lock);

    /* Nobody is known to hold a lease, or the lock of a process of another host. */
    if (!lock.waits) {
        reading->holder = is_known ? lock : (struct file_lock){0};
        reading->first = locks->count;
    }
    if (lock.waits && is_known) {
        if (ARRAY_RESERVE(&locks->list, &locks->capacity, locks->count + 1) < 0)
            return -ENOMEM;
        locks->list[locks->count++] =
            (struct file_wait){.waiter = lock, .holder = reading->holder, .first = reading->first};
    }
    reading->bytes += len + 1;
    return reading->bytes >= LIST_MAX;
}

static int renew(struct file_locks *locks)
{
    const int64_t now_ns = clock_ns(CLOCK_MONOTONIC);
    struct reading reading = {.locks = locks};
    int result;

    if (now_ns < locks->until_ns)
        return 0;
    locks->count = 0;
    result = read_error(read_each_line(locks->dir, "locks", see_lock, &reading));
    if (reading.bytes >= LIST_MAX)
        DEBUG(FILES, "locks: not read on after %zu bytes", reading.bytes);
    locks->until_ns = result < 0 ? 0 : valid_until(now_ns, LIST_VALID_NS);
    return result;
}

/* The kind of lock that the call waits for; false if it waits for none. */
static bool find_kind(const struct task_syscall *call, enum file_lock_kind *kind)
{
    const char *name = call ? call_name(call) : NULL;
    const uint32_t command = call ? (uint32_t)call->arguments[1] : 0;

    if (!name)
        return false;
    if (strcmp(name, "flock") == 0) {
        *kind = LOCK_FLOCK;
        return true;
    }
    if (strcmp(name, "fcntl") != 0 && strcmp(name, "fcntl64") != 0)
        return false;
    *kind = command == CMD_OFD_SETLKW ? LOCK_OFD : LOCK_POSIX;
    return command == CMD_SETLKW || command == CMD_SETLKW64 || command == CMD_OFD_SETLKW;
}

/*
 * The inode of the file that the call is about, from fdinfo since Linux 5.14; 0: unknown. 0 or
 * -errno.
 */
static int find_inode(struct file_locks *locks, const struct task_folder *folder,
                      const struct task_syscall *call, uint64_t *inode)
{
    const struct key_value line = {"ino:", inode};
    char name[32];
    ssize_t len;

    snprintf(name, sizeof(name), "fdinfo/%" PRId32, (int32_t)call->arguments[0]);
    *inode = 0;
    len = task_folder_read(folder, name, &locks->buffer);
    if (len > 0)
        key_value_parse(locks->buffer.data, (size_t)len, &line, 1);
    return read_error(len);
}

static bool is_wait_of(const struct file_wait *wait, enum file_lock_kind kind, pid_t tgid,
                       uint64_t inode)
{
    if (wait->waiter.kind != kind || (inode && wait->waiter.inode != inode))
        return false;
    return kind == LOCK_OFD ? inode != 0 : wait->waiter.tgid == tgid;
}

/* The task's wait; NULL if none is listed, or if several match that differ in the holder. */
static const struct file_wait *find_wait(const struct file_locks *locks, enum file_lock_kind kind,
                                         pid_t tgid, uint64_t inode)
{
    const struct file_wait *found = NULL;

    for (size_t i = 0; i < locks->count; i++) {
        const struct file_wait *wait = &locks->list[i];

        if (!is_wait_of(wait, kind, tgid, inode))
            continue;
        if (found && found->holder.tgid != wait->holder.tgid)
            return NULL;
        found = wait;
    }
    return found;
}

/* Whether one of the "lock:" lines in the text is this lock. */
static bool has_lock(const char *text, const struct file_lock *lock)
{
    const char *line = text;

    while ((line = strstr(line, "lock:\t"))) {
        struct file_lock one;

        line += strlen("lock:\t");
        if (file_lock_parse(line, strcspn(line, "\n"), &one) && one.kind == lock->kind &&
            one.tgid == lock->tgid && one.inode == lock->inode)
            return true;
    }
    return false;
}

/*
 * Whether the process still has the lock that it took. It may have exited, its PID may be reused,
 * or a child may have inherited the file. Without permission to read its files, the process counts
 * as the holder.
 */
static int search_files(struct file_locks *locks, const struct file_lock *lock, bool *has)
{
    const struct task_id id = {lock->tgid, lock->tgid};
    struct task_folder folder;
    char path[TASK_PATH_MAX];
    int result;

    task_folder_set(&folder, locks->dir, "G", id);
    task_folder_path(&folder, "fdinfo", path);
    result = listing_read(&locks->listing, locks->dir, path, LISTING_PLAIN);
    *has = result == -EACCES || result == -EPERM;
    if (result < 0)
        return read_error(result);
    /* A listing never contains 0. */
    for (size_t i = 0; i <= locks->listing.count && i < FILES_MAX && !*has && result == 0; i++) {
        const int descriptor = i > 0 ? (int)locks->listing.entries[i - 1].id : 0;
        char name[32];
        ssize_t len;

        snprintf(name, sizeof(name), "fdinfo/%d", descriptor);
        len = task_folder_read(&folder, name, &locks->buffer);
        *has = len > 0 ? has_lock(locks->buffer.data, lock) : len == -EACCES || len == -EPERM;
        result = read_error(len);
    }
    return result;
}

/* The same, searched once for all waiters; false if the process may not be searched now. */
static int still_has(struct file_locks *locks, struct source *base, const struct file_wait *wait,
                     bool *has)
{
    struct file_wait *first = &locks->list[wait->first];
    int result = 0;

    if (!first->is_searched && source_allows(base, wait->holder.tgid, NEED_LOCK_HOLDER) &&
        cpu_budget_begin(&locks->searches)) {
        result = search_files(locks, &wait->holder, &first->has);
        first->is_searched = result == 0;
        cpu_budget_end(&locks->searches);
    }
    *has = first->has;
    return result;
}

int file_locks_find(struct file_locks *locks, struct source *base, const struct task_folder *folder,
                    const struct task *task, pid_t *holder)
{
    const struct task_syscall *call = task->details ? task->details->syscall : NULL;
    const struct file_wait *wait;
    enum file_lock_kind kind;
    uint64_t inode = 0;
    bool has = true;
    int result;

    *holder = LOCK_HOLDER_NONE;
    /* read_each_line() opens files of any type. */
    if (locks->buffer.only_regular || !find_kind(call, &kind))
        return 0;
    *holder = LOCK_HOLDER_UNKNOWN;
    result = renew(locks);
    if (result == 0)
        result = find_inode(locks, folder, call, &inode);
    wait = result < 0 ? NULL : find_wait(locks, kind, task->tgid, inode);
    if (!wait || wait->holder.tgid == 0)
        return result;
    if (wait->holder.kind == LOCK_FLOCK)
        result = still_has(locks, base, wait, &has);
    if (has)
        *holder = wait->holder.tgid;
    return result;
}
