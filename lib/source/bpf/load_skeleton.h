/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_LOAD_SKELETON_H
#define DOTPROC_SOURCE_BPF_LOAD_SKELETON_H

/* How the loaders that bpftool generated are used. */

#include <errno.h>
#include <stdbool.h>
#include <unistd.h>

#include "lib/source/bpf/object.h"

/* The generated functions report errors by errno, by their result, or not at all. */
static inline int load_error_of(int result)
{
    if (result < 0 && result != -1)
        return result;
    return errno ? -errno : -EINVAL;
}

/*
 * Defines load_NAME(): opens and loads a skeleton, takes its descriptors by TAKING, and frees the
 * rest.
 */
#define LOADER(name, TAKING)                       \
    static int load_##name(int *program, int *map) \
    {                                              \
        struct name *skel;                         \
        int result;                                \
                                                   \
        errno = 0;                                 \
        skel = name##__open();                     \
        if (!skel)                                 \
            return -ENOMEM;                        \
        result = name##__load(skel);               \
        if (result != 0) {                         \
            result = load_error_of(result);        \
            name##__destroy(skel);                 \
            return result;                         \
        }                                          \
        TAKING;                                    \
        skel_free(skel);                           \
        return 0;                                  \
    }

#define TAKE(program_, map_) \
    (*program = skel->progs.program_.prog_fd, *map = skel->maps.map_.map_fd)
typedef int loader(int *program, int *map);

/* Replaces an iterator's program, which it closes, by its link. 0, or -errno with neither open. */
static inline int load_link(int *fd)
{
    const int link = object_link(*fd);

    close(*fd);
    *fd = link;
    return link < 0 ? link : 0;
}

/* Whether a load that has failed may be tried without bpf_rdonly_cast(). */
static inline bool load_may_do_plain(int result)
{
    return result < 0 && result != -EPERM && result != -ENOMEM;
}

#endif
