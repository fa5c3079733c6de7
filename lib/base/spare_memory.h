/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_SPARE_MEMORY_H
#define DOTPROC_BASE_SPARE_MEMORY_H

/*
 * Whether there is memory for what a library does next: 0 or -ENOMEM. To be asked where a library
 * does not say that memory is short, and may even crash.
 */

#include <stddef.h>

/* For what the C library loads when it first looks up a name or a locale. */
int spare_memory_check(void);

/* For `bytes` more than that. */
int spare_memory_check_for(size_t bytes);

#endif
