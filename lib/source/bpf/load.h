/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_LOAD_H
#define DOTPROC_SOURCE_BPF_LOAD_H

/*
 * The BPF programs brought into the kernel, by the loaders that bpftool generated: each a small
 * BPF program itself, which relocates ours to the running kernel (5.17 and later). It costs a
 * fraction of what libbpf takes to do the same in user space, and neither ps nor top needs a
 * library for it.
 *
 * Every function: 0 with descriptors that the caller closes, or -errno, and then none is open.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lib/source/bpf/wire.h"

/* What can be loaded to stay. */
enum program {
    PROGRAM_WALK,        /* id_walk.bpf.c: the plain pass over all tasks */
    PROGRAM_WALK_STATUS, /* the same with wire_status */
    PROGRAM_WALK_DELTA,  /* the same, comparing tasks with what is known of them */
    PROGRAM_ITER,        /* task_iter.bpf.c, as a link of which readers can be made */
    PROGRAM_ITER_STATUS, /* the same with wire_status */
    PROGRAMS,
    PROGRAM_NONE = PROGRAMS,
};

int load_program(enum program program, int *fd);

/* group_count.bpf.c, and the map in which a run of it leaves a struct wire_count_page. */
int load_group_count(int *program, int *map);

/*
 * Runs a program with its argument, in and out, which a count has none of. What it says (enum
 * wire_answer), or -errno.
 */
int load_run(int program, void *argument, uint32_t size);

/* An iterator's program, which it closes, as a link. */
int load_make_link(int program, int *link);

/* A reader's descriptor of an iterator, to be read from front to back once. It, or -errno. */
int load_open_reader(int link);

/* Makes a link, a program or a gate a file under the name `path` on a bpffs. 0 or -errno. */
int load_pin(int fd, const char *path);

/* A pinned program or gate, for reading and running, or for writing to. Its descriptor or -errno.
 */
int load_open_pin(const char *path, bool for_writing);

/* 0 or -errno. */
int load_close_gate(int gate);

#endif
