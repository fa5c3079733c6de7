/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_STUCK_UNREAD_VICTIM_H
#define DOTPROC_TESTS_STUCK_UNREAD_VICTIM_H

/* A process with memory that a file system never delivers, where a report about its waits looks. */

#include <stdatomic.h>

/* Where that memory is; a thread by that name waits. */
enum unread_place {
    UNREAD_WORD,  /* the futex it waits at */
    UNREAD_STACK, /* its stack */
    UNREAD_LIST,  /* the robust list of who holds what it waits for */
    UNREAD_PLACES,
};

extern const char *const unread_names[UNREAD_PLACES];

/* In memory of both processes. */
struct unread_victim {
    atomic_int tids[UNREAD_PLACES];
    atomic_int is_ready;
};

/* The name of a file that is mapped as code. */
#define UNREAD_CODE "code"

/*
 * Becomes that process, with files of the directory; does not return. A file system must answer
 * meanwhile, other than reads.
 */
void unread_be_victim(struct unread_victim *victim, const char *directory);

#endif
