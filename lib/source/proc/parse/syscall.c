/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/parse/syscall.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/number.h"

#define ARGUMENTS (sizeof(((struct task_syscall *)NULL)->arguments) / sizeof(uint64_t))

/* Parses " 0x1f" and moves *text past it. */
static bool take_hex(const char **text, const char *end, uint64_t *number)
{
    if (strncmp(*text, " 0x", 3) != 0)
        return false;
    *text += 3;
    return hexadecimal_take(text, end, number);
}

bool syscall_parse(const char *text, struct task_syscall *call, uint64_t *stack_pointer)
{
    const char *end = text + strlen(text);
    uint64_t program_counter;
    char *behind;

    *call = (struct task_syscall){.place = PLACE_CPU};
    *stack_pointer = 0;
    if (strcmp(text, "running\n") == 0)
        return true;
    call->number = strtoll(text, &behind, 10);
    if (behind == text)
        return false;
    text = behind;
    call->place = call->number < 0 ? PLACE_USER : PLACE_CALL;
    for (size_t i = 0; call->place == PLACE_CALL && i < ARGUMENTS; i++)
        if (!take_hex(&text, end, &call->arguments[i]))
            return false;
    if (!take_hex(&text, end, stack_pointer) || !take_hex(&text, end, &program_counter))
        return false;
    /* Kernel threads have user registers too: all zero. */
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
    return blanks == 2 && take_hex(&text, end, stack_pointer) &&
           take_hex(&text, end, program_counter) && (*stack_pointer || *program_counter);
}
