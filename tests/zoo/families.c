/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tasks with children: reaped, alive, in deep and broad trees, in sessions, on a terminal. */
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/zoo/kinds.h"

#define NOBODY 65534
#define DEPTH  12

static pid_t rear(long burn_ms)
{
    const pid_t child = zoo_task_fork();

    if (child == 0) {
        zoo_task_burn_ms(burn_ms);
        _exit(0);
    }
    return child;
}

void be_parent(void)
{
    for (int i = 0; i < 2; i++)
        waitpid(rear(30), NULL, 0);
    zoo_task_stay();
}

/* More than a second of its own, and of a child's: what columns in whole seconds can show. */
void be_worn(void)
{
    const pid_t child = rear(1100);

    zoo_task_burn_ms(1050);
    waitpid(child, NULL, 0);
    zoo_task_stay();
}

void be_deep(void)
{
    for (int level = 1; level < DEPTH; level++) {
        char name[16];

        if (zoo_task_fork() > 0)
            for (;;)
                pause();
        snprintf(name, sizeof(name), "deep%d", level);
        prctl(PR_SET_NAME, name);
    }
    zoo_task_stay();
}

void be_broad(void)
{
    for (int child = 0; child < 3; child++) {
        if (zoo_task_fork() > 0)
            continue;
        for (int grandchild = 0; grandchild < 2; grandchild++)
            if (zoo_task_fork() == 0)
                break;
        zoo_task_stay();
    }
    zoo_task_stay();
}

void be_session(void)
{
    if (setsid() < 0)
        zoo_task_fail();
    if (zoo_task_fork() == 0) {
        setpgid(0, 0);
        prctl(PR_SET_NAME, "sessionmember");
    }
    zoo_task_stay();
}

/*
 * Three on a terminal: the session's leader, the one in front, which is another, and if possible
 * one of another user.
 */
void be_on_terminal(void)
{
    int master;
    const pid_t leader = forkpty(&master, NULL, NULL, NULL);

    if (leader < 0)
        zoo_task_fail();
    if (leader == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        prctl(PR_SET_NAME, "ttyleader");
        if (zoo_task_fork() == 0) {
            prctl(PR_SET_NAME, "ttyfront");
            setpgid(0, 0);
            signal(SIGTTOU, SIG_IGN);
            tcsetpgrp(STDIN_FILENO, getpid());
        } else if (zoo_task_fork() == 0) {
            prctl(PR_SET_NAME, "ttyother");
            if (geteuid() == 0 && setuid(NOBODY) < 0)
                zoo_task_fail();
            prctl(PR_SET_PDEATHSIG, SIGKILL);
        }
    }
    zoo_task_stay();
}
