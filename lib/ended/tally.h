/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_ENDED_TALLY_H
#define DOTPROC_ENDED_TALLY_H

/* Sums of what ended tasks have used, by what they are alike by. */

#include <stddef.h>
#include <stdint.h>

#include "lib/base/hash.h"
#include "lib/ended/used.h"
#include "lib/source/bpf/ended_wire.h"

/* In a key: what is not known. An unknown name is empty. */
#define ENDED_NO_OWNER UINT32_MAX

struct ended_row {
    struct ended_wire_key key; /* without padding, compared by memcmp(3) */
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

/* The row with this key, with zeros if it is new; valid until the next call. NULL: no memory. */
struct ended_row *tally_row(struct ended_tally *tally, const struct ended_wire_key *key);

/* The row with this key, valid likewise; NULL: there is none. */
struct ended_row *tally_find(const struct ended_tally *tally, const struct ended_wire_key *key);

/* Adds to the row with this key. 0 or -ENOMEM. */
int tally_add(struct ended_tally *tally, const struct ended_wire_key *key,
              const struct ended_used *used);

#endif
