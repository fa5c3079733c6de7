/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/stack_limit.h"

#include <sys/resource.h>

#include "lib/base/units.h"

/* Several times what has been seen. */
#define STACK_BYTES (256 * BYTES_PER_KIB)

bool stack_limit_ensure(void)
{
    struct rlimit stack;

    if (getrlimit(RLIMIT_STACK, &stack) < 0 || stack.rlim_cur >= STACK_BYTES)
        return true;
    stack.rlim_cur = STACK_BYTES;
    if (stack.rlim_max < STACK_BYTES)
        stack.rlim_max = STACK_BYTES;
    return setrlimit(RLIMIT_STACK, &stack) == 0;
}
