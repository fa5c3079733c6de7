/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Command lines are read from procfs, row by row. */
#include "bench/without/without.h"
#include "lib/source/bpf/support.h"

WITHOUT(bool, support_has_texts, void)
{
    return false;
}
