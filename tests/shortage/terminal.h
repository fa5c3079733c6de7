/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_SHORTAGE_TERMINAL_H
#define DOTPROC_TESTS_SHORTAGE_TERMINAL_H

/* A terminal for a program whose memory runs out, and how the program leaves it: pty(7). */

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

struct terminal {
    int fd, program_fd; /* our side, the program's; negative: there is none */
    struct termios modes;
    char *sent; /* what the program has sent so far, ends with '\0' */
    size_t len;
};

/* One of 24 lines and 80 columns. Ends the test if there is none. */
void terminal_open(struct terminal *terminal);

/* For a child: makes it the terminal of a session of its own, and its input and output. */
bool terminal_take(const struct terminal *terminal);

/* Reads what is sent until the process `pidfd` has ended: false if that takes longer than
 * `limit_ms`. */
bool terminal_follow(struct terminal *terminal, int pidfd, int limit_ms);

/* What was not put back, or NULL; then the terminal is as new. */
const char *terminal_find_fault(struct terminal *terminal);

/* What stands on the first screen after the program has left the other one: in `sent`. */
const char *terminal_left(const struct terminal *terminal);

#endif
