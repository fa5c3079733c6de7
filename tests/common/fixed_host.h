/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_FIXED_HOST_H
#define DOTPROC_TESTS_COMMON_FIXED_HOST_H

/*
 * A host that never changes, for tests of what top shows.
 *
 * Its tasks, figures and clock are in fixed_host.c. There are processes of every state, times and
 * sizes of every scale, and names that must not reach a terminal as they are.
 */

#include "top/model/model.h"
#include "top/work/scanner.h"

/* A sample of the host, with every figure that a field may show. */
void fixed_host_init(struct sample *sample);

/* The same with threads in place of processes. */
void fixed_host_init_threads(struct sample *sample);

/* Gives it three performance cores, efficient ones, and the sched_ext scheduler "lavd". */
void fixed_host_make_hybrid(struct sample *sample);

/* Gives it less CPU time and memory than the host has. */
void fixed_host_make_container(struct sample *sample);

/* A host of which no figure can be read: only its tasks, one of which has no difference. */
void fixed_host_make_unknown(struct sample *sample);

/* Makes it the host of 65 seconds before: tasks have used less, some have not begun or not ended.
 */
void fixed_host_make_earlier(struct sample *sample);

/* Frees what the sample owns, by sample_fini(). */
void fixed_host_fini(struct sample *sample);

#endif
