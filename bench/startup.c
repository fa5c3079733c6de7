/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cost of starting ps, compared with a program that prints one word and is linked to the same C
 * library.
 *
 *   startup HELLO PS
 *
 * They run in turns, each first in half the runs; the medians count. Fails when ps takes more CPU
 * time than the bar allows.
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
    static struct cost costs[2];
    char *hello_words[] = {argc > 1 ? argv[1] : NULL, NULL};
    char *ps_words[] = {argc > 2 ? argv[2] : NULL,
                        (char[]){"-q"},
                        (char[]){"1"},
                        (char[]){"-o"},
                        (char[]){"pid="},
                        NULL};
    char **const words[] = {hello_words, ps_words};
    struct cost *const hello = &costs[0], *const ps = &costs[1];
    double ratio;

    if (argc != 3) {
        fputs("usage: startup HELLO PS\n", stderr);
        return EXIT_FAILURE;
    }
    for (size_t i = 0; i < 2 * RUNS; i++) {
        const size_t run = i / 2, which = (run + i) % 2;

        if (!measure(words[which], &costs[which], run)) {
            fprintf(stderr, "startup: %s failed\n", words[which][0]);
            return EXIT_FAILURE;
        }
    }
    ratio = median(ps->cpu, RUNS) / median(hello->cpu, RUNS);
    printf("start, hello world       %6.0f us of CPU, %6.0f us\n", median(hello->cpu, RUNS),
           median(hello->wall, RUNS));
    printf("start, ps -q 1 -o pid=   %6.0f us of CPU, %6.0f us: %.2f times", median(ps->cpu, RUNS),
           median(ps->wall, RUNS), ratio);
    return at_most(ratio, BAR) ? EXIT_SUCCESS : EXIT_FAILURE;
}
