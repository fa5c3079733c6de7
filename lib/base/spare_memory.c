/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/spare_memory.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/units.h"

/* More than it takes, and less than what malloc(3) gives back to the kernel at once. */
#define SPARE_BYTES (64 * BYTES_PER_KIB)

int spare_memory_check_for(size_t bytes)
{
    /* The compiler must not leave out what is never used. */
    void *volatile memory = malloc(SPARE_BYTES + bytes);
    const int result = memory ? 0 : -ENOMEM;

    free(memory);
    return result;
}

int spare_memory_check(void)
{
    return spare_memory_check_for(0);
}
