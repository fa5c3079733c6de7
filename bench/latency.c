/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The time from a key to its effect on the screen.
 *
 *   latency KEYS COUNT PROGRAM [ARGUMENT...]
 *
 * runs the program on a terminal of its own of 50 lines and 120 columns, waits for its first
 * screen, and presses COUNT keys, those of KEYS in turn; in KEYS, "^" stands for Up, "v" for Down,
 * "b" for PgUp, "f" for PgDn and any other character for itself. A key's time ends with the last
 * byte that is written before a pause. Prints the median, the 99th percentile and the longest, in
 * ms, the number of keys without output within the limit, and the largest resident size of the
 * program in KiB.
 *
 * It cannot tell an answer from a refresh. So every key has to change something on the screen
 * each time, or the wait for the next refresh is measured: y, for one, marks running tasks, and
 * on a quiet machine there may be none.
 *
 * The program ends by "q", or is killed. Not a test: the figures are those of the machine.
 */
#include <err.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/figures.h"
#include "tests/common/run_silent.h"

#define FIRST_MS     20000 /* until the first screen is there */
#define SCREEN_BYTES 1500  /* more than it takes to set a screen up */
#define ANSWER_MS    2000  /* after that a key counts as unanswered */
#define PAUSE_MS     5     /* ends an answer */
#define QUIET_MS     20    /* before the next key */

/* The number of bytes that came in time, 0 for none. Fails if the program has exited. */
static size_t take_bytes(int terminal, int wait_ms)
{
    char bytes[65536];
    const ssize_t len = read_within(terminal, bytes, sizeof(bytes), wait_ms);

    if (len < 0)
        errx(EXIT_FAILURE, "the program has ended");
    return (size_t)len;
}

/* Until tasks are shown, not only an empty screen. */
static void wait_screen(int terminal)
{
    for (size_t bytes = 0, more; bytes < SCREEN_BYTES; bytes += more) {
        more = take_bytes(terminal, FIRST_MS);
        if (!more)
            errx(EXIT_FAILURE, "there is no screen");
    }
}

static void wait_quiet(int terminal, int quiet_ms)
{
    const double end_ms = now_ms() + FIRST_MS;

    while (take_bytes(terminal, quiet_ms))
        if (now_ms() > end_ms)
            errx(EXIT_FAILURE, "the screen never rests");
}

static const char *sequence_of(const char *key)
{
    static char plain[2];

    switch (*key) {
    case '^':
        return "\033OA";
    case 'v':
        return "\033OB";
    case 'b':
        return "\033[5~";
    case 'f':
        return "\033[6~";
    default:
        plain[0] = *key;
        return plain;
    }
}

/* The time until the output pauses again; negative if there was none. */
static double press(int terminal, const char *key)
{
    const char *sequence = sequence_of(key);
    double begin = now_ms();
    double last;

    if (write(terminal, sequence, strlen(sequence)) < 0)
        err(EXIT_FAILURE, "cannot press a key");
    if (!take_bytes(terminal, ANSWER_MS))
        return -1;
    do
        last = now_ms();
    while (take_bytes(terminal, PAUSE_MS) && last < begin + ANSWER_MS);
    return last - begin;
}

/* By q, which some programs lose when they are busy. */
static void end(int terminal, pid_t child, struct rusage *usage)
{
    const double end_ms = now_ms() + ANSWER_MS;
    char bytes[65536];

    if (write(terminal, "q", 1) < 0)
        err(EXIT_FAILURE, "cannot press a key");
    while (now_ms() < end_ms && read_within(terminal, bytes, sizeof(bytes), ANSWER_MS) > 0)
        continue;
    kill(child, SIGKILL);
    wait4(child, NULL, 0, usage);
}

static void report(double *times, size_t count, size_t unanswered, long resident_kib)
{
    if (count) {
        const double half = median(times, count), most = quantile(times, count, 990);

        printf("%.1f %.1f %.1f ", half, most, times[count - 1]);
    } else {
        printf("- - - ");
    }
    printf("%zu %ld\n", unanswered, resident_kib);
}

int main(int argc, char *argv[])
{
    const struct winsize size = {.ws_row = 50, .ws_col = 120};
    long count = argc > 3 ? strtol(argv[2], NULL, 10) : 0;
    size_t answered = 0, unanswered = 0;
    struct rusage usage = {0};
    double *times;
    int terminal = -1;
    pid_t child;

    if (count < 1 || !*argv[1]) {
        fprintf(stderr, "usage: latency KEYS COUNT PROGRAM [ARGUMENT...]\n");
        return EXIT_FAILURE;
    }
    times = calloc((size_t)count, sizeof(*times));
    if (!times)
        err(EXIT_FAILURE, NULL);
    child = run_on_terminal(&size, argv + 3, &terminal);
    wait_screen(terminal);
    for (long i = 0; i < count; i++) {
        double time;

        wait_quiet(terminal, QUIET_MS);
        time = press(terminal, &argv[1][(size_t)i % strlen(argv[1])]);
        if (time < 0)
            unanswered++;
        else
            times[answered++] = time;
    }
    end(terminal, child, &usage);
    report(times, answered, unanswered, usage.ru_maxrss);
    free(times);
    return EXIT_SUCCESS;
}
