/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_READER_H
#define DOTPROC_SOURCE_BPF_READER_H

/*
 * One pass over the kernel's tasks, in the cheapest available way. The caller gets records and need
 * not know which way was used.
 */

#include "lib/base/buf.h"
#include "lib/source/bpf/load.h"
#include "lib/source/bpf/pass.h"
#include "lib/source/bpf/records.h"
#include "lib/source/bpf/walks.h"

struct reader {
    bool open[WAYS];   /* available, as far as known; after a failure only pins are tried again */
    bool pinned[WAYS]; /* had a pin at the start; the pin is tried again, as it may be replaced */
    bool never_procfs; /* even if procfs is cheaper */
    bool no_limit;     /* even if a pass takes longer than procfs, see struct budget */
    bool slow;         /* one did: procfs is read from then on */
    unsigned passes;   /* requested so far, including those by procfs */

    int programs[PROGRAMS]; /* loaded by us; -1: not loaded */
    bool refused[PROGRAMS]; /* rejected by the kernel, or too slow: not tried again */
    struct id_walk id_walk;
    struct stream stream; /* of the task iterator */
};

void reader_init(struct reader *reader);
void reader_fini(struct reader *reader);

/*
 * Determines which ways may be available, without loading anything. 0, with `why` empty; or -errno:
 * -ENOTSUP with a line in `why` if there is none. Pins that may not be used are passed over; the
 * line is about them if nothing else works either.
 */
int reader_probe(struct reader *reader, struct buf *why);

/* Whether a pinned program is in use. */
bool reader_has_pin(const struct reader *reader);

/* The cheapest way for a pass; WAY_NONE: procfs is cheaper, or no way is available. */
enum reader_way reader_choose(const struct reader *reader, const struct pass *pass);

/*
 * Loads the program into reader->programs[], unless it is loaded already. 0 or -errno. If procfs
 * can be read instead, loading has a time limit: see load_program_within().
 */
int reader_load_program(struct reader *reader, enum program program);

/* Loads the program of the cheapest way whose program the kernel accepts. 0 or -errno. */
int reader_load(struct reader *reader, const struct pass *pass);

/*
 * Makes a pass in the cheapest way that works. 0 with the sorted records, valid until the next
 * pass, or with SCOPE_NONE if procfs must be read. Or -ENOMEM.
 */
int reader_read(struct reader *reader, const struct pass *wanted, struct records *records);

/* Whether a pass over the threads of this host, with their memory, takes longer than procfs. */
bool reader_is_slow(void);

#endif
