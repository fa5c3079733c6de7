/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_PARSE_H
#define DOTPROC_SOURCE_BPF_PARSE_H

/* Parses the records of an iterator or a page. */

#include <stdbool.h>
#include <stddef.h>

#include "lib/source/bpf/records.h"
#include "lib/source/bpf/wire.h"

/* Whether the records after this header are of our version. */
bool parse_header_is_ours(const struct wire_header *header);

/*
 * Adds the `len` bytes of records at `data`, which stay there: `records` points to them and may
 * change them. 0; -EPROTO if they are malformed; or -ENOMEM.
 */
int parse_records(char *data, size_t len, struct records *records);

#endif
