/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_CAPABILITIES_H
#define DOTPROC_SOURCE_BPF_CAPABILITIES_H

/* The capabilities of this thread in the initial user namespace: capabilities(7). */

#include <linux/capability.h>
#include <stdbool.h>

/* Missing in older headers. */
#define CAPABILITY_PERFMON 38
#define CAPABILITY_BPF     39

/* Capabilities of a thread: the low and the high halves. */
struct capabilities {
    struct __user_cap_header_struct header;
    struct __user_cap_data_struct data[2];
};

/* False on error, with errno. */
bool capabilities_read(struct capabilities *own);

#endif
