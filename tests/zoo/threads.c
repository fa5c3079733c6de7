/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tasks with threads: some that have ended, some that outlive their leader, some with names. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/prctl.h>

#include "lib/base/units.h"
#include "tests/zoo/kinds.h"

#define PAGE 4096

static void *burn_run(void *unused)
{
    zoo_task_burn_ms(60);
    return unused;
}

static void *touch_run(void *unused)
{
    char *memory = malloc(4 * BYTES_PER_MIB);

    (void)unused;
    prctl(PR_SET_NAME, "th\nrd )(\\");
    for (size_t i = 0; memory && i < 4 * BYTES_PER_MIB; i += PAGE)
        memory[i] = 1;
    zoo_task_stay();
}

static void *named_run(void *name)
{
    prctl(PR_SET_NAME, name);
    zoo_task_stay();
}

/* The group has used more than its living threads. */
void be_survivor(void)
{
    for (int i = 0; i < 3; i++)
        zoo_task_start_thread(burn_run, NULL, 1);
    zoo_task_start_thread(touch_run, NULL, 0);
    zoo_task_stay();
}

/* The leader has no memory any more, its threads have. */
void be_headless(void)
{
    zoo_task_start_thread(touch_run, NULL, 0);
    zoo_task_start_thread(touch_run, NULL, 0);
    pthread_exit(NULL);
}

void be_team(void)
{
    static char names[][16] = {"worker-1", "worker-2", "w\xc3\xb6rk 3", "\xe6\xbc\xa2\xe5\xad\x97"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        zoo_task_start_thread(named_run, names[i], 0);
    zoo_task_stay();
}
