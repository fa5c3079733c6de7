/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/common/run_silent.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdlib.h>
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

pid_t run_on_terminal(const struct winsize *size, char *const words[], int *terminal)
{
    const pid_t child = forkpty(terminal, NULL, NULL, size);

    if (child < 0)
        err(EXIT_FAILURE, "no terminal");
    if (child == 0) {
        setenv("TERM", "xterm", 1);
        execvp(words[0], words);
        err(EXIT_FAILURE, "%s", words[0]);
    }
    return child;
}

ssize_t read_within(int fd, char *bytes, size_t size, int wait_ms)
{
    struct pollfd input = {.fd = fd, .events = POLLIN};
    ssize_t len;

    if (poll(&input, 1, wait_ms) <= 0)
        return 0;
    len = read(fd, bytes, size);
    return len > 0 ? len : -1;
}

static long long time_us(struct timeval time)
{
    return time.tv_sec * 1000000LL + time.tv_usec;
}

long long rusage_cpu_us(const struct rusage *used)
{
    return time_us(used->ru_utime) + time_us(used->ru_stime);
}
