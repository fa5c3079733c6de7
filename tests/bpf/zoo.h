/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_ZOO_H
#define DOTPROC_TESTS_BPF_ZOO_H

/* Odd tasks, one of each kind, as children of the caller. They die with it. */

#include <stdbool.h>

/* Makes them; each is in its state when this returns. False with a message when one failed. */
bool zoo_open(void);

/* Ends them all. */
void zoo_close(void);

#endif
