/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/syscall.h"

#include <stdlib.h>
#include <string.h>

#define ARGUMENTS (sizeof(((struct task_syscall *)NULL)->arguments) / sizeof(uint64_t))

/* " 0x1f"; moves *text behind it. */
static bool take_hex(const char **text, uint64_t *number)
{
    char *end;

    if (strncmp(*text, " 0x", 3) != 0)
        return false;
    *number = strtoull(*text + 3, &end, 16);
    if (end == *text + 3)
        return false;
    *text = end;
    return true;
}

bool syscall_parse(const char *text, struct task_syscall *call, uint64_t *stack_pointer)
{
    uint64_t program_counter;
    char *end;

    *call = (struct task_syscall){.place = PLACE_CPU};
    *stack_pointer = 0;
    if (strcmp(text, "running\n") == 0)
        return true;
    call->number = strtoll(text, &end, 10);
    if (end == text)
        return false;
    text = end;
    call->place = call->number < 0 ? PLACE_USER : PLACE_CALL;
    for (size_t i = 0; call->place == PLACE_CALL && i < ARGUMENTS; i++)
        if (!take_hex(&text, &call->arguments[i]))
            return false;
    if (!take_hex(&text, stack_pointer) || !take_hex(&text, &program_counter))
        return false;
    /* A thread of the kernel has registers of user space, too: all zero. */
    if (*stack_pointer == 0 && program_counter == 0)
        call->place = PLACE_KERNEL;
    return true;
}

bool syscall_parse_place(const char *text, uint64_t *stack_pointer, uint64_t *program_counter)
{
    const char *end = strchr(text, '\n');
    int blanks = 0;

    /* The last two numbers. */
    for (const char *at = end; at && at > text && blanks < 2; at--) {
        if (at[-1] == ' ' && ++blanks == 2)
            text = at - 1;
    }
    return blanks == 2 && take_hex(&text, stack_pointer) && take_hex(&text, program_counter) &&
           (*stack_pointer || *program_counter);
}
