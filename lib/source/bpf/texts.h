/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_TEXTS_H
#define DOTPROC_SOURCE_BPF_TEXTS_H

/* Command lines and environments of many tasks, by runs of texts.bpf.c. */

#include <stdbool.h>
#include <stddef.h>

#include "lib/source/bpf/wire.h"

/*
 * Reads the texts of the first `count` of page->texts, at most WIRE_TEXTS, whose tids are set. The
 * number of them that the run came to, at least 1, each checked; or -errno.
 */
int texts_run(int program, bool environ, size_t count, struct wire_text_page *page);

/*
 * What procfs would show for one of these: `*len` bytes in the page; NULL if that has to be read
 * from procfs.
 */
const char *texts_get(const struct wire_text_page *page, size_t index, size_t *len);

#endif
