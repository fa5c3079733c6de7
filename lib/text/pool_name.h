/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_POOL_NAME_H
#define DOTPROC_TEXT_POOL_NAME_H

/*
 * Names of thread pools, taken from the names of their threads.
 *
 * Programs number the threads that do the same work: exec-1, exec-2. The pool's name is that of its
 * threads with the number folded into one '*': exec-*.
 */

#include <stddef.h>

/* Room for any task's name, a '*' and a NUL; the kernel's own threads have names of 63 bytes. */
#define POOL_NAME_SIZE 66

/*
 * Puts the name of the pool that a task named `name` belongs to into `pool`, and returns its
 * length; longer names are cut.
 *
 * The number is what stands between the first and the last digit at the name's end, blanks and
 * punctuation included: "cpu 3:1" gives "cpu *", "io[12]" gives "io[*]". The kernel keeps 15
 * bytes of a name, so one of 15 bytes that ends in punctuation is taken for one whose number was
 * cut off, and gets a '*' too. The kernel's own workers, kworker/CPU:NUMBER and what they work on,
 * are one pool. A name without a number is a pool by itself.
 */
size_t pool_name(const char *name, char pool[POOL_NAME_SIZE]);

#endif
