/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_ENDED_TALLY_H
#define DOTPROC_ENDED_TALLY_H

/* Sums of the usage of exited tasks by name, parent, user and cgroup. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/hash.h"
#include "lib/ended/seen.h"
#include "lib/source/bpf/wire.h"

/* The complete names, padded with NULs. In the key of a row each number in a name is '*'. */
struct ended_names {
    char comm[TASK_COMM_LEN], by[TASK_COMM_LEN];
    bool other_comms, other_bys; /* some tasks of the row have other names */
    uint32_t by_pid;             /* of the process named in `by`; 0: unknown, or several */
};

struct ended_row {
    struct ended_wire_key key; /* used without BPF, too; no padding, compared by memcmp(3) */
    struct ended_names names;
    struct ended_used used;
};

/* Zero-initialise. */
struct ended_tally {
    struct hash_table table;
    struct ended_row *rows;
    size_t count, capacity;
};

void tally_fini(struct ended_tally *tally);
void tally_clear(struct ended_tally *tally);

/* Adds to the row of this key, whose names may still contain numbers. 0 or -ENOMEM. */
int tally_add(struct ended_tally *tally, const struct ended_wire_key *key,
              const struct ended_names *names, const struct ended_used *used);

#endif
