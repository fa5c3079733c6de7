/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_WAIT_REPORT_H
#define DOTPROC_TASK_WAIT_REPORT_H

/*
 * Everything about the wait of one task: who holds what it waits for, what that task waits for in
 * turn, and who else waits. A plain record without pointers, filled by source_report_wait(),
 * and how its chain of tasks grows.
 *
 * Much of it is read from the memory of these tasks, which their users may write: show it as a
 * claim.
 */

#include "lib/task/task.h"

/* The kind of a futex; see lib/wait/futex.h. */
enum futex_kind {
    FUTEX_NONE,       /* it does not wait at a futex */
    FUTEX_OTHER,      /* unknown: a lock, a condition, a semaphore, a queue ... */
    FUTEX_QUEUE,      /* a condition, which has no owner */
    FUTEX_MUTEX,      /* a glibc mutex, with the owner next to the futex word */
    FUTEX_RWLOCK,     /* a glibc read-write lock, with its writer's TID */
    FUTEX_ROBUST,     /* a robust mutex, with the owner in the futex word */
    FUTEX_OWNED,      /* a priority-inheritance lock: the kernel has the owner in the word */
    FUTEX_THREAD_END, /* the TID of a thread, which the kernel clears when it exits */
};

/* Whether the owner is known. */
enum wait_owner {
    OWNER_NONE,         /* it has no owner */
    OWNER_UNKNOWN,      /* it may have an owner */
    OWNER_UNREADABLE,   /* the memory cannot be read */
    OWNER_NOT_RESIDENT, /* the memory is swapped out, or nothing is mapped there */
    OWNER_NOBODY,       /* memory: already released */
    OWNER_UNNAMED,      /* held, but the owner is unknown */
    OWNER_ABSENT,       /* memory: a TID that does not exist */
    OWNER_CHANGES,      /* it changed while the report was made */
    OWNER_NAMED,        /* the next link, or one already in the chain */
};

/* Locks outside the program, if the kernel shows which one a task waits for. */
enum kernel_lock {
    KERNEL_LOCK_NONE,
    KERNEL_MUTEX,
    KERNEL_SEMAPHORE, /* its owner: the task that last took it */
    KERNEL_RWSEM,     /* reader-writer semaphore; readers that hold it are not known */
    IPC_SEMAPHORE,    /* of semop(2), whose owner is not known */
    FILE_LOCK,        /* of flock(2) or fcntl(2): held by a process */
};

/* The longest name of a task; see text/pool_name.h. */
#define WAIT_NAME_SIZE 64

/* A link of a chain of tasks, each of which waits for the next. */
struct wait_link {
    pid_t tgid, tid;
    bool is_process; /* any of its threads may be the one to act; tid is the first; a chain's end */
    pid_t owner_tid; /* in the PID namespace of the task; 0: none; with FILE_LOCK: a PID */
    char name[WAIT_NAME_SIZE]; /* raw bytes */
    char state;                /* 0: unknown */
    int32_t sleeps_for;        /* as task_details::sleeps_for */
    uint32_t flags;            /* as task::flags */
    enum futex_kind kind;
    enum kernel_lock lock; /* if kind is FUTEX_NONE */
    enum wait_owner owner;
    bool is_claim;    /* the word may hold anything; the owner's own data confirms it */
    int64_t switches; /* voluntary context switches; -1: unknown */
    struct task_syscall call;
};

/* Threads of one pool that wait at the same futex. */
struct wait_pool {
    char name[WAIT_NAME_SIZE + 2]; /* from text/pool_name.h; raw bytes */
    uint32_t count;
    char same[WAIT_NAME_SIZE]; /* comm, if all have the same; else "" */
};

/* A code address. */
struct wait_frame {
    uint64_t address;
    uint64_t offset;           /* in the file, as its symbols have it: addr2line(1) */
    char file[WAIT_NAME_SIZE]; /* without its folder, raw bytes; "": no file is mapped there */
};

#define WAIT_LINKS_MAX  16
#define WAIT_POOLS_MAX  8
#define WAIT_FRAMES_MAX 16

struct wait_report {
    /* The task itself first; none: it has exited or is hidden. */
    struct wait_link links[WAIT_LINKS_MAX];
    uint32_t link_count;
    int32_t cycle; /* the link that the last one waits for: a deadlock; -1: none */

    /* Other threads that wait at the same futex; the largest pools first. */
    uint32_t waiters;
    struct wait_pool pools[WAIT_POOLS_MAX];
    uint32_t pool_count;
    uint32_t other_pools; /* waiters of pools that did not fit */
    bool waiters_known;
    bool waiters_of_all; /* of all processes that map it; else of this one */
    bool waiters_more;   /* not all were found */

    /* The user stack: the system call, then its callers, as far as found. */
    struct wait_frame frames[WAIT_FRAMES_MAX];
    uint32_t frame_count;
    uint64_t stack_pointer;

    char kernel_stack[1024]; /* function names, innermost first, each with a NUL; "": unknown */
    uint32_t kernel_stack_len;
};

/* The link of the same thread in the chain; -1: none. */
static inline int32_t wait_report_find(const struct wait_report *report,
                                       const struct wait_link *link)
{
    for (uint32_t i = 0; i < report->link_count && !link->is_process; i++)
        if (report->links[i].tid == link->tid && !report->links[i].is_process)
            return (int32_t)i;
    return -1;
}

/*
 * Adds a link to the chain. False if the chain has this thread already, which is a cycle, or is
 * full.
 */
static inline bool wait_report_add(struct wait_report *report, const struct wait_link *link)
{
    report->cycle = wait_report_find(report, link);
    if (report->cycle >= 0 || report->link_count == WAIT_LINKS_MAX)
        return false;
    report->links[report->link_count++] = *link;
    return true;
}

/*
 * Continues a chain by that of its last link's owner, as far as it fits; where the two meet, there
 * is a cycle.
 */
static inline void wait_report_append(struct wait_report *report, const struct wait_report *from)
{
    const uint32_t first = report->link_count;

    for (uint32_t i = 0; i < from->link_count; i++)
        if (!wait_report_add(report, &from->links[i]))
            return;
    if (from->cycle >= 0)
        report->cycle = (int32_t)first + from->cycle;
}

#endif
