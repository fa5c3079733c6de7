/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_FORMAT_SPEC_H
#define DOTPROC_PS_FORMAT_SPEC_H

/*
 * Parses formats:
 *
 *   pid,user:20=OWNER,comm   columns; a width after ':', a header after '='
 *   "%p %U %a"               the codes of AIX, mixed with text
 *   F5FMT                    a macro, a format of another system
 */

#include "lib/base/arena.h"
#include "lib/base/buf.h"
#include "ps/format/format.h"

/* The widest column, to limit the memory for a line. */
#define FORMAT_WIDTH_MAX 131072

/*
 * Appends what `text` specifies. 0, -ENOMEM, or -EINVAL with a line in `error`; then nothing is
 * appended. Headers are copied to the arena.
 */
int format_parse(struct format *format, const char *text, struct arena *arena, struct buf *error);

/* Appends a built-in list of columns. 0 or -ENOMEM. */
int format_parse_plain(struct format *format, const char *columns);

/* One element of a list, split. */
struct format_element {
    const char *code;
    const char *width;  /* NULL: none given */
    const char *header; /* likewise */
};

/* Splits "code:width=header" in place. */
struct format_element format_split(char *text);

/* Appends a column as the user names it. 0, -ENOMEM, or -EINVAL with a line in `error`. */
int format_append_named(struct format *format, struct format_item item,
                        const struct format_element *element, struct buf *error);

/* The columns of a macro such as "F5FMT", separated by commas; NULL: no such macro. */
const char *format_macro_find(const char *name);

/* The name of the macro with this index; NULL past the end. */
const char *format_macro_at(size_t index);

#endif
