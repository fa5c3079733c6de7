/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_FILL_H
#define DOTPROC_SOURCE_BPF_FILL_H

/*
 * Fills many rows at once, by programs that read some hundred rows per run. What is left unread is
 * then read from procfs row by row, as usual.
 */

#include "lib/source/bpf/bpf.h"

struct fill {
    struct bpf_source *source;
    struct snapshot *snapshot;
    need_t processes, threads; /* what rows of each kind need */
    need_t group;              /* the part of it that is filled now */
    bool by_process;           /* only the first row of each process is read */
};

/* The groups of fill->group that a row lacks. */
need_t fill_missing(const struct fill *fill, const struct task *task);

/*
 * Whether at least `rows_min` rows lack some of the group; or any row, if only BPF has it or BPF
 * must be used.
 */
bool fill_is_worthwhile(const struct fill *fill, size_t rows_min);

/*
 * Loads a program, if it is `supported` and this process may load it, and allocates its page of
 * `page_size` bytes in bpf_source::pages. Tried once. Returns whether the program is loaded.
 */
bool fill_load(struct bpf_source *source, enum program program, bool supported, size_t page_size);

/*
 * The parts of bpf_fill_ahead(): command lines or environments, cgroups, and what tasks wait for.
 */
int fill_texts(const struct fill *fill);
int fill_cgroups(const struct fill *fill);
int fill_waits(const struct fill *fill);

#endif
