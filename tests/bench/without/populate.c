/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory is faulted in page by page, when it is written to. */
#include "lib/base/populate.h"
#include "tests/bench/without/without.h"

WITHOUT(void, populate, void *memory, size_t size)
{
    (void)memory;
    (void)size;
}
