/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_ZOO_ZOO_H
#define DOTPROC_TESTS_ZOO_ZOO_H

/*
 * Odd tasks, one of each kind, as children of the caller: what a ps or a top may come across. They
 * die with the caller. Those that need privileges are left out if there are none.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct zoo_task {
    const char *name;
    pid_t pid;
};

/* Makes them; each is in its state when this returns. False with a message when one failed. */
bool zoo_open(void);

/* Those that were made, without their own children; `count` is set. */
const struct zoo_task *zoo_tasks(size_t *count);

/* Ends them all. */
void zoo_close(void);

#endif
