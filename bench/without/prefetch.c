/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The id walk of prefetch.bpf.c. */
#include <errno.h>
#include <unistd.h>

#include "bench/without/unfetched.lskel.h"
#include "bench/without/unfetched_full.lskel.h"
#include "lib/source/bpf/load.h"
#include "tests/common/take_over.h"

#define LOAD(name, fd)                               \
    do {                                             \
        struct name *skel = name##__open_and_load(); \
                                                     \
        if (!skel)                                   \
            return -EINVAL;                          \
        *(fd) = dup(skel->progs.walk.prog_fd);       \
        name##__destroy(skel);                       \
        return 0;                                    \
    } while (0)

TAKE_OVER(int, load_program, enum program program, int *fd)
{
    if (program == PROGRAM_WALK || program == PROGRAM_WALK_BARE)
        LOAD(unfetched, fd);
    if (program == PROGRAM_WALK_FULL)
        LOAD(unfetched_full, fd);
    return __real_load_program(program, fd);
}
