/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A load that would take longer than it may is given up, and then there is nothing open; one with
 * enough time succeeds, however often it is interrupted. Exits with 77 where it cannot run.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/source/bpf/load.h"
#include "tests/common/may_load.h"
#include "tests/common/verdict.h"

/* Shorter than any load, and long enough for the program to make progress between two signals. */
#define TOO_SHORT_NS (NS_PER_MS / 20)
#define LONG_NS      (300 * NS_PER_S)

static void try_limit(int64_t limit_ns, int expected)
{
    int fd = -1;
    const int result = load_program_within(PROGRAM_ITER_STATUS, limit_ns, &fd);

    if (result != expected)
        fail("a load within %lld ns returns %d (%s), expected %d", (long long)limit_ns, result,
             strerror(-result), expected);
    if (result == 0)
        close(fd);
}

int main(void)
{
    struct buf why = {0};
    const int next = dup(STDIN_FILENO);
    int after;

    if (!may_load(PROGRAM_ITER_STATUS, &why)) {
        const int status = skip(buf_text(&why));

        buf_fini(&why);
        return status;
    }
    try_limit(TOO_SHORT_NS, -ETIME);
    try_limit(LONG_NS, 0);
    close(next);
    after = dup(STDIN_FILENO);
    if (after != next)
        fail("descriptor %d is open behind a load that was given up", next);
    return EXIT_SUCCESS;
}
