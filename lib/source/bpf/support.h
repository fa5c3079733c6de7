/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_SUPPORT_H
#define DOTPROC_SOURCE_BPF_SUPPORT_H

/* The capabilities of this thread, and which BPF programs the kernel lets it use. */

#include <linux/capability.h>
#include <stdbool.h>
#include <stdint.h>

#include "lib/base/buf.h"

/* --- capabilities in the initial user namespace: capabilities(7) --- */

/* Missing in older headers. */
#define CAPABILITY_PERFMON 38
#define CAPABILITY_BPF     39

/* Capabilities of a thread: the low and the high halves. */
struct capabilities {
    struct __user_cap_header_struct header;
    struct __user_cap_data_struct data[2];
};

/* 0 or -errno. */
int capabilities_read(struct capabilities *own);

/* --- BPF support of this kernel, for this process in its namespaces --- */

/*
 * Whether BPF returns the same figures as procfs. Not in a user namespace, whose IDs BPF does not
 * translate, nor under nohz_full, which accounts CPU time differently, nor with another page size
 * than that of the programs. If not, a line in `why`.
 */
bool support_has_same_figures(struct buf *why);

/* Whether this process may load programs and the kernel can run them; if not, a line in `why`. */
bool support_may_load(struct buf *why);

/* Whether it could with more capabilities. */
bool support_lacks_rights(void);

/*
 * Whether the id walk can be used here: Linux 6.9 or later, in the initial PID namespace, whose
 * PIDs the walk returns.
 */
bool support_has_id_walk(void);

/*
 * Whether texts.bpf.c and waits.bpf.c can be used here: this process may trace all others and read
 * their memory, so it gets nothing that procfs would not show it; and it runs on Linux 6.2 or
 * later, in the initial PID namespace.
 */
bool support_sees_all(void);

/* Whether cgroups.bpf.c can be used here: on Linux 6.2 or later, in the initial PID namespace. */
bool support_has_cgroups(void);

/* The offset of start times in this process's time namespace. */
int64_t support_boottime_offset_ns(void);

#endif
