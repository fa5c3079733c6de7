/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Holds the zoo for a script: prints a line "PID NAME" for each task and an empty one when all
 * are in their states, and ends them when its input ends.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/zoo/zoo.h"

int main(void)
{
    const struct zoo_task *tasks;
    size_t count;
    char byte;

    if (!zoo_open()) {
        zoo_close();
        return EXIT_FAILURE;
    }
    tasks = zoo_tasks(&count);
    for (size_t i = 0; i < count; i++)
        printf("%d %s\n", (int)tasks[i].pid, tasks[i].name);
    puts("");
    fflush(stdout);
    while (read(STDIN_FILENO, &byte, 1) > 0)
        ;
    zoo_close();
    return EXIT_SUCCESS;
}
