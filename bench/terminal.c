/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench/terminal.h"

#include <err.h>
#include <stdlib.h>
#include <unistd.h>

pid_t terminal_start(const struct winsize *size, char *const words[], int *terminal)
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
