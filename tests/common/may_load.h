/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_MAY_LOAD_H
#define DOTPROC_TESTS_COMMON_MAY_LOAD_H

/*
 * Whether a test that needs BPF can run here. A program of ours with a mistake must fail the test,
 * not skip it.
 */

#include <stdbool.h>

#include "lib/base/buf.h"
#include "lib/source/bpf/load.h"

/*
 * Whether this -errno of a load means that the kernel loads none of our programs: a sandbox or a
 * security module forbids it, the kernel is emulated, has no JIT, or may be too old to relocate
 * programs, as some vendors' 5.14 are. Any other error means that the program has a mistake.
 */
bool is_refusal(int error);

/*
 * Loads a program. Returns its descriptor, to be closed by the caller; -1, with a line in `why`, if
 * no program can be loaded here. Fails the test if this program cannot.
 */
int may_load_open(enum program program, struct buf *why);

/* As may_load_open(), and closes the descriptor. False if no program can be loaded here. */
bool may_load(enum program program, struct buf *why);

#endif
