/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a command costs:
 *
 *   cost COMMAND [ARGUMENT...]
 *
 * runs it with its output thrown away and prints user and system time together, in microseconds,
 * as the kernel's scheduler counted them. Fails when the command fails.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static long long time_us(struct timeval time)
{
    return time.tv_sec * 1000000LL + time.tv_usec;
}

/* Starts the command with its output thrown away; 0 or an error number. */
static int start(char **command, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);

    if (error)
        return error;
    error = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (!error)
        error = posix_spawnp(child, command[0], &actions, NULL, command, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int main(int argc, char **argv)
{
    struct rusage used;
    int error, status;
    pid_t child;

    if (argc < 2) {
        fprintf(stderr, "usage: cost COMMAND [ARGUMENT...]\n");
        return EXIT_FAILURE;
    }
    error = start(argv + 1, &child);
    if (error) {
        fprintf(stderr, "cost: %s: %s\n", argv[1], strerror(error));
        return EXIT_FAILURE;
    }
    if (wait4(child, &status, 0, &used) == -1) {
        perror("cost");
        return EXIT_FAILURE;
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "cost: %s failed\n", argv[1]);
        return EXIT_FAILURE;
    }
    printf("%lld\n", time_us(used.ru_utime) + time_us(used.ru_stime));
    return EXIT_SUCCESS;
}
