/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Replaces counted.c in builds without BPF: counted_open() fails, so the others are never called.
 */
#include <errno.h>

#include "lib/base/unused.h"
#include "lib/ended/counted.h"

int counted_open(enum ended_wire_kind kind UNUSED, struct counted **out UNUSED, struct buf *why)
{
    buf_printf(why, "source bpf: built without BPF support");
    return -ENOTSUP;
}

void counted_close(struct counted *counted UNUSED)
{
}

int counted_begin(struct counted *counted UNUSED)
{
    return -ENOTSUP;
}

int counted_update(struct counted *counted UNUSED, struct seen_lists *seen UNUSED,
                   struct ended_tally *out UNUSED)
{
    return -ENOTSUP;
}

struct counted_others counted_others(const struct counted *counted UNUSED)
{
    return (struct counted_others){0};
}
