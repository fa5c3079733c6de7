/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_HOST_H
#define DOTPROC_SOURCE_BPF_HOST_H

/* What of the host decides whether BPF can be used, and whether it pays. */

#include <stdbool.h>
#include <stdint.h>

#include "lib/text/buf.h"

/* How much there is to read; of the whole host, whatever the namespace. */
struct host_size {
    uint32_t tasks;
    uint32_t processes;
};

/* False when the kernel does not say. */
bool host_read_size(struct host_size *size);

/*
 * Whether figures from BPF mean the same here as those from procfs: not in a user namespace, whose
 * ids it does not know, and not under nohz_full, which counts CPU time in another way. With a
 * line in `why` where not.
 */
bool host_suits_bpf(struct buf *why);

/* Whether this process may load programs that this kernel can take; with a line in `why`. */
bool host_may_load(struct buf *why);

/*
 * Once programs are loaded and the bpffs is there: gives up all capabilities but CAP_CHOWN, by
 * which pins are given to a group, and CAP_BPF, which kernels before 5.19 want for changing a map.
 * 0 or -errno.
 */
int host_give_up_capabilities(void);

/*
 * Whether the walking program can be used here: the kernel is recent enough to take it (6.9), and
 * this process is in the first pid namespace, whose ids it gives.
 */
bool host_suits_walk(void);

/* The same of the counting program: since 6.2. */
bool host_suits_count(void);

/* What has to be added to start times in this process's time namespace. */
int64_t host_boottime_offset_ns(void);

#endif
