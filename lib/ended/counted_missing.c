/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Replaces counted.c in builds without BPF. As counted_open() fails, the others are never called.
 */
#include "lib/ended/counted.h"

#include <errno.h>

int counted_open(bool threads, struct counted **out, struct buf *why)
{
    buf_puts(why, "source bpf: built without BPF support");
    return -ENOTSUP;
}

void counted_close(struct counted *counted)
{
}

int counted_begin(struct counted *counted)
{
    return -ENOTSUP;
}

int counted_update(struct counted *counted, struct seen_lists *seen, struct exit_sums *out)
{
    return -ENOTSUP;
}

struct counted_events counted_events(const struct counted *counted)
{
    return (struct counted_events){0};
}
