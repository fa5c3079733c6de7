/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_SUPPORT_H
#define DOTPROC_SOURCE_BPF_SUPPORT_H

/* What this kernel supports of BPF, for this process in its namespaces. */

#include <stdbool.h>
#include <stdint.h>

#include "lib/base/buf.h"

/*
 * Whether figures from BPF mean the same as those from procfs: not in a user namespace, whose ids
 * BPF does not know, and not under nohz_full, which accounts CPU time differently, nor with pages
 * of another size than the programs know. If not, a line in `why`.
 */
bool support_has_same_figures(struct buf *why);

/* Whether the programs count pages of this size, as sysconf() returns it. */
bool support_has_page_size(long bytes);

/* Whether this process may load programs, and the kernel can run them; if not, a line in `why`. */
bool support_may_load(struct buf *why);

/*
 * Whether the id walk can be used here: the kernel is 6.9 or later, and this process is in the
 * first pid namespace, whose ids the walk returns.
 */
bool support_has_id_walk(void);

/* The same for the group count: since 6.2. */
bool support_has_group_count(void);

/*
 * Whether this process may read all memory, so that texts.bpf.c shows it nothing that procfs would
 * not; and the kernel, since 6.2, and the pid namespace are as that needs them.
 */
bool support_has_texts(void);

/* The same for waits.bpf.c, which shows what may be known to whoever may trace all processes. */
bool support_has_waits(void);

/* What must be added to start times in this process's time namespace. */
int64_t support_boottime_offset_ns(void);

#endif
