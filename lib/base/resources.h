/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_RESOURCES_H
#define DOTPROC_BASE_RESOURCES_H

/* What this process itself needs: standard files, stacks, threads, enough memory; its CPU time. */

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/units.h"

/*
 * Opens /dev/null in place of those of the descriptors 0 to 2 that are closed: otherwise the next
 * file opened would get what is written to standard output. As with a closed descriptor, reading
 * from 0 and writing to 1 and 2 fails with EBADF. To be called before anything else is opened.
 */
void standard_files_hold(void);

/*
 * Raises the stack limit (RLIMIT_STACK) to what the programs and the C library need, if it is
 * lower: the stack grows up to the limit in force at that time. False if it cannot be raised.
 */
bool stack_limit_ensure(void);

/* The message in that case, for write(2): printf(3) may need more stack than there is. */
#define STACK_LIMIT_MESSAGE "the limit of the stack is too small: see ulimit -s\n"

/*
 * Starts a thread with this stack size: the default is the main thread's limit, which may be too
 * small, or more than available. All signals are blocked in it, so that the program's own threads
 * receive them, except those that report a fault of the thread itself. 0 or -errno.
 */
int thread_start(pthread_t *thread, size_t stack_bytes, void *(*run)(void *), void *argument);

/*
 * Whether a library call has enough memory: 0 or -ENOMEM. Called before functions that do not
 * report a shortage of memory, or even crash.
 */

/* Enough for what the C library loads when it first looks up a name or a locale. */
int spare_memory_check(void);

/* The same plus `bytes`. */
int spare_memory_check_for(size_t bytes);

/*
 * Whether a -errno means that memory or descriptors are short, and not that a file or task is
 * missing: a shortage must be reported, or something would be lost silently.
 */
static inline bool is_shortage(int error)
{
    return error == -ENOMEM || error == -EMFILE || error == -ENFILE;
}

/* --- CPU time: limits of searches and reads that any user of the host can make long --- */

/* In any second. A search that has begun is finished. */
#define CPU_BUDGET_NS (50 * NS_PER_MS)

/* Zero-initialise. */
struct cpu_budget {
    int64_t second_ns; /* CLOCK_MONOTONIC: when the second began */
    int64_t used_ns;   /* in that second */
    int64_t start_ns;  /* CLOCK_THREAD_CPUTIME_ID: when the search began */
};

/* Begins a search, unless this second's time is used up. */
bool cpu_budget_begin(struct cpu_budget *budget);
void cpu_budget_end(struct cpu_budget *budget);

/*
 * Until when, by CLOCK_MONOTONIC, a list is used whose reading began at `start_ns`: for `least_ns`,
 * or ten times as long as that took, so that rows do not read it one after the other. A process may
 * be stopped while it reads, so one second counts at most.
 */
int64_t valid_until(int64_t start_ns, int64_t least_ns);

/* --- Signals --- */

/* By SIG_IGN, sigaction(2). */
bool signal_is_ignored(int number);

/*
 * Whether this is the first process of a PID namespace, pid_namespaces(7). By default no signal
 * stops or ends it, so the kernel restarts a call that is to stop it in the background, forever,
 * unless SIGTTIN and SIGTTOU are blocked.
 */
bool is_first_of_namespace(void);

#endif
