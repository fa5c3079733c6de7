/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_FUZZ_MUST_H
#define DOTPROC_TESTS_FUZZ_MUST_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* assert() that no build option turns off. */
#define must(holds) must_hold((holds), #holds, __FILE__, __LINE__)

static inline void must_hold(bool holds, const char *what, const char *file, int line)
{
    if (holds)
        return;
    fprintf(stderr, "%s:%d: not so: %s\n", file, line, what);
    abort();
}

#endif
