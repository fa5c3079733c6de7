/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_ENDED_CASES_H
#define DOTPROC_TESTS_BPF_ENDED_CASES_H

/* Tasks that come and go around readings, in every order that counting must get right. */

#include <stdbool.h>
#include <stdnoreturn.h>

/* The longest that names of a case begin with. */
#define ENDED_PREFIX_MAX 14

/* What the first argument says where the test's own program is what a thread starts. */
#define ENDED_AS_STARTED "started"

/* How many tasks of each kind a case has. */
struct ended_size {
    unsigned processes, threads;
};

struct ended_case {
    const char *name;
    struct ended_size (*run)(void);
    bool exchanges; /* a thread takes its leader's number */
};

#define ENDED_CASES 5
extern const struct ended_case ended_cases[ENDED_CASES];

/* Runs one: all its tasks have names that begin with the prefix; it calls `read` in between. */
struct ended_size ended_case_run(const struct ended_case *one, const char *prefix,
                                 void (*read)(void *context), void *context);

/* Is the program that a thread has started; what checks for leaks at exit would be a task, too. */
noreturn void ended_case_be_started(const char *name);

#endif
