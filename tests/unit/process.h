/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_UNIT_PROCESS_H
#define DOTPROC_TESTS_UNIT_PROCESS_H

/* In the initialiser of a struct task: what it shares with other threads. */

#include "lib/task/task.h"

#define PROCESS(...)                   \
    .process = &(const struct process) \
    {                                  \
        __VA_ARGS__                    \
    }

#endif
