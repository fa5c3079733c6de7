/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The id walk of prefetch.bpf.c. */
#include <errno.h>
#include <unistd.h>

#include "lib/source/bpf/load.h"
#include "tests/bench/without/unfetched.lskel.h"
#include "tests/bench/without/unfetched_known.lskel.h"
#include "tests/bench/without/without.h"

#define LOAD(name, fd)                               \
    do {                                             \
        struct name *skel = name##__open_and_load(); \
                                                     \
        if (!skel)                                   \
            return -EINVAL;                          \
        close(skel->maps.landmark.map_fd);           \
        *(fd) = skel->progs.walk.prog_fd;            \
        skel_free(skel);                             \
        return 0;                                    \
    } while (0)

WITHOUT(int, load_program, enum program program, int *fd)
{
    if (program == PROGRAM_WALK || program == PROGRAM_WALK_BARE)
        LOAD(unfetched, fd);
    if (program == PROGRAM_WALK_DELTA)
        LOAD(unfetched_known, fd);
    return __real_load_program(program, fd);
}
