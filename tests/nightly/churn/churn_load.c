/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The load alone, until its standard input closes: says "ready" when all are there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/nightly/churn/load.h"

int main(int argc, char *argv[])
{
    struct load load = {0};

    if (argc == 2 && strcmp(argv[1], LOAD_AGAIN) == 0)
        return load_become_again(argv[0]);
    if (!load_start(&load, argv[0], LOAD_EXPIRING))
        return EXIT_FAILURE;
    puts("ready");
    fflush(stdout);
    while (getchar() != EOF)
        continue;
    return EXIT_SUCCESS;
}
