/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_SCAN_H
#define DOTPROC_SOURCE_BPF_SCAN_H

#include "lib/source/back_end.h"

/* The parts of a scan by BPF. */
extern const struct scan_ops bpf_scan;

/* The part of begin() after the pass, when the records are there. */
int bpf_scan_begin_rows(struct source *base, const struct scan_request *request,
                        struct snapshot *snapshot);

#endif
