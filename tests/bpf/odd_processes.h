/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_ODD_PROCESSES_H
#define DOTPROC_TESTS_BPF_ODD_PROCESSES_H

/*
 * Processes with odd command lines: overwritten, in odd places, or those of programs that start
 * each other as fast as they can. They are children of this program.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "lib/task/task.h"

struct odd_process {
    const char *name;
    pid_t pid;          /* 0: it is left out, since the kernel refuses it */
    bool is_for_procfs; /* BPF must not read its line */
};

/* To be called first in main(): one of them executes this program, and goes on in here. */
void odd_processes_init(int argc, char **argv);

/* Makes them, or fails; says which ones are left out. */
void odd_processes_start(void);
void odd_processes_end(void);

size_t odd_process_count(void);
struct odd_process odd_process_at(size_t index);

/*
 * A process that goes on executing itself with one of two command lines of the same length. The
 * letter of a row's line: 'a' or 'b'; '\0': it has none; '?': any other.
 */
pid_t odd_process_flipper(void);
char odd_process_letter(const struct task *task);

#endif
