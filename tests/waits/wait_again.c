/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Processes that were stopped in the midst of a call with a timeout, which the kernel resumes. */
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "tests/common/child.h"
#include "tests/common/host.h"
#include "tests/common/wait.h"
#include "tests/waits/wait_functions.h"

static void await_state(pid_t pid, char state)
{
    char path[32];

    snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
    WAIT_UNTIL (host_state_by(path) == state, "%c", host_state_by(path))
        continue;
}

/* By a child: once it sleeps, and not for good. */
static void be_stopped_once(void)
{
    const pid_t self = getpid();

    if (child_fork() != 0)
        return;
    await_state(self, 'S');
    kill(self, SIGSTOP);
    await_state(self, 'T');
    kill(self, SIGCONT);
    _exit(EXIT_SUCCESS);
}

void be_resumed_condition(void)
{
    static uint32_t word;
    struct timespec time;

    clock_gettime(CLOCK_REALTIME, &time);
    time.tv_sec += 86400;
    be_stopped_once();
    syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE | FUTEX_CLOCK_REALTIME, 0, &time, NULL,
            FUTEX_BITSET_MATCH_ANY);
}

void be_resumed_sleep(void)
{
    const struct timespec day = {.tv_sec = 86400};

    be_stopped_once();
    nanosleep(&day, NULL);
}

void be_resumed_poll(void)
{
    be_stopped_once();
    poll(NULL, 0, 86400 * 1000);
}
