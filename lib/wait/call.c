/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/wait/call.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lib/wait/call_names.h"
#include "lib/wait/futex_abi.h"
#include "lib/wait/wait.h"

const char *call_name(const struct task_syscall *call)
{
    const struct call_names *table = NULL;

    if (call->place != PLACE_CALL)
        return NULL;
    if (call->bits == 32)
        table = &call_names_32;
    if (call->bits == 64)
        table = &call_names_64;
    if (!table || call->number < 0 || (uint64_t)call->number >= table->count)
        return NULL;
    return table->names[call->number];
}

int32_t call_descriptor(const char *name, const struct task_syscall *call)
{
    const struct wait_row *row = name ? wait_find_call(name) : NULL;

    if (!row || !row->begins_with_file)
        return -1;
    /* The kernel takes an int; the upper half may be anything. */
    return (int32_t)call->arguments[0];
}

bool call_futex(const char *name, const struct task_syscall *call, struct call_futex *futex)
{
    const uint64_t *arguments = call->arguments;

    if (!name)
        return false;
    if (strcmp(name, "futex") == 0 || strcmp(name, "futex_time64") == 0)
        *futex = (struct call_futex){
            .operation = (uint32_t)arguments[1],
            .expected = (uint32_t)arguments[2],
            .has_timeout = arguments[3] != 0,
        };
    else if (strcmp(name, "futex_wait") == 0)
        *futex = (struct call_futex){
            .operation = FUTEX_WAIT_BITSET | ((uint32_t)arguments[3] & FUTEX_PRIVATE),
            .expected = (uint32_t)arguments[1],
            .has_timeout = arguments[4] != 0,
        };
    else
        return false;
    futex->address = arguments[0];
    futex->is_private = (futex->operation & FUTEX_PRIVATE) != 0;
    return true;
}

void call_set_at(struct task_syscall *call)
{
    const char *name = call_name(call);
    const int32_t descriptor = call_descriptor(name, call);
    struct call_futex futex;

    call->at[0] = '\0';
    if (call_futex(name, call, &futex))
        snprintf(call->at, sizeof(call->at), "0x%" PRIx64, futex.address);
    else if (descriptor >= 0)
        snprintf(call->at, sizeof(call->at), "%" PRId32, descriptor);
}
