/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_BENCH_TERMINAL_H
#define DOTPROC_BENCH_TERMINAL_H

#include <pty.h>
#include <sys/types.h>

/* Starts a program on a new terminal, an xterm of that size; exits where there is none. */
pid_t terminal_start(const struct winsize *size, char *const words[], int *terminal);

#endif
