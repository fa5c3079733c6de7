/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Of test programs that have no main() of their own. */
#include "tests/unit/run.h"

int main(void)
{
    return run_tests();
}
