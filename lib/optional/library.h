/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_OPTIONAL_LIBRARY_H
#define DOTPROC_OPTIONAL_LIBRARY_H

/*
 * A library that is loaded only when an option or a column needs it, so that others do not pay for
 * it or depend on it. Only this module calls dlopen(3).
 */

#include <stddef.h>

#include "lib/base/buf.h"

/* A function to look up; `pointer` is the address of a pointer to it. */
struct library_symbol {
    const char *name;
    void *pointer;
};

/*
 * Loads `name`, as dlopen(3) takes it, and sets every pointer. NULL when it cannot be loaded or
 * lacks a function; then the reason is appended to `why`, unless that is NULL, and the pointers are
 * undefined. Release with library_close().
 */
void *library_open(const char *name, const struct library_symbol *symbols, size_t count,
                   struct buf *why);

/* NULL is allowed. */
void library_close(void *library);

#endif
