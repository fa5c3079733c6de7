/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_WAIT_WAIT_H
#define DOTPROC_WAIT_WAIT_H

/*
 * The kinds of waits.
 *
 * Pure functions. Sources collect the facts in two steps: those of a sleeping task are read after
 * its state, and only for rows that show them.
 */

#include <stdbool.h>
#include <stdint.h>

enum wait_kind {
    WAIT_UNKNOWN,  /* or none: it has exited */
    WAIT_RUN,      /* it runs, or is on a run queue */
    WAIT_FUTEX,    /* one of the next four, or any other use of a futex */
    WAIT_LOCK,     /* a lock in the program */
    WAIT_COND,     /* a condition, or a semaphore with the same call */
    WAIT_JOIN,     /* the exit of a thread */
    WAIT_SEM,      /* a semaphore */
    WAIT_POLL,     /* events of several files */
    WAIT_URING,    /* requests submitted by io_uring */
    WAIT_SOCKET,   /* the peer of a socket */
    WAIT_PIPE,     /* the other end of a pipe */
    WAIT_TTY,      /* input or output of a terminal */
    WAIT_FILE,     /* another file, perhaps of a network file system or FUSE */
    WAIT_FILELOCK, /* flock(2), fcntl(2) */
    WAIT_DISK,
    WAIT_TIMER,
    WAIT_CHILD,
    WAIT_SIGNAL,
    WAIT_IPC,   /* messages and semaphores of System V and POSIX */
    WAIT_FAULT, /* a page fault */
    WAIT_KLOCK, /* a lock in the kernel */
    WAIT_STOPPED,
    WAIT_TRACED, /* stopped by a debugger */
    WAIT_IDLE,   /* a kernel thread, for work */
    WAIT_OTHER,
    WAIT_KINDS,
};

/*
 * The kind of wait as far as it is known without the task's state. `is_sure` is false if a missing
 * fact (channel, file or thread) could change it.
 */
struct wait_answer {
    enum wait_kind kind;
    bool is_sure;
};

/* The facts about a sleeping task. */
struct wait_facts {
    const char *call;         /* the name of the system call it is in; NULL: none, or unknown */
    struct wait_answer futex; /* by the arguments of a futex call: see futex.h */
    bool runs;                /* it did not sleep after all */
    bool in_user_space;       /* in no system call */
    const char *channel;      /* the wait channel: the kernel function it sleeps in; "": unknown */
    const char *file;         /* readlink(2) of the call's descriptor; "": unknown */
};

struct wait_answer wait_of_sleeper(const struct wait_facts *facts);

/* The kind for any task, by its state, its flags (PF_*) and the kind of its sleep. */
enum wait_kind wait_of_task(char state, uint32_t flags, enum wait_kind sleeps_for);

/* One lower-case word; NULL for WAIT_UNKNOWN. */
const char *wait_name(enum wait_kind kind);

/* The wait of a system call. */
struct wait_row {
    const char *name;
    enum wait_kind kind;   /* WAIT_FILE: the kind of the file decides */
    bool is_sure;          /* false: the channel may be more precise */
    bool begins_with_file; /* its first argument is the descriptor that it may wait for */
};

/* By the call's name; NULL if it is not known to sleep. */
const struct wait_row *wait_find_call(const char *name);

/* The name may have a suffix of the compiler: ".constprop.0". */
enum wait_kind wait_find_channel(const char *channel);

#endif
