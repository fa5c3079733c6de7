/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/futexes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/units.h"
#include "lib/source/proc/parse/parse.h"
#include "lib/wait/call.h"

/* How long mappings that were read are used, at least: long enough for the rows of one scan. */
#define VALID_NS (NS_PER_S / 10)

struct shared_mapping {
    uint64_t start, end;
    struct futex_place place; /* of its first byte */
};

void futexes_fini(struct futexes *futexes)
{
    free(futexes->list);
    *futexes = (struct futexes){.live = false};
}

struct reading {
    struct futexes *futexes;
    bool any; /* a mapping was listed, shared or not */
};

static int keep_mapping(void *context, const struct mapping *mapping)
{
    struct reading *reading = context;
    struct futexes *futexes = reading->futexes;

    reading->any = true;
    if (!mapping->shared || !mapping->inode)
        return 0;
    if (ARRAY_RESERVE(&futexes->list, &futexes->capacity, futexes->count + 1) < 0)
        return -ENOMEM;
    futexes->list[futexes->count++] = (struct shared_mapping){
        .start = mapping->start,
        .end = mapping->end,
        .place = {true, mapping->device, mapping->inode, mapping->offset},
    };
    return 0;
}

/* 0; -ENOENT if no mapping can be read; or -errno. */
static int renew(struct futexes *futexes, const struct task_folder *folder, pid_t tgid)
{
    const int64_t now_ns = clock_ns(CLOCK_MONOTONIC);
    struct reading reading = {.futexes = futexes};
    int result;

    if (!futexes->live)
        return -ENOENT;
    if (futexes->tgid == tgid && now_ns < futexes->until_ns)
        return 0;
    futexes->tgid = 0;
    futexes->count = 0;
    result = read_error(task_folder_each_mapping(folder, keep_mapping, &reading));
    if (result < 0 || !reading.any)
        return result < 0 ? result : -ENOENT;
    futexes->tgid = tgid;
    futexes->until_ns = valid_until(now_ns, VALID_NS);
    return 0;
}

int futex_place_find(struct futexes *futexes, const struct task_folder *folder, pid_t tgid,
                     uint64_t address, struct futex_place *place)
{
    const int result = renew(futexes, folder, tgid);

    *place = (struct futex_place){.shared = false};
    for (size_t i = 0; result == 0 && i < futexes->count && futexes->list[i].start <= address; i++)
        if (address < futexes->list[i].end) {
            *place = futexes->list[i].place;
            place->offset += address - futexes->list[i].start;
        }
    return result;
}

bool futex_place_is_same(const struct futex_place *a, const struct futex_place *b)
{
    return a->shared && b->shared && a->device == b->device && a->inode == b->inode &&
           a->offset == b->offset;
}

/* --- threads that are joined --- */

/*
 * NS_GET_PID_FROM_PIDNS of include/uapi/linux/nsfs.h, since 6.11: translates a PID of that PID
 * namespace to ours.
 */
#define PID_FROM_NAMESPACE _IOR(0xb7, 0x6, int)

/* The thread state that pthread_join() of glibc 2.43 expects at the futex. */
#define JOINED_STATE 2

/*
 * More than struct pthread has after the robust list. The records of two threads are further apart:
 * there is a stack between them.
 */
#define RECORD_BYTES 4096

/* The maximum distance of the thread's TID before the list: 16 bytes on 64 bits, 12 on 32. */
#define ID_BYTES 32

uint64_t joined_list_head(pid_t tid)
{
    void *list = NULL;
    size_t size;

    return syscall(SYS_get_robust_list, tid, &list, &size) < 0 ? 0 : (uintptr_t)list;
}

/* Whether the address is in the thread's record, after the robust list. */
static bool is_in_record(pid_t tid, uint64_t address)
{
    const uint64_t list = joined_list_head(tid);

    return list && address > list && address - list < RECORD_BYTES;
}

bool joined_has_id(pid_t tid, uint64_t address)
{
    const uint64_t list = joined_list_head(tid);

    return address < list && list - address <= ID_BYTES;
}

pid_t joined_find(const struct futexes *futexes, pid_t tgid, uint64_t address)
{
    struct listing threads = {0};
    struct task_folder folder;
    pid_t found = 0;
    int result;

    /* get_robust_list(2) takes only PIDs of our own namespace. */
    if (!futexes->same_pids)
        return 0;
    task_folder_set(&folder, futexes->dir, "G/task", (struct task_id){tgid, tgid});
    result = read_error(listing_read(&threads, futexes->dir, folder.prefix, LISTING_PLAIN));
    for (size_t i = 0; result == 0 && !found && i < threads.count; i++)
        if (is_in_record(threads.entries[i].id, address))
            found = threads.entries[i].id;
    listing_fini(&threads);
    return result < 0 ? result : found;
}

/* Whether `tid` is a thread of the process whose record has its TID at this address. */
static bool has_id_at(int dir, struct task_id id, uint64_t address)
{
    struct task_folder folder;
    char path[TASK_PATH_MAX];

    if (id.tid <= 0 || !joined_has_id(id.tid, address))
        return false;
    task_folder_set(&folder, dir, "G/task/T", id);
    task_folder_path(&folder, "stat", path);
    return faccessat(dir, path, F_OK, 0) == 0;
}

/*
 * The TID in our PID namespace of the task that has `inner` in that of the process; 0: unknown; or
 * -errno of a shortage.
 */
static pid_t translate(const struct task_folder *folder, pid_t inner)
{
    char path[TASK_PATH_MAX];
    int namespace, tid;

    task_folder_path(folder, "ns/pid", path);
    namespace = openat(folder->dir, path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (namespace < 0)
        return read_error(-errno);
    tid = ioctl(namespace, PID_FROM_NAMESPACE, inner);
    close(namespace);
    return tid > 0 ? tid : 0;
}

int joined_check(struct futexes *futexes, const struct task_folder *folder, pid_t tgid,
                 const struct call_futex *futex)
{
    const pid_t expected = (pid_t)futex->expected;
    pid_t tid;

    /* As in joined_find(). */
    if (!futexes->same_pids)
        return 0;
    if (has_id_at(futexes->dir, (struct task_id){tgid, expected}, futex->address))
        return 1;
    tid = translate(folder, expected);
    if (tid < 0)
        return tid;
    if (has_id_at(futexes->dir, (struct task_id){tgid, tid}, futex->address))
        return 1;
    /* The search makes a system call for every thread of the process. */
    if (expected != JOINED_STATE || !cpu_budget_begin(&futexes->searches))
        return 0;
    tid = joined_find(futexes, tgid, futex->address);
    cpu_budget_end(&futexes->searches);
    return tid > 0 ? 1 : tid;
}
