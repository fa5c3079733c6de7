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

/* Programs that stay loaded. */
enum program {
    PROGRAM_WALK,        /* id_walk.bpf.c: the plain pass over all tasks */
    PROGRAM_WALK_BARE,   /* the same without what processes have in memory */
    PROGRAM_WALK_STATUS, /* the same with wire_status */
    PROGRAM_WALK_DELTA,  /* the same with the delta cache */
    PROGRAM_ITER,        /* task_iter.bpf.c, as a link that readers are opened on */
    PROGRAM_ITER_STATUS, /* the same with wire_status */
    PROGRAM_TEXTS,       /* texts.bpf.c */
    PROGRAM_WAITS,       /* waits.bpf.c */
    PROGRAM_BLOCKER,     /* blocker.bpf.c */
    PROGRAMS,
    PROGRAM_NONE = PROGRAMS,
};

/* *fd: a program that object_run() takes, or an iterator's link. */
int load_program(enum program program, int *fd);

/* group_count.bpf.c, and the map to which a run writes a struct wire_count_page. */
int load_group_count(int *program, int *map);

#endif
