/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_PRIVATE_RUN_H
#define DOTPROC_TESTS_BPF_PRIVATE_RUN_H

/* For tests that pin: a /run of their own, so that the host's pins are neither seen nor touched. */

#include <stdbool.h>

/* False where that cannot be. What is pinned there goes with the last process that sees it. */
bool private_run_mount(void);

/* Loads all pins for everybody, with what ended, as dotproc-bpf(8) does; fails the test if not. */
void private_run_pin(void);

/* Becomes an ordinary user for good; fails the test where that cannot be. */
void private_run_become_user(void);

#endif
