/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a command costs:
 *
 *   cost COMMAND [ARGUMENT...]
 *
 * runs it with its output thrown away and prints user and system time together, in microseconds,
 * as the kernel's scheduler counted them. Fails when the command fails.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/common/run_silent.h"

int main(int argc, char **argv)
{
    struct rusage used;
    int error;

    if (argc < 2) {
        fprintf(stderr, "usage: cost COMMAND [ARGUMENT...]\n");
        return EXIT_FAILURE;
    }
    error = run_silent(argv + 1, &used);
    if (error) {
        fprintf(stderr, "cost: %s: %s\n", argv[1], error < 0 ? "failed" : strerror(error));
        return EXIT_FAILURE;
    }
    printf("%lld\n", rusage_cpu_us(&used));
    return EXIT_SUCCESS;
}
