/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_CAPABILITIES_H
#define DOTPROC_SOURCE_BPF_CAPABILITIES_H

/* What this thread is allowed to do, in the first user namespace: capabilities(7). */

#include <linux/capability.h>
#include <stdbool.h>

/* Missing in older headers. */
#define CAPABILITY_PERFMON 38
#define CAPABILITY_BPF     39

/* Of this thread: the low and the high halves. */
struct capabilities {
    struct __user_cap_header_struct header;
    struct __user_cap_data_struct data[2];
};

/* False with errno. */
bool capabilities_read(struct capabilities *own);

/* Whether it may load programs that look at tasks. */
bool capabilities_suffice(void);

/* Whether it may read the memory of all tasks. */
bool capabilities_reach_memory(void);

#endif
