/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_WAIT_CALL_H
#define DOTPROC_WAIT_CALL_H

/* What the number and the arguments of a system call mean. */

#include <stdbool.h>
#include <stdint.h>

#include "lib/task/task.h"

/*
 * The name of the call a task is in, as "read"; NULL if it is in none, or the number has no name,
 * or may be one of 32-bit programs or not. Static.
 */
const char *call_name(const struct task_syscall *call);

/*
 * The number of the descriptor that the call of this name is about, one of a file that it may wait
 * for; -1: none.
 */
int32_t call_descriptor(const char *name, const struct task_syscall *call);

/* What a call that waits on one futex says about it. */
struct call_futex {
    uint64_t address;
    uint32_t operation; /* of futex(2), with its flags */
    uint32_t expected;  /* what the word has to be for the call to wait; nothing for some of them */
    bool is_private;    /* only threads of the same process can wake it */
    bool has_timeout;   /* it waits for a while only */
};

/* False if it is no such call. */
bool call_futex(const char *name, const struct task_syscall *call, struct call_futex *futex);

/* Sets call->at by what else is in it. */
void call_set_at(struct task_syscall *call);

#endif
