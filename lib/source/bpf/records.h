/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_RECORDS_H
#define DOTPROC_SOURCE_BPF_RECORDS_H

/* Records in a row, as they come in a stream and in a page. */

#include "lib/source/bpf/harvest.h"

/* Whether records behind this header are of our version. */
bool records_are_ours(const struct wire_header *header);

/*
 * Adds the records in `len` bytes at `data` to the harvest, which points to them from then on, and
 * may add to them. 0,
 * -EPROTO when there is something else, or -ENOMEM.
 */
int records_add(char *data, size_t len, struct harvest *harvest);

#endif
