/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_LOAD_H
#define DOTPROC_SOURCE_BPF_LOAD_H

/*
 * Loads the BPF programs with the loaders that bpftool generates: each is a small BPF program
 * itself, which relocates ours to the running kernel (5.17 and later). This costs a fraction of
 * libbpf's relocation in user space, and neither ps nor top needs a library for it.
 *
 * Every function returns 0 with descriptors that the caller closes, or -errno with none open.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lib/source/bpf/wire.h"

/* Programs that stay loaded. */
enum program {
    PROGRAM_WALK,        /* id_walk.bpf.c: the plain pass over all tasks */
    PROGRAM_WALK_STATUS, /* the same with wire_status */
    PROGRAM_WALK_DELTA,  /* the same with the delta cache */
    PROGRAM_ITER,        /* task_iter.bpf.c, as a link that readers are opened on */
    PROGRAM_ITER_STATUS, /* the same with wire_status */
    PROGRAMS,
    PROGRAM_NONE = PROGRAMS,
};

int load_program(enum program program, int *fd);

/* group_count.bpf.c, and the map to which a run writes a struct wire_count_page. */
int load_group_count(int *program, int *map);

/*
 * Runs a program; `argument` is copied in and out, and NULL for a group count. The program's result
 * (enum wire_answer), or -errno.
 */
int load_run(int program, void *argument, uint32_t size);

/* Replaces an iterator's program, which it closes, by its link. */
int load_make_link(int *fd);

/* Opens a reader of an iterator, to be read once from front to back. Its descriptor or -errno. */
int load_open_reader(int link);

/* Pins a link, a program or a gate to `path` on a bpffs. 0 or -errno. */
int load_pin(int fd, const char *path);

/*
 * Opens a pinned program or gate, for reading and running or for writing. Its descriptor or -errno.
 */
int load_open_pin(const char *path, bool for_writing);

/* 0 or -errno. */
int load_close_gate(int gate);

#endif
