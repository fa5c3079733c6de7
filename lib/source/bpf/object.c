/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/object.h"

#include <errno.h>
#include <linux/bpf.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A pointer in the form used by bpf(2). */
static uint64_t address(const void *memory)
{
    return (uint64_t)(uintptr_t)memory;
}

/* Runs a command of bpf(2); its result or -errno. */
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

/* Runs a command on one element of a map. */
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

int object_take_some(struct object_hash *hash)
{
    union bpf_attr attr;
    int result;

    if (hash->ended)
        return 0;
    do {
        memset(&attr, 0, sizeof(attr));
        attr.batch.map_fd = (uint32_t)hash->map;
        attr.batch.in_batch = hash->begun ? address(&hash->position) : 0;
        attr.batch.out_batch = address(&hash->position);
        attr.batch.keys = address(hash->keys);
        attr.batch.values = address(hash->values);
        attr.batch.count = hash->room;
        result = command(BPF_MAP_LOOKUP_AND_DELETE_BATCH, &attr);
        hash->begun = true;
        /* ENOENT: the end of the map was reached */
        hash->ended = result == -ENOENT;
    } while (result == 0 && attr.batch.count == 0);
    return result < 0 && !hash->ended ? result : (int)attr.batch.count;
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
