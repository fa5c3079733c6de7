/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ADMIN_LOAD_SHARED_H
#define DOTPROC_SOURCE_BPF_ADMIN_LOAD_SHARED_H

/*
 * The programs to be pinned, each with its gate. object_revoke() closes it for good. Each
 * function: 0 with descriptors that the caller closes, or -errno with none open.
 */

#include <stdbool.h>

#include "lib/source/bpf/ended_hooks.h"

/* id_walk.bpf.c with everything that its variants can do. */
int load_shared_id_walk(int *program, int *gate);

/* task_iter.bpf.c, as a link. */
int load_shared_task_iter(bool with_status, int *link, int *gate);

/*
 * ended.bpf.c, which counts from now on, as long as one has the hooks: as a link of the iterator
 * over its sums.
 */
int load_shared_ended(int *link, int *gate, int hooks[ENDED_HOOKS]);

#endif
