/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_OPTIONAL_LIBRARY_H
#define DOTPROC_OPTIONAL_LIBRARY_H

/*
 * A library that is loaded when an option or a column asks for what only it can do, so that no one
 * else pays for it, and its absence harms no one. dlopen(3) is called here and nowhere else.
 */

#include <stddef.h>

#include "lib/text/buf.h"

/* A function to be looked up; `pointer` is the address of a pointer to it. */
struct library_symbol {
    const char *name;
    void *pointer;
};

/*
 * Loads `name`, as dlopen(3) takes it, and sets every pointer. NULL when it cannot be loaded or
 * lacks one of the functions; then the reason is appended to `why`, unless that is NULL, and the
 * pointers mean nothing. To be given back with library_close().
 */
void *library_open(const char *name, const struct library_symbol *symbols, size_t count,
                   struct buf *why);

/* NULL is no fault. */
void library_close(void *library);

#endif
