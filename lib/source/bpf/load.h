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

/* What a walk's program can do beside the plain pass over all tasks, each for its price in loading.
 */
enum id_walk_kind {
    ID_WALK_PLAIN,
    ID_WALK_STATUS, /* with wire_status */
    ID_WALK_KNOWN,  /* compares tasks with what is known of them */
    ID_WALK_KINDS,
};

/* walk.bpf.c, for ourselves. */
int load_id_walk(enum id_walk_kind kind, int *program);

/*
 * walk.bpf.c that can do all of that, to be pinned. `gate` is what load_close_gate() closes: after
 * that the program tells nobody anything, whoever still holds it.
 */
int load_shared_id_walk(int *program, int *gate);

/* iter.bpf.c, as a link of which readers can be made. */
int load_task_iter(bool status, int *link);

/* count.bpf.c, and the map in which a run of it leaves a struct wire_count_page. */
int load_group_count(int *program, int *map);

/*
 * Runs a program with its argument, in and out, which a count has none of. What it says (enum
 * wire_answer), or -errno.
 */
int load_run(int program, void *argument, uint32_t size);

/* A reader's descriptor of a stream, to be read from front to back once. It, or -errno. */
int load_open_reader(int link);

/* Makes a link, a program or a gate a file under the name `path` on a bpffs. 0 or -errno. */
int load_pin(int fd, const char *path);

/* A pinned program or gate, for reading and running, or for writing to. Its descriptor or -errno.
 */
int load_open_pin(const char *path, bool for_writing);

/* 0 or -errno. */
int load_close_gate(int gate);

#endif
