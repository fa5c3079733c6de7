/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* In place of counted.c in builds without BPF: nothing is counted, so the rest is never called. */
#include <errno.h>

#include "lib/base/unused.h"
#include "lib/ended/counted.h"

int counted_open(enum ended_wire_kind kind UNUSED, bool settle UNUSED, struct counted **out UNUSED,
                 struct buf *why)
{
    buf_printf(why, "source bpf: it is no part of this build");
    return -ENOTSUP;
}

void counted_close(struct counted *counted UNUSED)
{
}

int counted_begin(struct counted *counted UNUSED)
{
    return -ENOTSUP;
}

int counted_update(struct counted *counted UNUSED, const struct seen_lists *seen UNUSED,
                   struct ended_tally *out UNUSED)
{
    return -ENOTSUP;
}

uint64_t counted_execs(const struct counted *counted UNUSED)
{
    return 0;
}
