/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_HOST_H
#define DOTPROC_SOURCE_BPF_HOST_H

/* What of the host decides whether BPF can be used and whether it is worth it. */

#include <stdbool.h>
#include <stdint.h>

#include "lib/text/buf.h"

/* How much there is to read, on the whole host, in all namespaces. */
struct host_size {
    uint32_t tasks;
    uint32_t processes;
};

/* False when it is unknown. */
bool host_read_size(struct host_size *size);

/*
 * Whether figures from BPF mean the same as those from procfs: not in a user namespace, whose ids
 * BPF does not know, and not under nohz_full, which accounts CPU time differently. If not, a line
 * in `why`.
 */
bool host_suits_bpf(struct buf *why);

/* Whether this process may load programs, and the kernel can run them; if not, a line in `why`. */
bool host_may_load(struct buf *why);

/*
 * Once programs are loaded and the bpffs is mounted: gives up all capabilities but CAP_CHOWN, to
 * give pins to a group, and CAP_BPF, which kernels before 5.19 want for changing a map. 0 or
 * -errno.
 */
int host_give_up_capabilities(void);

/*
 * Whether the id walk can be used here: the kernel is 6.9 or later, and this process is in the
 * first pid namespace, whose ids the walk returns.
 */
bool host_suits_walk(void);

/* The same for the group count: since 6.2. */
bool host_suits_count(void);

/* What must be added to start times in this process's time namespace. */
int64_t host_boottime_offset_ns(void);

#endif
