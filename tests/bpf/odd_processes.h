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

/* The first thing that main() does: one of them is this program again, and continues here. */
void odd_processes_init(int argc, char **argv);

/* Makes them, or fails; says which ones are left out. */
void odd_processes_start(void);
void odd_processes_end(void);

size_t odd_process_count(void);
struct odd_process odd_process_at(size_t index);

/*
 * The one that starts programs, all with one of two lines of the same length: 'a' or 'b', of which
 * a row of it has the line; '?': part of one and part of the other; 0: none of such a length.
 */
pid_t odd_process_flipper(void);
char odd_process_letter(const struct task *task);

#endif
