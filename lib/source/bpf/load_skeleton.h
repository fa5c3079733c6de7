/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_LOAD_SKELETON_H
#define DOTPROC_SOURCE_BPF_LOAD_SKELETON_H

/* How the loaders that bpftool generated are used. */

#include <errno.h>
#include <unistd.h>

/* The generated functions say what went wrong by errno or by their result, or by neither. */
static inline int load_error_of(int result)
{
    if (result < 0 && result != -1)
        return result;
    return errno ? -errno : -EINVAL;
}

/*
 * What all loaders are called like: opens, loads, takes the descriptors of programs and maps out
 * and forgets the rest. PREPARE and TAKE use `skel`.
 */
#define LOAD(name, PREPARE, TAKE)           \
    do {                                    \
        struct name *skel;                  \
        int result;                         \
                                            \
        errno = 0;                          \
        skel = name##__open();              \
        if (!skel)                          \
            return -ENOMEM;                 \
        PREPARE;                            \
        result = name##__load(skel);        \
        if (result != 0) {                  \
            result = load_error_of(result); \
            name##__destroy(skel);          \
            return result;                  \
        }                                   \
        TAKE;                               \
        skel_free(skel);                    \
        return 0;                           \
    } while (0)

#define TAKE_WALK (close(skel->maps.landmark.map_fd), *program = skel->progs.walk.prog_fd)

#define TAKE_ITER (close(skel->maps.landmark.map_fd), *program = skel->progs.tasks.prog_fd)

/* Whether a load that has failed may do without bpf_rdonly_cast(). */
#define LOAD_WITHOUT_CAST(result) ((result) < 0 && (result) != -EPERM && (result) != -ENOMEM)

#endif
