/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory is faulted in page by page, when it is written to. */
#include <stdlib.h>

#include "lib/base/memory.h"
#include "tests/common/take_over.h"

TAKE_OVER(void *, populate_alloc, size_t size, size_t written)
{
    (void)written;
    return malloc(size);
}
