/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_WAIT_CALL_H
#define DOTPROC_WAIT_CALL_H

/* The meaning of a system call's number and arguments. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/buf.h"
#include "lib/task/task.h"

/*
 * The name of the current system call, as "read"; NULL if there is none, if the number is unknown,
 * or if it may be of the 32-bit or of the 64-bit table. Static.
 */
const char *call_name(const struct task_syscall *call);

/*
 * Whether it is restart_syscall(2), by which the kernel restarts a call with a timeout after a
 * signal or a debugger has stopped the task. Only the wait channel shows which call that is.
 */
bool call_is_resumed(const struct task_syscall *call);

/* The descriptor of the file that the call of this name may wait for; -1: none. */
int32_t call_descriptor(const char *name, const struct task_syscall *call);

/*
 * Of include/uapi/linux/futex.h, parts of which older headers lack. The word of a
 * priority-inheritance or robust futex is the owner's TID with two flags: futex(2),
 * set_robust_list(2).
 */

/* Operations of futex(2), and their flags. */
#define FUTEX_WAIT            0u
#define FUTEX_LOCK_PI         6u
#define FUTEX_WAIT_BITSET     9u
#define FUTEX_WAIT_REQUEUE_PI 11u
#define FUTEX_LOCK_PI2        13u
#define FUTEX_OPERATION       0x7fu
#define FUTEX_PRIVATE         0x80u /* of futex_wait(), too */
#define FUTEX_CLOCK_REALTIME  0x100u
#define FUTEX_ANY_BIT         0xffffffffu /* FUTEX_BITSET_MATCH_ANY */

/* The word. */
#define FUTEX_WAITERS 0x80000000u
#define FUTEX_TID     0x3fffffffu

/* The arguments of a call that waits at one futex. */
struct call_futex {
    uint64_t address;
    uint32_t operation; /* of futex(2), with its flags */
    uint32_t expected;  /* the value of the word for which it waits; unused by some operations */
    bool is_private;    /* FUTEX_PRIVATE_FLAG: only threads of the same process can wake it */
    uint32_t bitset;    /* of FUTEX_WAIT_BITSET */
    bool has_timeout;   /* its wait is limited */
};

/* False if it is no such call. restart_syscall(2) is one if task_syscall::resumes_futex is set. */
bool call_futex(const char *name, const struct task_syscall *call, struct call_futex *futex);

/* Sets call->at by the other members. */
void call_set_at(struct task_syscall *call);

/*
 * Appends the current system call with its arguments, as "read(fd=5, buf=0x7f10, count=4096)": with
 * names for calls that often sleep, else all six as numbers; for restart_syscall(2) those of the
 * restarted call, if known. The text needs no escaping. Appends nothing if there is no call or it
 * is unknown.
 */
void call_put(const struct task_syscall *call, struct buf *out);

/* Names of calls, in tables that make-call-names generates from the kernel's headers. */
struct call_names {
    const char *const *names; /* by number; NULL: no such call */
    size_t count;
};

/* Empty where the architecture has no 32-bit programs, or no headers about them. */
extern const struct call_names call_names_32;
extern const struct call_names call_names_64;

#endif
