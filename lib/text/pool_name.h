/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_POOL_NAME_H
#define DOTPROC_TEXT_POOL_NAME_H

/*
 * Names of thread pools, derived from the names of their threads.
 *
 * Programs number threads that do the same work: exec-1, exec-2. The pool's name replaces the
 * number by '*': exec-*.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/task_flags.h"

/* Room for any task's name, a '*' and a NUL; names of kernel threads have up to 63 bytes. */
#define POOL_NAME_SIZE 66

/*
 * Writes the name of the pool of a task with this name to `pool` and returns its length; longer
 * names are cut.
 *
 * The number reaches from the first to the last digit at the name's end, blanks and punctuation
 * included: "cpu 3:1" gives "cpu *", "io[12]" gives "io[*]". The kernel cuts names to 15 bytes, so
 * a name of 15 bytes that ends in punctuation probably lost its number and gets a '*' too. All
 * kernel workers, kworker/CPU:NUMBER and their work, are one pool. A name without a number is a
 * pool of its own.
 */
size_t pool_name(const char *name, char pool[POOL_NAME_SIZE]);

/*
 * Writes a name of up to 15 bytes with '*' for each of its numbers, wherever they are, padded with
 * NULs: "a1b23" gives "a*b*"; longer names are cut. Coarser than pool_name(): exits are counted in
 * the kernel, which can replace digits, but not find the number at the end; what it has added up by
 * name cannot be separated later.
 */
void pool_name_fold(const char *name, char folded[TASK_COMM_LEN]);

/*
 * The name of a pool whose tasks all have the same name: `name`, because digits number tasks only
 * if they differ (python3), or `pool` if the kernel has cut off the number.
 */
const char *pool_name_of_same(const char *name, const char *pool);

/* Room for a name in brackets or quotes. */
#define POOL_LABEL_SIZE (POOL_NAME_SIZE + 2)

/*
 * Writes the name as it is shown and returns its length: in brackets for kernel threads, in quotes
 * if the name of another task looks like that.
 */
size_t pool_label(const char *name, bool of_kernel, char label[POOL_LABEL_SIZE]);

#endif
