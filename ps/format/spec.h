/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_FORMAT_SPEC_H
#define DOTPROC_PS_FORMAT_SPEC_H

/*
 * Reading the formats that people write.
 *
 *   pid,user:20=OWNER,comm   columns; a width after ':', a header after '='
 *   "%p %U %a"               the codes of AIX, mixed with text
 *   F5FMT                    a macro, see macros.h
 */

#include "lib/task/arena.h"
#include "lib/text/buf.h"
#include "ps/format/format.h"

/* Wider columns are not made: lines would eat the memory. */
#define FORMAT_WIDTH_MAX 131072

/*
 * Appends what `text` says to the list. 0, -ENOMEM, or -EINVAL with a line about it in `error`;
 * then nothing has been appended. Headers are copied to the arena.
 */
int format_parse(struct format *format, const char *text, struct arena *arena, struct buf *error);

/* Appends columns of a list that the program itself has; the same results. */
int format_parse_plain(struct format *format, const char *columns, struct buf *error);

#endif
