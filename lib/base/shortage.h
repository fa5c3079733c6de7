/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_SHORTAGE_H
#define DOTPROC_BASE_SHORTAGE_H

#include <errno.h>
#include <stdbool.h>

/*
 * Whether a -errno means that memory or descriptors are short, and not that a file or task is
 * missing: a shortage must be reported, or something would be lost silently.
 */
static inline bool is_shortage(int error)
{
    return error == -ENOMEM || error == -EMFILE || error == -ENFILE;
}

#endif
