/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_UNIT_PS_PS_LINE_H
#define DOTPROC_TESTS_UNIT_PS_PS_LINE_H

/*
 * Command lines of ps, and what is made of them, in words.
 *
 * Words of a line are separated by one space each; two in a row make an empty word between them,
 * and a tab stands for a space within a word.
 */

#include "ps/options.h"

struct line_case {
    const char *personality; /* NULL: none is set */
    const char *line;
    const char *told;
};

/* Parses a line in a personality; ps_line_give_back() frees the options and the error. */
int ps_line_parse(const char *line, const char *personality, const char *ps_format,
                  struct ps_options *options, struct buf *error);
void ps_line_give_back(struct ps_options *options, struct buf *error);

/* "pid,user:20!,comm=NAME": codes, with widths and headings that are not the column's own. */
void ps_line_tell_format(struct buf *out, const struct format *format);

/*
 * Which tasks are selected, and all other options but the format that differ from their defaults.
 */
void ps_line_tell_choice(struct buf *out, const struct ps_options *options);

/* Fails if the text differs; blanks at its end do not count. */
void ps_line_check(const char *line, const struct buf *actual, const char *expected);

#endif
