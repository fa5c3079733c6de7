/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_LOAD_SHARED_H
#define DOTPROC_SOURCE_BPF_LOAD_SHARED_H

/*
 * The programs to be pinned, each with a gate, which is what load_close_gate() closes: after that
 * it tells nobody anything, whoever still holds it. Each function: 0 with descriptors that the
 * caller closes, or -errno, and then none is open.
 */

#include <stdbool.h>

/* id_walk.bpf.c that can do all that its variants can. */
int load_shared_id_walk(int *program, int *gate);

/* task_iter.bpf.c, as a link. */
int load_shared_task_iter(bool with_status, int *link, int *gate);

#endif
