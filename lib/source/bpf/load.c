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

static int load_walk_plain(int *program)
{
    LOAD(walk, (void)0, TAKE_WALK);
}

static int load_walk_status(int *program)
{
    LOAD(walk_status, (void)0, TAKE_WALK);
}

static int load_walk_delta(int *program)
{
    LOAD(walk_delta, (void)0, TAKE_WALK);
}

#define TAKE_COUNT (*map = skel->maps.counts.map_fd, *program = skel->progs.count.prog_fd)

int load_group_count(int *program, int *map)
{
    LOAD(count, (void)0, TAKE_COUNT);
}

static int load_iter(int *program)
{
    LOAD(iter, (void)0, TAKE_ITER);
}

static int load_iter_status(int *program)
{
    LOAD(iter_status, (void)0, TAKE_ITER);
}

static int load_iter_plain(int *program)
{
    LOAD(iter_plain, (void)0, TAKE_ITER);
}

static int load_iter_plain_status(int *program)
{
    LOAD(iter_plain_status, (void)0, TAKE_ITER);
}

int load_make_link(int program, int *link)
{
    int result;

    *link = skel_link_create(program, 0, BPF_TRACE_ITER);
    result = *link < 0 ? -errno : 0;
    close(program);
    return result;
}

/* An iterator as a link. Kernels before 6.2 have no bpf_rdonly_cast(); only they do well without.
 */
static int load_link(int (*load)(int *program), int (*load_plain)(int *program), int *link)
{
    int program = -1;
    int result = load(&program);

    if (LOAD_WITHOUT_CAST(result))
        result = load_plain(&program);
    return result < 0 ? result : load_make_link(program, link);
}

int load_program(enum program program, int *fd)
{
    switch (program) {
    case PROGRAM_WALK:
        return load_walk_plain(fd);
    case PROGRAM_WALK_STATUS:
        return load_walk_status(fd);
    case PROGRAM_WALK_DELTA:
        return load_walk_delta(fd);
    case PROGRAM_ITER:
        return load_link(load_iter, load_iter_plain, fd);
    case PROGRAM_ITER_STATUS:
        return load_link(load_iter_status, load_iter_plain_status, fd);
    case PROGRAM_NONE:
        break;
    }
    return -EINVAL;
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
