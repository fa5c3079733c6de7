/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_FORCED_WAY_H
#define DOTPROC_TESTS_BPF_FORCED_WAY_H

/*
 * Has the BPF sources of a test make their passes in one way alone, whatever it costs: by a reader
 * of this module in place of the sources' own.
 */

#include <stdbool.h>

#include "lib/source/bpf/reader.h"

/* "id-walk" and the like; WAY_NONE: there is none of that name. */
enum reader_way forced_way_find(const char *name);

/*
 * From now on passes are made this way, and the test fails at the first one that is not. False with
 * a line in `why` if the way is not open here, or the kernel would take no program from us.
 */
bool forced_way_open(enum reader_way way, struct buf *why);

/* After each forced_way_open(), also if that returned false. */
void forced_way_close(void);

/* The records of the last pass, valid until the next one or until its source is closed. */
const struct records *forced_way_records(void);

#endif
