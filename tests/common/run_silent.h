/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_RUN_SILENT_H
#define DOTPROC_TESTS_COMMON_RUN_SILENT_H

#include <pty.h>
#include <sys/resource.h>
#include <sys/types.h>

/*
 * Runs a command with its output discarded, and returns what it used. 0; an error number if it
 * cannot be run; -1 if it fails. The first word is looked up on PATH.
 */
int run_silent(char *const words[], struct rusage *used);

/* Starts a program on a new terminal, an xterm of that size; exits where there is none. */
pid_t run_on_terminal(const struct winsize *size, char *const words[], int *terminal);

/*
 * Reads what comes within `wait_ms`: the number of bytes; 0 if there are none; -1 at the end, which
 * for a terminal is an error.
 */
ssize_t read_within(int fd, char *bytes, size_t size, int wait_ms);

/* User and system time together, in microseconds. */
long long rusage_cpu_us(const struct rusage *used);

#endif
