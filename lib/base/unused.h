/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_UNUSED_H
#define DOTPROC_BASE_UNUSED_H

/* Marks a parameter that is required by the function's type but not used. */
#define UNUSED __attribute__((unused))

#endif
