/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_FILL_H
#define DOTPROC_SOURCE_BPF_FILL_H

/*
 * Fills in what many rows lack at once, by programs that some hundred of them are handed to in each
 * run. What is left out is then read from procfs row by row, as always.
 */

#include "lib/source/bpf/bpf.h"

struct fill {
    struct bpf_source *source;
    struct snapshot *snapshot;
    need_t processes, threads; /* what rows of each kind are to have */
    need_t group;              /* the part of it that is filled in now */
    bool by_process;           /* only the first row of each process is asked for */
};

/* What a row lacks of the group. */
need_t fill_missing(const struct fill *fill, const struct task *task);

/* Whether that many rows, or any if BPF is to be used in any case, lack some of the group. */
bool fill_is_worthwhile(const struct fill *fill, size_t rows_min);

/*
 * Loads a program that is handed pages of that size, if it is `supported` and may be loaded, and
 * makes the page that is then in bpf_source::pages. This is tried once. Whether the program is
 * there.
 */
bool fill_load(struct bpf_source *source, enum program program, bool supported, size_t page_size);

/* The parts of bpf_fill_ahead(): command lines or environments, and what tasks wait for. */
int fill_texts(const struct fill *fill);
int fill_waits(const struct fill *fill);

#endif
