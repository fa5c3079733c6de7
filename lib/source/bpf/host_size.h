/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_HOST_SIZE_H
#define DOTPROC_SOURCE_BPF_HOST_SIZE_H

/* How much there is to read, on the whole host, in all namespaces. */

#include <stdbool.h>
#include <stdint.h>

struct host_size {
    uint32_t tasks;     /* exact: as /proc/loadavg has them */
    uint32_t processes; /* at most a few too many; no more than tasks */
};

/* False when it is unknown. */
bool host_size_read(struct host_size *size);

#endif
