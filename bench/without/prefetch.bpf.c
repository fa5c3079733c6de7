// SPDX-License-Identifier: GPL-2.0-or-later
/* The id walk that waits for each task to come from memory. */
#include "lib/source/bpf/id_walk.bpf.h"
#ifndef BARE
#include "lib/source/bpf/memory.bpf.h"
#endif

/* What a loop of the walk does depends on the function that it calls: nothing for prefetch_at, else
 * bpf_loop() itself, in parentheses, so that it is not expanded again. */
#define bpf_loop(count, step, context, flags)         LOOP_##step(count, step, context, flags)
#define LOOP_prefetch_at(count, step, context, flags) ((void)(step))
#define LOOP_search_holder                            (bpf_loop)
#define LOOP_step                                     (bpf_loop)

#include "lib/source/bpf/id_walk.bpf.c"
