/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_GRAMMAR_SORT_KEYS_H
#define DOTPROC_PS_GRAMMAR_SORT_KEYS_H

/* Sort orders: "ppid,-rss" as --sort and k take them, "Up-r" as O does. */

#include "lib/text/buf.h"
#include "ps/options.h"

/* Both append to options->sort. 0, -ENOMEM, or -EINVAL with a line about it in `error`. */
int sort_parse(struct ps_options *options, const char *text, struct buf *error);
int sort_parse_short(struct ps_options *options, const char *text, struct buf *error);

/* The text is a sort order of short keys, each of them named once. */
bool sort_is_short(const char *text);

#endif
