/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_ENDED_COMPLETE_H
#define DOTPROC_TESTS_BPF_ENDED_COMPLETE_H

#include <sched.h>

#include "lib/base/units.h"
#include "lib/source/bpf/ended_probe.h"
#include "lib/source/bpf/support.h"

/* Returns when also what is freed counts whose end was not seen: see ended_wire_control. */
static inline void ended_wait_until_complete(const struct ended_probe *probe)
{
    while ((uint64_t)(clock_ns(CLOCK_BOOTTIME) - support_boottime_offset_ns()) <
           probe->reading.complete)
        sched_yield();
}

#endif
