/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which procfs and which kernels have CPU clocks that agree with stat. */
#include <string.h>

#include "lib/source/proc/system.h"
#include "tests/unit/run.h"

static const struct {
    const char *status;
    bool fits;
} statuses[] = {
    {"Name:\tps\nPid:\t12\nNSpid:\t12\nCoreDumping:\t0\n", true},
    {"Name:\tps\nPid:\t12\nNSpid:\t12\t3\nCoreDumping:\t0\n", false}, /* in a namespace below */
    {"Name:\tps\nPid:\t12\nNSpid:\t4\t12\nCoreDumping:\t0\n", false},
    {"Name:\tps\nPid:\t12\nNSpid:\t123\nCoreDumping:\t0\n", false},
    {"Name:\tps\nPid:\t12\nNSpid:\t12\n", false}, /* before Linux 4.15 */
    {"Name:\tps\nPid:\t12\nCoreDumping:\t0\n", false},
    {"", false},
};

LOOP(clocks_need_our_pids_and_a_known_kernel, COUNT_OF(statuses))
{
    const char *status = statuses[_i].status;

    ck_assert_int_eq(clock_fits(status, strlen(status), 12), statuses[_i].fits);
}
