/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_PRIVATE_RUN_H
#define DOTPROC_TESTS_BPF_PRIVATE_RUN_H

/* For tests that pin: a /run of their own, so that the host's pins are neither seen nor touched. */

#include <stdbool.h>

#include "lib/base/buf.h"

/* False where that cannot be done. Pins in it vanish with the last process that sees them. */
bool private_run_mount(void);

/*
 * Pins all that this kernel can do for everybody, as dotproc-bpf(8) does. 0, or -errno with a line
 * in `why`. This process then lacks the rights to do it again.
 */
int private_run_load(struct buf *why);

/* The same in a process of its own; fails the test if that fails. */
void private_run_pin(void);

/* Becomes an ordinary user for good; fails the test where that cannot be done. */
void private_run_become_user(void);

#endif
