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
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static long long time_us(struct timeval time)
{
    return time.tv_sec * 1000000LL + time.tv_usec;
}

int main(int argc, char **argv)
{
    struct rusage used;
    int status;
    pid_t child;

    if (argc < 2) {
        fprintf(stderr, "usage: cost COMMAND [ARGUMENT...]\n");
        return EXIT_FAILURE;
    }
    child = vfork();
    if (child == 0) {
        int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

        if (null >= 0 && dup2(null, STDOUT_FILENO) >= 0)
            execvp(argv[1], argv + 1);
        _exit(127);
    }
    if (child == -1 || wait4(child, &status, 0, &used) == -1) {
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
