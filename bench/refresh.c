/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cost of a refresh of top after the first ones.
 *
 *   refresh LINES COLUMNS SETTLED COUNT PROGRAM [ARGUMENT...]
 *
 * runs `PROGRAM ARGUMENT... -n N` twice, each time on a new terminal of that size that takes
 * everything at once: with N = SETTLED frames, and with COUNT more. Prints the milliseconds of user
 * and system time of each of the latter, of the program alone. Fails when the program fails.
 */
#include <err.h>
#include <pty.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/common/run_silent.h"

#define ARGUMENTS_MAX 30

static long number(const char *text, long max)
{
    char *end;
    const long value = strtol(text, &end, 10);

    if (*end || value < 1 || value > max)
        errx(EXIT_FAILURE, "%s is no number from 1 to %ld", text, max);
    return value;
}

/* In the child. */
static void become(char *const words[], long frames)
{
    char *arguments[ARGUMENTS_MAX + 3];
    char option[] = "-n", count[32];
    size_t used = 0;

    while (words[used] && used < ARGUMENTS_MAX) {
        arguments[used] = words[used];
        used++;
    }
    snprintf(count, sizeof(count), "%ld", frames);
    arguments[used++] = option;
    arguments[used++] = count;
    arguments[used] = NULL;
    setenv("TERM", "xterm", 1);
    execvp(arguments[0], arguments);
    err(EXIT_FAILURE, "%s", arguments[0]);
}

/* Microseconds of a run of so many frames. */
static long long run(const struct winsize *size, char *const words[], long frames)
{
    char bytes[65536];
    struct rusage used;
    int terminal, status;
    const pid_t child = forkpty(&terminal, NULL, NULL, size);

    if (child < 0)
        err(EXIT_FAILURE, "no terminal");
    if (child == 0)
        become(words, frames);
    /* EIO when the program has exited. */
    while (read(terminal, bytes, sizeof(bytes)) > 0)
        continue;
    if (wait4(child, &status, 0, &used) < 0)
        err(EXIT_FAILURE, "waiting for %s", words[0]);
    if (status != 0)
        errx(EXIT_FAILURE, "%s ended with wait status %#x", words[0], (unsigned)status);
    close(terminal);
    return rusage_cpu_us(&used);
}

int main(int argc, char *argv[])
{
    struct winsize size = {0};
    long settled, count;
    long long first, all;

    if (argc < 6 || argc - 5 > ARGUMENTS_MAX) {
        fprintf(stderr, "usage: refresh LINES COLUMNS SETTLED COUNT PROGRAM [ARGUMENT...]\n");
        return EXIT_FAILURE;
    }
    size.ws_row = (unsigned short)number(argv[1], UINT16_MAX);
    size.ws_col = (unsigned short)number(argv[2], UINT16_MAX);
    settled = number(argv[3], 1000000);
    count = number(argv[4], 1000000);
    first = run(&size, argv + 5, settled);
    all = run(&size, argv + 5, settled + count);
    printf("%.3f\n", (double)(all - first) / 1000 / (double)count);
    return EXIT_SUCCESS;
}
