/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_BENCH_WALK_OF_H
#define DOTPROC_BENCH_WALK_OF_H

#include <unistd.h>

/* int walk_of_NAME(void): loads a variant of the id walk, whose skeleton is NAME; its descriptor,
 * or -1. */
#define WALK_OF(name)                                \
    static int walk_of_##name(void)                  \
    {                                                \
        struct name *skel = name##__open_and_load(); \
        int fd;                                      \
                                                     \
        if (!skel)                                   \
            return -1;                               \
        fd = dup(skel->progs.walk.prog_fd);          \
        name##__destroy(skel);                       \
        return fd;                                   \
    }

#endif
