/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_RUN_WALK_H
#define DOTPROC_TESTS_BPF_RUN_WALK_H

#include <string.h>

#include "lib/source/bpf/object.h"
#include "lib/source/bpf/wire.h"

/* A run of the id walk from the first task on: one of enum wire_answer, or -errno. */
static inline int run_walk(int program)
{
    static struct wire_page page;

    memset(&page, 0, sizeof(page));
    page.end = UINT32_MAX;
    return object_run(program, &page, sizeof(page));
}

#endif
