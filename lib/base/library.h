/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_LIBRARY_H
#define DOTPROC_BASE_LIBRARY_H

/*
 * A library that is loaded only when an option or a column needs it, so that other uses do not
 * depend on it or spend time on it. Only this module calls dlopen(3).
 */

#include <stddef.h>

#include "lib/base/buf.h"

/* A function to look up; `pointer` is the address of a pointer to it. */
struct library_symbol {
    const char *name;
    void *pointer;
};

/*
 * Loads `name`, as for dlopen(3), and sets all pointers. NULL if it cannot be loaded or lacks a
 * function; then the reason is appended to `why`, unless that is NULL, and the pointers are
 * undefined. Release with library_close().
 */
void *library_open(const char *name, const struct library_symbol *symbols, size_t count,
                   struct buf *why);

/* NULL does nothing. */
void library_close(void *library);

#endif
