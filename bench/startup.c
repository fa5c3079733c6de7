/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cost of starting ps, compared with a program that prints one word and is linked to the same C
 * library.
 *
 *   startup HELLO PS
 *
 * Both run in turn, many times; the medians count. Fails when ps takes more CPU time than the bar
 * allows.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/figures.h"
#include "lib/base/units.h"
#include "tests/common/run_silent.h"

#define RUNS 400
#define BAR  1.5

/* Microseconds of each run. */
struct cost {
    double cpu[RUNS];
    double wall[RUNS];
};

/* False if the command cannot be run or fails. */
static bool measure(char *const words[], struct cost *cost, size_t run)
{
    const int64_t begin_ns = clock_ns(CLOCK_MONOTONIC);
    struct rusage used;

    if (run_silent(words, &used) != 0)
        return false;
    cost->wall[run] = (double)(clock_ns(CLOCK_MONOTONIC) - begin_ns) / 1e3;
    cost->cpu[run] = (double)rusage_cpu_us(&used);
    return true;
}

int main(int argc, char *argv[])
{
    static struct cost hello, ours;
    char *hello_words[] = {argc > 1 ? argv[1] : NULL, NULL};
    char *ps_words[] = {argc > 2 ? argv[2] : NULL,
                        (char[]){"-q"},
                        (char[]){"1"},
                        (char[]){"-o"},
                        (char[]){"pid="},
                        NULL};
    double ratio;

    if (argc != 3) {
        fputs("usage: startup HELLO PS\n", stderr);
        return EXIT_FAILURE;
    }
    for (size_t run = 0; run < RUNS; run++) {
        if (!measure(hello_words, &hello, run) || !measure(ps_words, &ours, run)) {
            fputs("startup: a program failed\n", stderr);
            return EXIT_FAILURE;
        }
    }
    ratio = median(ours.cpu, RUNS) / median(hello.cpu, RUNS);
    printf("start, hello world       %6.0f us of CPU, %6.0f us\n", median(hello.cpu, RUNS),
           median(hello.wall, RUNS));
    printf("start, ps -q 1 -o pid=   %6.0f us of CPU, %6.0f us: %.2f times", median(ours.cpu, RUNS),
           median(ours.wall, RUNS), ratio);
    return at_most(ratio, BAR) ? EXIT_SUCCESS : EXIT_FAILURE;
}
