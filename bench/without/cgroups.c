/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The control groups of each thread are read from its own file. */
#include "lib/source/bpf/support.h"
#include "tests/common/take_over.h"

TAKE_OVER(bool, support_has_cgroups, void)
{
    return false;
}
