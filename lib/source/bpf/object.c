/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/object.h"

#include <errno.h>
#include <linux/bpf.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A pointer as bpf(2) takes it. */
static uint64_t address(const void *memory)
{
    return (uint64_t)(uintptr_t)memory;
}

/* The result of the command, or -errno. */
static int command(enum bpf_cmd name, union bpf_attr *attr)
{
    const long result = syscall(SYS_bpf, name, attr, sizeof(*attr));

    return result < 0 ? -errno : (int)result;
}

int object_run(int program, void *argument, uint32_t size)
{
    union bpf_attr attr;
    int result;

    memset(&attr, 0, sizeof(attr));
    attr.test.prog_fd = (uint32_t)program;
    attr.test.ctx_in = address(argument);
    attr.test.ctx_size_in = size;
    result = command(BPF_PROG_TEST_RUN, &attr);
    return result < 0 ? result : (int)attr.test.retval;
}

int object_link(int program)
{
    union bpf_attr attr;

    memset(&attr, 0, sizeof(attr));
    attr.link_create.prog_fd = (uint32_t)program;
    attr.link_create.attach_type = BPF_TRACE_ITER;
    return command(BPF_LINK_CREATE, &attr);
}

int object_link_map(int program, int map)
{
    union bpf_iter_link_info info;
    union bpf_attr attr;

    memset(&info, 0, sizeof(info));
    info.map.map_fd = (uint32_t)map;
    memset(&attr, 0, sizeof(attr));
    attr.link_create.prog_fd = (uint32_t)program;
    attr.link_create.attach_type = BPF_TRACE_ITER;
    attr.link_create.iter_info = address(&info);
    attr.link_create.iter_info_len = sizeof(info);
    return command(BPF_LINK_CREATE, &attr);
}

int object_open_iterator(int link)
{
    union bpf_attr attr;

    memset(&attr, 0, sizeof(attr));
    attr.iter_create.link_fd = (uint32_t)link;
    return command(BPF_ITER_CREATE, &attr);
}

int object_pin(int fd, const char *path)
{
    union bpf_attr attr;

    memset(&attr, 0, sizeof(attr));
    attr.bpf_fd = (uint32_t)fd;
    attr.pathname = address(path);
    return command(BPF_OBJ_PIN, &attr);
}

int object_open_pin(const char *path, bool for_writing)
{
    union bpf_attr attr;

    memset(&attr, 0, sizeof(attr));
    attr.pathname = address(path);
    attr.file_flags = for_writing ? 0 : BPF_F_RDONLY;
    return command(BPF_OBJ_GET, &attr);
}

/* A command about one element of a map. */
static int use_element(enum bpf_cmd name, int map, const void *key, const void *value)
{
    union bpf_attr attr;

    memset(&attr, 0, sizeof(attr));
    attr.map_fd = (uint32_t)map;
    attr.key = address(key);
    attr.value = address(value);
    return command(name, &attr);
}

int object_store(int map, const void *key, const void *value)
{
    return use_element(BPF_MAP_UPDATE_ELEM, map, key, value);
}

int object_look_up(int map, const void *key, void *value)
{
    return use_element(BPF_MAP_LOOKUP_ELEM, map, key, value);
}

int object_take(int map, const void *key, void *value)
{
    return use_element(BPF_MAP_LOOKUP_AND_DELETE_ELEM, map, key, value);
}

int object_read_hash(const struct object_hash *hash, bool take)
{
    union bpf_attr attr;
    uint32_t position = 0;
    int result;

    memset(&attr, 0, sizeof(attr));
    attr.batch.map_fd = (uint32_t)hash->map;
    attr.batch.out_batch = address(&position);
    attr.batch.keys = address(hash->keys);
    attr.batch.values = address(hash->values);
    attr.batch.count = hash->room;
    result = command(take ? BPF_MAP_LOOKUP_AND_DELETE_BATCH : BPF_MAP_LOOKUP_BATCH, &attr);
    /* That there are no more is what the kernel says of a map that was read to its end. */
    return result < 0 && result != -ENOENT ? result : (int)attr.batch.count;
}

int object_attach(int program, const char *tracepoint)
{
    union bpf_attr attr;

    memset(&attr, 0, sizeof(attr));
    attr.raw_tracepoint.name = address(tracepoint);
    attr.raw_tracepoint.prog_fd = (uint32_t)program;
    return command(BPF_RAW_TRACEPOINT_OPEN, &attr);
}

int object_revoke(int gate)
{
    const uint32_t key = 0;
    const uint32_t revoked = 1;

    return object_store(gate, &key, &revoked);
}
