/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/scheduling.h"

#include <linux/sched.h>
#include <linux/sched/types.h>
#include <sys/syscall.h>
#include <unistd.h>

bool scheduling_is_as_before(pid_t tid, const struct stat_figures *figures)
{
    struct sched_attr now;

    if (syscall(SYS_sched_getattr, tid, &now, sizeof(now), 0) < 0 ||
        now.sched_policy != figures->policy)
        return false;
    switch (now.sched_policy) {
    case SCHED_FIFO:
    case SCHED_RR:
        return now.sched_priority == figures->rt_priority;
    case SCHED_DEADLINE:
        return true;
    default:
        return now.sched_nice == figures->nice;
    }
}
