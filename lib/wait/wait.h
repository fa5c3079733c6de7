/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_WAIT_WAIT_H
#define DOTPROC_WAIT_WAIT_H

/*
 * What tasks wait for.
 *
 * Pure functions: sources find out what the facts are, in two steps, because those of a sleeping
 * task are read later than its state, and only of rows that show them.
 */

#include <stdbool.h>
#include <stdint.h>

enum wait_kind {
    WAIT_UNKNOWN, /* or for nothing: it has ended */
    WAIT_RUN,     /* it runs, or waits for a processor */
    WAIT_FUTEX,   /* a lock, a condition or another thread */
    WAIT_POLL,    /* events of several files */
    WAIT_SOCKET,  /* a peer */
    WAIT_PIPE,    /* the other end */
    WAIT_TTY,     /* input or output of a terminal */
    WAIT_FILE, /* another file, perhaps of a file system that a server or a program answers for */
    WAIT_FILELOCK, /* flock(2), fcntl(2) */
    WAIT_DISK,
    WAIT_TIMER,
    WAIT_CHILD,
    WAIT_SIGNAL,
    WAIT_IPC,   /* messages and semaphores of System V and POSIX */
    WAIT_FAULT, /* memory to be read */
    WAIT_KLOCK, /* a lock in the kernel */
    WAIT_STOPPED,
    WAIT_TRACED, /* stopped by a debugger */
    WAIT_IDLE,   /* a thread of the kernel, for work */
    WAIT_OTHER,
    WAIT_KINDS,
};

/* What is known of a task that sleeps. */
struct wait_facts {
    const char *call;    /* the name of the system call it is in; NULL: none, or unknown */
    bool runs;           /* it did not sleep after all */
    bool in_user_space;  /* in no system call */
    const char *channel; /* the function of the kernel it sleeps in; "": unknown */
    const char *file; /* what the call's descriptor leads to, as readlink(2) has it; "": unknown */
};

/*
 * What it sleeps for, as far as that is known without its state. `is_sure` is false if a fact that
 * is still missing, the channel or the file, could say otherwise or more.
 */
struct wait_answer {
    enum wait_kind kind;
    bool is_sure;
};

struct wait_answer wait_of_sleeper(const struct wait_facts *facts);

/* The same for any task, by its state, its flags (PF_*) and what it sleeps for. */
enum wait_kind wait_of_task(char state, uint32_t flags, enum wait_kind sleeps_for);

/* One lower-case word; NULL for WAIT_UNKNOWN. */
const char *wait_name(enum wait_kind kind);

/* What a system call waits for. */
struct wait_row {
    const char *name;
    enum wait_kind kind;   /* WAIT_FILE: of which kind the file is decides */
    bool is_sure;          /* else the channel may say more */
    bool begins_with_file; /* its first argument is the descriptor that it may wait for */
};

/* By the call's name; NULL if it is not known to sleep. */
const struct wait_row *wait_find_call(const char *name);

/* The function's name may end in what compilers append: ".constprop.0". */
enum wait_kind wait_find_channel(const char *channel);

/* By what a link in /proc/PID/fd leads to. */
enum wait_kind wait_find_file(const char *file);

#endif
