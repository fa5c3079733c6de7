/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_GRAMMAR_SORT_KEYS_H
#define DOTPROC_PS_GRAMMAR_SORT_KEYS_H

/* Sort orders: "ppid,-rss" of --sort and k, "Up-r" of O. */

#include "lib/base/buf.h"
#include "ps/options.h"

/* Both append to options->sort. 0, -ENOMEM, or -EINVAL with a line in `error`. */
int sort_parse(struct ps_options *options, const char *text, struct buf *error);
int sort_parse_short(struct ps_options *options, const char *text, struct buf *error);

/* Whether the text is a sort order of short keys without repeats. */
bool sort_is_short(const char *text);

#endif
