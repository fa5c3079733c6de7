/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_FILL_H
#define DOTPROC_SOURCE_BPF_FILL_H

/* What the parts that fill many rows share: which rows lack what, and whether a program pays. */

#include "lib/source/bpf/bpf.h"

/*
 * Fills many rows at once, by programs that read some hundred rows per run.
 */
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
 * Loads a program, if it is `supported` and this process may load it, and allocates its page of
 * `page_size` bytes in bpf_source::pages. Tried again only after a temporary error. 1 if the
 * program is loaded; 0; or the error of a shortage.
 */
int bpf_load_program(struct bpf_source *source, enum program program, bool supported,
                     size_t page_size);

/*
 * The same, if at least `rows_min` rows lack some of the group; or any row, if only BPF has it or
 * BPF must be used.
 */
int fill_begin(const struct fill *fill, size_t rows_min, enum program program, bool supported(void),
               size_t page_size);

#endif
