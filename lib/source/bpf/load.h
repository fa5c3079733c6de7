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

/* walk.bpf.c; statuses is -1 without status. */
struct walk_fds {
    int program;
    int groups, tasks, statuses;
};

/* `groups` and `tasks` are the sizes of the arrays. */
int load_walk(bool status, uint32_t groups, uint32_t tasks, struct walk_fds *fds);

/* iter.bpf.c, as a link of which readers can be made. */
int load_stream(bool status, int *link);

/* Runs the walk's program with `arg`, in and out. 0 or -errno. */
int load_run(int program, void *arg, uint32_t size);

/* A reader's descriptor of a stream, to be read from front to back once. It, or -errno. */
int load_open_reader(int link);

/* Makes `link` a file under the name `path` on a bpffs. 0 or -errno. */
int load_pin(int link, const char *path);

#endif
