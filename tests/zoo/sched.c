/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tasks of every scheduling class and with nice values. */
#include <sched.h>
#include <stdio.h>
#include <sys/resource.h>

#include "tests/zoo/kinds.h"

static void choose_class(int policy, int priority)
{
    const struct sched_param param = {.sched_priority = priority};

    if (sched_setscheduler(0, policy, &param) < 0)
        fputs("zoo: a scheduling class is not available here\n", stderr);
    zoo_task_stay();
}

void be_real_time(void)
{
    choose_class(SCHED_FIFO, 7);
}

void be_round_robin(void)
{
    choose_class(SCHED_RR, 30);
}

void be_batch(void)
{
    setpriority(PRIO_PROCESS, 0, 11);
    choose_class(SCHED_BATCH, 0);
}

void be_idle(void)
{
    choose_class(SCHED_IDLE, 0);
}

void be_eager(void)
{
    if (setpriority(PRIO_PROCESS, 0, -11) < 0)
        zoo_task_fail();
    zoo_task_stay();
}
