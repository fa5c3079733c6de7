/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_PARSE_H
#define DOTPROC_SOURCE_BPF_PARSE_H

/* Records in a row, as they come in a stream and in a page. */

#include "lib/source/bpf/records.h"

/* Whether records behind this header are of our version. */
bool parse_header_is_ours(const struct wire_header *header);

/*
 * Adds the records in `len` bytes at `data` to the records, which points to them from then on, and
 * may add to them. 0,
 * -EPROTO when there is something else, or -ENOMEM.
 */
int parse_records(char *data, size_t len, struct records *records);

#endif
