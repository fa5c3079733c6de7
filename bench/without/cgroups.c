/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The control groups of each thread are read from its own file. */
#include "bench/without/without.h"
#include "lib/source/bpf/support.h"

WITHOUT(bool, support_has_cgroups, void)
{
    return false;
}
