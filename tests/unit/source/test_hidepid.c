/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "lib/source/proc/history/relist.h"
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

LOOP(a_hiding_mount_is_recognised, COUNT_OF(mounts))
{
    bool hides = false;

    ck_assert_int_eq(hidepid_read_mount(mounts[_i].line, 25, &hides), mounts[_i].is_it);
    ck_assert_int_eq(hides, mounts[_i].hides);
}

/* A descriptor that is not open has no mount. */
CASE(what_is_unknown_is_reported)
{
    ck_assert_int_eq(hidepid_is_set(-1), -ENODATA);
}

/* What could not be asked is asked again. */
CASE(a_shortage_of_descriptors_hides_nothing_for_long)
{
    const int dir = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
    const rlim_t limit = limit_descriptors(0);
    struct fork_count forks = {0};

    ck_assert_int_eq(hidepid_is_set(dir), -EMFILE);
    fork_count_note_whole(&forks, dir, (struct fork_moment){1000, 500});
    ck_assert(!forks.asked);
    ck_assert_uint_eq(forks.listed.count, 0);
    limit_descriptors(limit);
    fork_count_note_whole(&forks, dir, (struct fork_moment){1000, 500});
    ck_assert(forks.asked);
    close(dir);
}
