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
    pid_t pid;
    bool is_for_procfs; /* BPF must not read its line */
};

/* The first thing that main() does: one of them is this program, and goes on from here. */
void odd_processes_init(int argc, char **argv);

/* False, after a line on standard output, if one cannot be made. */
bool odd_processes_start(void);
void odd_processes_end(void);

size_t odd_process_count(void);
struct odd_process odd_process_at(size_t index);

/*
 * The one that starts programs, all with one of two lines: whether a row has a line as long as
 * these, and whether that is part of one and part of the other.
 */
pid_t odd_process_flipper(void);
bool odd_process_is_flipped(const struct task *task);
bool odd_process_is_mixed(const struct task *task);

#endif
