/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_WAIT_REPORT_H
#define DOTPROC_TASK_WAIT_REPORT_H

/*
 * What one task waits for, in full (NEED_WAIT_REPORT): who holds it, for whom that one waits, and
 * who waits at the same place. A plain record without pointers.
 *
 * Much of it is what the memory of these tasks says, which their users can make say anything: it is
 * to be shown as that.
 */

#include "lib/task/task.h"

/* What a futex is, as far as the call of one who waits at it says; see lib/wait/futex.h. */
enum futex_kind {
    FUTEX_NONE,       /* it waits at no futex */
    FUTEX_QUEUE,      /* a condition, a queue, a semaphore ...: nobody holds such a thing */
    FUTEX_MUTEX,      /* probably a lock of glibc, with the owner beside the word */
    FUTEX_OWNED,      /* a lock with its owner in the word: it inherits priority, or is robust */
    FUTEX_THREAD_END, /* the number of a thread, which the kernel clears when that ends */
};

/* What is known of the owner. */
enum wait_owner {
    OWNER_NONE,       /* there is none, or it is not said */
    OWNER_UNREADABLE, /* the memory may not be read, or cannot be */
    OWNER_NOBODY,     /* it says that nobody has it any more */
    OWNER_UNNAMED,    /* it says that somebody has it, but not who */
    OWNER_ABSENT,     /* it says a task that is not there */
    OWNER_CHANGES,    /* it was another one a moment later */
    OWNER_SAID,       /* it says a task: the next link, or one that is already in the chain */
};

/* The kernel's own locks, as far as it says which one a task waits for. */
enum kernel_lock {
    KERNEL_LOCK_NONE,
    KERNEL_MUTEX,
    KERNEL_SEMAPHORE, /* its owner is the last one that took it */
    KERNEL_RWSEM,     /* of readers and writers; of readers that have it none is named */
};

/* The longest name of a task; see text/pool_name.h. */
#define WAIT_NAME_SIZE 64

/* One of a chain of tasks, each of which waits for the next. */
struct wait_link {
    pid_t tid;
    pid_t says;                /* the owner's number, in the task's own pid namespace; 0: none */
    char name[WAIT_NAME_SIZE]; /* raw bytes */
    char state;                /* 0: unknown */
    int32_t sleeps_for;        /* as task_details::sleeps_for */
    uint32_t flags;            /* as task::flags */
    enum futex_kind kind;
    enum kernel_lock lock; /* without a futex */
    enum wait_owner owner;
    int64_t switches; /* how often it has left a processor; -1: unknown */
    struct task_syscall call;
};

/* Those of one pool that wait at the same futex. */
struct wait_pool {
    char name[WAIT_NAME_SIZE + 2]; /* of text/pool_name.h; raw bytes */
    uint32_t count;
};

/* A place in the code. */
struct wait_frame {
    uint64_t address;
    uint64_t offset;           /* in the file */
    char file[WAIT_NAME_SIZE]; /* without its folder, raw bytes; "": none is mapped there */
};

#define WAIT_LINKS_MAX  16
#define WAIT_POOLS_MAX  8
#define WAIT_FRAMES_MAX 16

struct wait_report {
    struct wait_link links[WAIT_LINKS_MAX]; /* the task itself first */
    uint32_t link_count;
    int32_t cycle; /* the link that the last one waits for: a deadlock; -1: there is none */

    /* Others that wait at the same futex; the largest pools first. */
    uint32_t waiters;
    struct wait_pool pools[WAIT_POOLS_MAX];
    uint32_t pool_count;
    uint32_t other_pools; /* waiters of pools for which there was no room */
    bool waiters_known;
    bool waiters_of_all; /* of all processes that map it; else of this one */
    bool waiters_more;   /* there may be more */

    /* Where it is in its program: the call, then its callers, as far as they were found. */
    struct wait_frame frames[WAIT_FRAMES_MAX];
    uint32_t frame_count;
    uint64_t stack_pointer;

    char kernel_stack[1024]; /* functions, the innermost first, each with a NUL; "": not known */
    uint32_t kernel_stack_len;
};

/* The link of this task in the chain; -1: it has none. */
static inline int32_t wait_report_find(const struct wait_report *report, pid_t tid)
{
    for (uint32_t i = 0; i < report->link_count; i++)
        if (report->links[i].tid == tid)
            return (int32_t)i;
    return -1;
}

#endif
