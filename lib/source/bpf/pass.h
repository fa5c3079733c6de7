/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_PASS_H
#define DOTPROC_SOURCE_BPF_PASS_H

/* What one pass over the kernel's tasks is to bring. */

#include <stdbool.h>
#include <stdint.h>

#include "lib/source/bpf/host.h"

struct pass {
    bool threads; /* else leaders alone, their groups' sums in wire_group */
    bool status;
    bool times;            /* of all processes; else of some or none */
    bool usage;            /* sums of all figures, and not of the runtime alone */
    bool again;            /* there will be other passes */
    uint64_t begun_ns;     /* a moment before it, after boot */
    struct host_size host; /* just before it; the reader fills it in */
};

#endif
