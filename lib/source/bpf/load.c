/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/load.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <linux/bpf.h>

#include "lib/source/bpf/count.lskel.h"
#include "lib/source/bpf/iter.lskel.h"
#include "lib/source/bpf/iter_plain.lskel.h"
#include "lib/source/bpf/iter_plain_status.lskel.h"
#include "lib/source/bpf/iter_status.lskel.h"
#include "lib/source/bpf/load_skeleton.h"
#include "lib/source/bpf/walk.lskel.h"
#include "lib/source/bpf/walk_delta.lskel.h"
#include "lib/source/bpf/walk_status.lskel.h"

LOADER(walk, TAKE(walk, landmark))
LOADER(walk_status, TAKE(walk, landmark))
LOADER(walk_delta, TAKE(walk, landmark))
LOADER(iter, TAKE(tasks, landmark))
LOADER(iter_status, TAKE(tasks, landmark))
LOADER(iter_plain, TAKE(tasks, landmark))
LOADER(iter_plain_status, TAKE(tasks, landmark))
LOADER(count, TAKE(count, counts))

/*
 * Iterators have a plain variant, for kernels before 6.2, which have no bpf_rdonly_cast() and do
 * well without it.
 */
static const struct {
    loader *load, *load_plain;
} loaders[PROGRAMS] = {
    [PROGRAM_WALK] = {load_walk, NULL},
    [PROGRAM_WALK_STATUS] = {load_walk_status, NULL},
    [PROGRAM_WALK_DELTA] = {load_walk_delta, NULL},
    [PROGRAM_ITER] = {load_iter, load_iter_plain},
    [PROGRAM_ITER_STATUS] = {load_iter_status, load_iter_plain_status},
};

int load_make_link(int *fd)
{
    const int link = skel_link_create(*fd, 0, BPF_TRACE_ITER);
    const int result = link < 0 ? -errno : 0;

    close(*fd);
    *fd = link;
    return result;
}

int load_program(enum program program, int *fd)
{
    loader *const load_plain = loaders[program].load_plain;
    int map;
    int result = loaders[program].load(fd, &map);

    if (load_plain && load_may_do_plain(result))
        result = load_plain(fd, &map);
    if (result < 0)
        return result;
    close(map);
    return load_plain ? load_make_link(fd) : 0;
}

int load_group_count(int *program, int *map)
{
    return load_count(program, map);
}

int load_run(int program, void *argument, uint32_t size)
{
    union bpf_attr attr;

    memset(&attr, 0, sizeof(attr));
    attr.test.prog_fd = (uint32_t)program;
    attr.test.ctx_in = (uint64_t)(uintptr_t)argument;
    attr.test.ctx_size_in = size;
    return skel_sys_bpf(BPF_PROG_TEST_RUN, &attr, sizeof(attr)) < 0 ? -errno
                                                                    : (int)attr.test.retval;
}

int load_open_reader(int link)
{
    union bpf_attr attr;
    int fd;

    memset(&attr, 0, sizeof(attr));
    attr.iter_create.link_fd = (uint32_t)link;
    fd = skel_sys_bpf(BPF_ITER_CREATE, &attr, sizeof(attr));
    return fd < 0 ? -errno : fd;
}

int load_pin(int fd, const char *path)
{
    union bpf_attr attr;

    memset(&attr, 0, sizeof(attr));
    attr.bpf_fd = (uint32_t)fd;
    attr.pathname = (uint64_t)(uintptr_t)path;
    return skel_sys_bpf(BPF_OBJ_PIN, &attr, sizeof(attr)) < 0 ? -errno : 0;
}

int load_open_pin(const char *path, bool for_writing)
{
    union bpf_attr attr;
    int fd;

    memset(&attr, 0, sizeof(attr));
    attr.pathname = (uint64_t)(uintptr_t)path;
    attr.file_flags = for_writing ? 0 : BPF_F_RDONLY;
    fd = skel_sys_bpf(BPF_OBJ_GET, &attr, sizeof(attr));
    return fd < 0 ? -errno : fd;
}

int load_close_gate(int gate)
{
    union bpf_attr attr;
    uint32_t key = 0;
    uint32_t closed = 1;

    memset(&attr, 0, sizeof(attr));
    attr.map_fd = (uint32_t)gate;
    attr.key = (uint64_t)(uintptr_t)&key;
    attr.value = (uint64_t)(uintptr_t)&closed;
    return skel_sys_bpf(BPF_MAP_UPDATE_ELEM, &attr, sizeof(attr)) < 0 ? -errno : 0;
}
