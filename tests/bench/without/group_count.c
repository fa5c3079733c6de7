/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A scan of processes alone uses the other ways. */
#include <errno.h>

#include "lib/source/bpf/group_count.h"
#include "tests/bench/without/without.h"

WITHOUT(int, group_count_read, struct group_count *count, const struct pass *pass,
        struct records *records)
{
    (void)count;
    (void)pass;
    (void)records;
    return -ENOTSUP;
}
