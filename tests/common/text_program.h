/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_TEXT_PROGRAM_H
#define DOTPROC_TESTS_COMMON_TEXT_PROGRAM_H

/* The program that reads command lines and environments, for tests of what is read by it. */

#include "lib/source/bpf/load.h"
#include "lib/source/bpf/support.h"

/* Its descriptor, which is the caller's; or -1 where it cannot be used, and why. */
static inline int text_program_load(struct buf *why)
{
    int program = -1;

    if (!support_may_load(why))
        return -1;
    if (support_has_texts() && load_program(PROGRAM_TEXTS, &program) == 0)
        return program;
    buf_puts(why, "the kernel or the user does not take this program");
    return -1;
}

#endif
