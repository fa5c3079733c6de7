/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_ENDED_ROWS_H
#define DOTPROC_TESTS_COMMON_ENDED_ROWS_H

/* Rows of exited tasks, for tests. */

#include "top/model/ended.h"

#define MS UINT64_C(1000000)

/* A row as lib/ended makes it. */
struct made {
    const char *name, *by;
    uint64_t count, cpu_ms;
    int64_t lifetime_ms; /* -1: unknown */
    int user;            /* -1: unknown */
    enum task_kind kind;
};

/* Appends a row; its names are borrowed. */
void ended_row_add(struct snapshot *rows, const struct made *made);

#endif
