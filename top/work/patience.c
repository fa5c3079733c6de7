/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/patience.h"

#include "lib/base/array.h"

static struct {
    int64_t first_limit_ns; /* while nothing is stuck; 0: none */
    pid_t *stuck;           /* kept to the end of the program */
    size_t stuck_count, stuck_capacity;
} patience;

void patience_set(uint64_t patience_ns)
{
    patience.first_limit_ns =
        patience_ns && patience_ns < INT64_MAX ? (int64_t)(patience_ns / 2) : 0;
}

int64_t patience_limit_ns(size_t stuck)
{
    const int64_t limit_ns = patience.first_limit_ns >> stuck;

    return limit_ns || !patience.first_limit_ns ? limit_ns : 1;
}

/* Without memory it is not counted. */
void patience_note_stuck(pid_t tgid)
{
    for (size_t i = 0; i < patience.stuck_count; i++)
        if (patience.stuck[i] == tgid)
            return;
    if (ARRAY_RESERVE(&patience.stuck, &patience.stuck_capacity, patience.stuck_count + 1) == 0)
        patience.stuck[patience.stuck_count++] = tgid;
}

size_t patience_count_stuck(void)
{
    return patience.stuck_count;
}
