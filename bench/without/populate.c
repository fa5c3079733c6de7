/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory is faulted in page by page, when it is written to. */
#include <stdlib.h>

#include "bench/without/without.h"
#include "lib/base/array.h"

WITHOUT(void *, populate_alloc, size_t size, size_t written)
{
    (void)written;
    return malloc(size);
}
