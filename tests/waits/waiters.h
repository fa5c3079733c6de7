/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_WAITS_WAITERS_H
#define DOTPROC_TESTS_WAITS_WAITERS_H

/*
 * Threads and children of the caller, each of which waits for something else, for as long as the
 * caller lives; and what a ps has to say of each.
 */

#include <stddef.h>
#include <sys/types.h>

struct waiter {
    const char *name;
    const char *wait;   /* as the column of that name */
    const char *calls;  /* likewise syscall: one of these, with blanks around each; NULL: none */
    const char *fscope; /* likewise; NULL: it is no futex */

    /* Once it waits, or is about to. */
    pid_t tid;
    pid_t tgid;
    char waddr[32];        /* "": not known here */
    char wkey[64];         /* likewise, of shared memory; else it is its process and waddr */
    const char *file_kind; /* how wfile begins; NULL: any */
    char file_end[32];     /* and ends */
    char lockowner[16];    /* as the column of that name; "": none */
    char left_out[64];     /* why it is not there; "": it is */
};

/*
 * Starts them all, among them a program of 32 bits, unless that is NULL or the kernel does not run
 * it. Dies with a message on failure.
 */
void waiters_start(const char *narrow_program);

/* NULL past the end. */
const struct waiter *waiters_at(size_t index);

/* Ends those that do not end with the caller. */
void waiters_end(void);

#endif
