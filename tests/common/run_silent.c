/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/common/run_silent.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

static int start(char *const words[], pid_t *child)
{
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);

    if (error)
        return error;
    error = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (!error)
        error = posix_spawnp(child, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int run_silent(char *const words[], struct rusage *used)
{
    pid_t child;
    int status;
    int error = start(words, &child);

    if (error)
        return error;
    if (wait4(child, &status, 0, used) < 0)
        return errno;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
}

static long long time_us(struct timeval time)
{
    return time.tv_sec * 1000000LL + time.tv_usec;
}

long long rusage_cpu_us(const struct rusage *used)
{
    return time_us(used->ru_utime) + time_us(used->ru_stime);
}
