/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/ended_hooks.h"

#include <errno.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/source/bpf/object.h"
#include "lib/source/bpf/support.h"

/* Nearly all tasks are freed so soon after their exit. */
#define FREED_AFTER_NS (NS_PER_S / 5)

bool ended_hooks_are_supported(struct buf *why)
{
    if (!support_has_same_figures(why) || !support_may_load(why))
        return false;
    if (support_has_group_count())
        return true;
    buf_printf(why, "source bpf: it needs Linux 6.2 and the first pid namespace");
    return false;
}

int ended_hooks_attach(const int programs[ENDED_HOOKS], int links[ENDED_HOOKS])
{
    static const char *const tracepoints[ENDED_HOOKS] = {
        [ENDED_HOOK_EXIT] = "sched_process_exit",
        [ENDED_HOOK_FREE] = "sched_process_free",
        [ENDED_HOOK_EXEC] = "sched_process_exec",
    };

    for (int hook = 0; hook < ENDED_HOOKS; hook++) {
        links[hook] = object_attach(programs[hook], tracepoints[hook]);
        if (links[hook] < 0) {
            const int result = links[hook];

            while (hook-- > 0)
                close(links[hook]);
            return result;
        }
    }
    return 0;
}

uint64_t ended_hooks_complete(void)
{
    return (uint64_t)(clock_ns(CLOCK_BOOTTIME) - support_boottime_offset_ns() + FREED_AFTER_NS);
}
