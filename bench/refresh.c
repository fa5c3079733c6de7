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
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/common/run_silent.h"

#define ARGUMENTS_MAX 30
#define SILENCE_MS    60000 /* far more than there is between two frames */
#define REASON_BYTES  300   /* the end of the output: why a program fails */

static long number(const char *text, long max)
{
    char *end;
    const long value = strtol(text, &end, 10);

    if (*end || value < 1 || value > max)
        errx(EXIT_FAILURE, "%s is no number from 1 to %ld", text, max);
    return value;
}

/* Microseconds of a run of so many frames. */
static long long run(const struct winsize *size, char *const words[], long frames)
{
    char *arguments[ARGUMENTS_MAX + 3] = {NULL};
    char option[] = "-n", text[32], bytes[65536];
    size_t count = 0, kept = 0;
    struct rusage used;
    int terminal, status;
    ssize_t len;
    pid_t child;

    for (; words[count]; count++)
        arguments[count] = words[count];
    snprintf(text, sizeof(text), "%ld", frames);
    arguments[count++] = option;
    arguments[count] = text;
    child = run_on_terminal(size, arguments, &terminal);
    while ((len = read_within(terminal, bytes + kept, sizeof(bytes) - kept, SILENCE_MS)) > 0) {
        kept += (size_t)len;
        if (kept > REASON_BYTES) {
            memmove(bytes, bytes + kept - REASON_BYTES, REASON_BYTES);
            kept = REASON_BYTES;
        }
    }
    if (len == 0)
        errx(EXIT_FAILURE, "%s: no more frames", words[0]);
    if (wait4(child, &status, 0, &used) < 0)
        err(EXIT_FAILURE, "waiting for %s", words[0]);
    if (status != 0)
        errx(EXIT_FAILURE, "%s ended with wait status %#x: %.*s", words[0], (unsigned)status,
             (int)kept, bytes);
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
