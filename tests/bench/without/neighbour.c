/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the threads of a process share is read for each of them. */
#include "lib/source/proc/target.h"
#include "tests/bench/without/without.h"

WITHOUT(const struct task *, target_neighbour, const struct target *target,
        bool (*has)(const struct task *task))
{
    (void)target;
    (void)has;
    return NULL;
}
