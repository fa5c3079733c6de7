/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_SCAN_H
#define DOTPROC_SOURCE_BPF_SCAN_H

/* The parts of a scan by BPF: see struct source_ops. */

#include "lib/source/source.h"

int bpf_read_moment(struct source *base, struct moment *moment);
int bpf_begin(struct source *base, const struct scan_request *request, struct snapshot *snapshot);

/* What bpf_begin() does when the pass has been made, and its records are there. */
int bpf_begin_rows(struct source *base, const struct scan_request *request,
                   struct snapshot *snapshot);

int bpf_next_group(struct source *base, struct scan_group *group);
int bpf_next_thread(struct source *base);
int bpf_make_row(struct source *base, enum scan_row kind, struct task *row);
int bpf_complete_row(struct source *base, struct task *row, need_t need);
void bpf_end(struct source *base);

#endif
