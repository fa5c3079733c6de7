/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_RUN_SILENT_H
#define DOTPROC_TESTS_COMMON_RUN_SILENT_H

#include <sys/resource.h>

/*
 * Runs a command with its output discarded, and returns what it used. 0; an error number if it
 * cannot be run; -1 if it fails. The first word is looked up on PATH.
 */
int run_silent(char *const words[], struct rusage *used);

/* User and system time together, in microseconds. */
long long rusage_cpu_us(const struct rusage *used);

#endif
