/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ID_WALK_H
#define DOTPROC_SOURCE_BPF_ID_WALK_H

/*
 * The id walk: all tasks by the program of id_walk.bpf.c, loaded by us or pinned, page by page. For
 * one pass alone pages go into memory of ours and the records are used in place; where passes
 * follow each other only what has changed is handed over, see delta_cache.h.
 */

#include "lib/source/bpf/delta_cache.h"
#include "lib/source/bpf/load.h"
#include "lib/source/bpf/pass.h"
#include "lib/source/bpf/records.h"

struct id_walk {
    int programs[ID_WALK_KINDS]; /* of our own; -1: not loaded */
    char *memory;                /* that pages are read into, kept from pass to pass */
    size_t size;
    struct delta_cache cache;
};

void id_walk_init(struct id_walk *walk);
void id_walk_fini(struct id_walk *walk);

/* Whether our own program for this pass is in the kernel; brings it there if not: 0 or -errno. */
bool id_walk_is_loaded(const struct id_walk *walk, const struct pass *pass);
int id_walk_load(struct id_walk *walk, const struct pass *pass);

/*
 * Adds the tasks to `records`, by our own program, which has to be loaded, or by the pin. 0 or
 * -errno: -EPERM when this process may not run it, or not any more; -EXDEV in another pid namespace
 * than the first; -EPROTO when it is no program of our version; -EAGAIN when tasks came faster than
 * memory was asked for.
 */
int id_walk_read(struct id_walk *walk, const struct pass *pass, struct records *records);
int id_walk_read_pin(struct id_walk *walk, const struct pass *pass, struct records *records);

/* The same by a program that is open; it stays so. */
int id_walk_read_program(struct id_walk *walk, int program, const struct pass *pass,
                         struct records *records);

#endif
