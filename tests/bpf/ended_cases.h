/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_ENDED_CASES_H
#define DOTPROC_TESTS_BPF_ENDED_CASES_H

/* Tasks that come and go around readings, in every order that counting must get right. */

#include <stdint.h>
#include <stdnoreturn.h>

/* The longest prefix of the names of a case's tasks. */
#define ENDED_PREFIX_MAX 14

/* The first argument of the program that exec_by_a_thread() runs, which is the test's own. */
#define ENDED_EXECUTED "executed"

/* What a case has made. */
struct ended_size {
    unsigned processes, threads;
    unsigned shown;    /* tasks that a reading may have met, at most */
    int64_t burned_ns; /* what all have used at least before they exited */
};

struct ended_case {
    const char *name;
    struct ended_size (*run)(void);
};

#define ENDED_CASES 7
extern const struct ended_case ended_cases[ENDED_CASES];

/* Runs one: the names of all its tasks begin with the prefix, and it calls `read` in between. */
struct ended_size ended_case_run(const struct ended_case *ended_case, const char *prefix,
                                 void (*read)(void *context), void *context);

/* What all children that were reaped so far have used. */
int64_t ended_case_reaped_ns(void);

/*
 * main() of the program that exec_by_a_thread() runs; skips atexit so that LeakSanitizer makes no
 * task.
 */
noreturn void ended_case_executed(const char *name);

#endif
