/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_FORCED_WAY_H
#define DOTPROC_TESTS_BPF_FORCED_WAY_H

/*
 * Has the BPF sources of a program make their passes by one way alone, whatever it costs. They are
 * made by a reader of our own, in place of the sources'.
 */

#include <stdbool.h>

#include "lib/source/bpf/reader.h"

/* "id-walk" and the like; WAY_NONE: there is none of that name. */
enum reader_way forced_way_find(const char *name);

/* From now on passes are made this way. False if it is not open here; a line in `why`, if known. */
bool forced_way_open(enum reader_way way, struct buf *why);
void forced_way_close(void);

/* Whether it is still open: the kernel has taken the programs that the passes needed. */
bool forced_way_works(void);

/* The reader, and the records of the last pass, valid until the next one or the source is closed.
 */
const struct reader *forced_way_reader(void);
const struct records *forced_way_records(void);

#endif
