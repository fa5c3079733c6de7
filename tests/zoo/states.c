/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tasks in the states that a task can be in, and with signals waiting or warded off. */
#include <pthread.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include "tests/zoo/kinds.h"

void be_zombie(void)
{
    _exit(7);
}

void be_stopped(void)
{
    raise(SIGSTOP);
}

void be_traced(void)
{
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGTRAP);
}

static void catch_signal(int number)
{
    (void)number;
}

void be_signalled(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGRTMIN + 3);
    sigprocmask(SIG_BLOCK, &set, NULL);
    kill(getpid(), SIGUSR1);
    pthread_kill(pthread_self(), SIGRTMIN + 3);
    signal(SIGUSR2, SIG_IGN);
    signal(SIGHUP, catch_signal);
    signal(SIGRTMAX, catch_signal);
    zoo_task_stay();
}
