/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/joined.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/base/resources.h"
#include "lib/source/proc/task_reader.h"
#include "lib/wait/call.h"

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

int joined_find(const struct proc_source *source, pid_t tgid, uint64_t address, struct task_id *id)
{
    struct task_folder folder;
    const struct dirent *entry;
    pid_t found = 0;
    DIR *threads;
    int fd, result;

    /* get_robust_list(2) takes only PIDs of our own namespace. */
    if (!source->generation.same_pids)
        return -ENOENT;
    task_folder_set(&folder, source->dir, "G/task", (struct task_id){tgid, tgid});
    fd = openat(folder.dir, folder.prefix, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    threads = fdopendir(fd);
    if (!threads) {
        result = -errno;
        close(fd);
        return result;
    }
    while (found == 0 && (errno = 0, entry = readdir(threads))) {
        const pid_t tid = (pid_t)strtol(entry->d_name, NULL, 10);

        if (tid > 0 && is_in_record(tid, address))
            found = tid;
    }
    result = errno ? -errno : -ENOENT;
    closedir(threads);
    *id = (struct task_id){tgid, found};
    return found ? 0 : result;
}

/* Whether `tid` is a thread of the task's process whose record has its TID at this address. */
static bool has_number_at(const struct task_reader *reader, pid_t tid, uint64_t address)
{
    struct task_folder folder;
    char path[TASK_PATH_MAX];

    if (tid <= 0 || !joined_has_id(tid, address))
        return false;
    task_folder_set(&folder, reader->source->dir, "G/task/T",
                    (struct task_id){reader->task->tgid, tid});
    task_folder_path(&folder, "stat", path);
    return faccessat(folder.dir, path, F_OK, 0) == 0;
}

/*
 * The TID in our PID namespace of the task that has `inner` in that of the process; 0: unknown; or
 * -errno of a shortage.
 */
static pid_t find_number(const struct task_reader *reader, pid_t inner)
{
    char path[TASK_PATH_MAX];
    int namespace, number;

    task_folder_path(reader->folder, "ns/pid", path);
    namespace = openat(reader->folder->dir, path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (namespace < 0)
        return is_shortage(-errno) ? -errno : 0;
    number = ioctl(namespace, PID_FROM_NAMESPACE, inner);
    close(namespace);
    return number > 0 ? number : 0;
}

/* joined_find(), within a budget: it makes a system call for every thread of the process. */
static int search(struct proc_source *source, pid_t tgid, uint64_t address)
{
    struct task_id id;
    int result;

    if (!cpu_budget_begin(&source->join_searches))
        return -ENOENT;
    result = joined_find(source, tgid, address, &id);
    cpu_budget_end(&source->join_searches);
    return result;
}

int joined_check(const struct task_reader *reader, const struct call_futex *futex)
{
    struct proc_source *source = reader->source;
    pid_t number;
    int result;

    /* As in joined_find(). */
    if (!source->generation.same_pids)
        return 0;
    if (has_number_at(reader, (pid_t)futex->expected, futex->address))
        return 1;
    number = find_number(reader, (pid_t)futex->expected);
    if (number < 0)
        return number;
    if (has_number_at(reader, number, futex->address))
        return 1;
    if (futex->expected != JOINED_STATE)
        return 0;
    result = search(source, reader->task->tgid, futex->address);
    if (result == 0)
        return 1;
    return task_is_lost(result) ? 0 : result;
}
