/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_BPF_H
#define DOTPROC_SOURCE_BPF_BPF_H

/*
 * The BPF source from within.
 *
 *   bpf.c      the back end: open, fill, close
 *   scan.c     a scan: which way, the rows
 *   unseen.c     what BPF did not see
 *   rows.c     from a record to a row
 *   reader.c   the ways of one pass: pin.c or load.c, with walk.c or stream.c
 *   count.c    a census, for a scan of procfs that need not list or sum
 *   known.c    what a walk spares the next one
 *   records.c  what pages of a walk and streams have in common
 *   records.c  the records of one pass
 *   host.c     whether BPF can be used here
 *   *.bpf.[ch] what runs in the kernel; wire.h is what it hands over
 */

#include "lib/source/bpf/reader.h"
#include "lib/source/bpf/rows.h"
#include "lib/source/bpf/unseen.h"
#include "lib/source/proc/proc.h"
#include "lib/source/source.h"

struct bpf_source {
    struct source base;
    struct proc_source *proc; /* for all that BPF does not give, and where it does not pay */
    struct reader reader;
    bool always;          /* chosen by name: also where procfs would be cheaper */
    enum reader_way only; /* of tests: this way alone; WAY_NONE: any */

    /* Of the scan going on; the memory is kept from scan to scan. */
    struct records records;
    struct row_maker maker;
    struct unseen unseen;
};

/* source_ops::scan */
int scan_bpf(struct source *base, const struct scan_request *request, struct snapshot *snapshot);

#endif
