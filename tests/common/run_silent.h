/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_RUN_SILENT_H
#define DOTPROC_TESTS_COMMON_RUN_SILENT_H

#include <sys/resource.h>

/*
 * Runs a command with its output thrown away, and tells what it used. 0; an error number where it
 * cannot be run; -1 where it fails. The first word is looked for on PATH.
 */
int run_silent(char *const words[], struct rusage *used);

/* User and system time together, in microseconds. */
long long rusage_cpu_us(const struct rusage *used);

#endif
