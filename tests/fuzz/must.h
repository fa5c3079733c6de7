/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_FUZZ_MUST_H
#define DOTPROC_TESTS_FUZZ_MUST_H

#include <stdbool.h>
#include <stdlib.h>

/* assert() that no build option turns off; the sanitizer says where. */
static inline void must(bool holds)
{
    if (!holds)
        abort();
}

#endif
