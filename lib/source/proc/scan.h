/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_SCAN_H
#define DOTPROC_SOURCE_PROC_SCAN_H

/* The parts of a scan, the same for all procfs sources: see struct source_ops. */

#include "lib/source/source.h"

int proc_read_moment(struct source *base, struct moment *moment);
int proc_begin(struct source *base, const struct scan_request *request, struct snapshot *snapshot);
int proc_next_group(struct source *base, struct scan_group *group);
int proc_next_thread(struct source *base);
int proc_make_row(struct source *base, enum scan_row kind, struct task *row);
int proc_complete_row(struct source *base, struct task *row, need_t need);
int proc_finish_row(struct source *base, struct task *row);
void proc_end(struct source *base);

#endif
