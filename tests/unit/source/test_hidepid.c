/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <check.h>
#include <errno.h>

#include "lib/source/procfs.h"
#include "tests/unit/run.h"

static const struct {
    const char *line;
    bool is_it, hides;
} mounts[] = {
    {"25 1 0:23 / /proc rw,relatime shared:13 - proc proc rw\n", true, false},
    {"25 1 0:23 / /proc rw - proc proc rw,hidepid=invisible\n", true, true},
    {"25 1 0:23 / /proc rw - proc proc rw,gid=4,hidepid=2\n", true, true},
    {"25 1 0:23 / /hidepid=2 rw - proc proc rw\n", true, false},
    {"25 1 0:23 / /proc rw\n", true, true}, /* unheard of */
    {"250 1 0:23 / /proc rw - proc proc rw,hidepid=2\n", false, false},
    {"2 25 0:23 / /proc rw - proc proc rw,hidepid=2\n", false, false},
    {"\n", false, false},
};

START_TEST(a_hiding_mount_is_recognised)
{
    bool hides = false;

    ck_assert_int_eq(hidepid_read_mount(mounts[_i].line, 25, &hides), mounts[_i].is_it);
    ck_assert_int_eq(hides, mounts[_i].hides);
}

/* A descriptor that is not open has no mount. */
START_TEST(what_is_unknown_is_reported)
{
    ck_assert_int_eq(hidepid_is_set(-1), -ENODATA);
}

TESTS("hidepid", LOOP(a_hiding_mount_is_recognised, COUNT_OF(mounts)),
      CASE(what_is_unknown_is_reported))
