/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_MAY_LOAD_H
#define DOTPROC_TESTS_COMMON_MAY_LOAD_H

/* Whether a test by BPF can run here: a program of ours that is wrong must fail it, and not skip
 * it. */

#include <stdbool.h>

#include "lib/base/buf.h"
#include "lib/source/bpf/load.h"

/*
 * Whether loading has failed, with this -errno, because the kernel takes no program at all from us,
 * whatever it does: a sandbox or a security module forbids it, the kernel is emulated, has no JIT,
 * or is too old to relocate programs, which a vendor's 5.14 may be or not. Else our program is
 * wrong.
 */
bool is_refusal(int error);

/*
 * Loads a program: its descriptor, which is the caller's, or -1 with a line in `why` where none can
 * be loaded here.
 */
int may_load_open(enum program program, struct buf *why);

/* The same, and closes it. False where none can be loaded here. */
bool may_load(enum program program, struct buf *why);

#endif
