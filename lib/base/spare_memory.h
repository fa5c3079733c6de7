/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_SPARE_MEMORY_H
#define DOTPROC_BASE_SPARE_MEMORY_H

/*
 * 0 if there is memory for what the C library loads when it first looks up a name or a locale; else
 * -ENOMEM. To be asked before: in the midst of that glibc does not say that memory is short, and
 * may even crash.
 */
int spare_memory_check(void);

#endif
