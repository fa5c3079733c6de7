/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_ENVIRONMENT_H
#define DOTPROC_PS_ENVIRONMENT_H

/* What surrounds ps: environment variables, the terminal of the output and our own, the locale. */

#include <stdint.h>

#include "ps/options.h"

/* The variables and the user; borrowed from environ(7). */
struct ps_environment environment_read(void);

/* No limit on the length of lines. */
#define SCREEN_UNLIMITED SIZE_MAX

struct screen {
    size_t columns; /* 1 or more, or SCREEN_UNLIMITED */
    size_t lines;   /* 1 or more */
};

/* What the system reports; 0 if it is unknown. */
struct terminal {
    bool is_output; /* standard output is a terminal */
    size_t columns;
    size_t lines;
};

/*
 * Gets the size of the first terminal that has one: standard output, error, input, the controlling
 * terminal.
 */
struct terminal terminal_ask(void);

/* The size of the terminal, overridden by $COLUMNS and $LINES. */
struct screen screen_find(const struct terminal *terminal,
                          const struct ps_environment *environment);

/* Whether it is so small that its size must be a mistake. */
bool screen_is_bogus(const struct screen *screen);

/*
 * The screen to write for. Each of these overrides the ones before: the terminal's size, $COLUMNS
 * and $LINES, --cols and --rows; then w widens to 132, ww to any length.
 */
struct screen screen_choose(const struct terminal *terminal,
                            const struct ps_environment *environment,
                            const struct ps_options *options);

/* The number of our controlling terminal, as in task::tty; 0: none. */
uint32_t terminal_own_number(void);

/*
 * Loads the categories of the locale (setlocale(3)) that are needed: all take a quarter of the time
 * of a short ps, and scripts mostly read numbers.
 */

/*
 * Call first: loads the language, and the character set if any input is not ASCII. Both functions
 * return 0 or -ENOMEM.
 */
int locales_begin(int argc, char *const argv[], const struct ps_environment *environment);

/* Loads what the listing needs: the character set for names, the words of dates. */
int locales_for_listing(const struct ps_options *options);

#endif
