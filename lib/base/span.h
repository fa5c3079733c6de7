/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_SPAN_H
#define DOTPROC_BASE_SPAN_H

/*
 * A part of a text, such as a line or a word. It is borrowed: whoever has the text keeps it.
 * Inline, as files of every task are read by lines.
 */

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct span {
    const char *text; /* not terminated */
    size_t len;
};

/* All of a string. */
static inline struct span span_of(const char *text)
{
    return (struct span){text, strlen(text)};
}

/* Behind the last byte. */
static inline const char *span_end(struct span span)
{
    return span.text + span.len;
}

/* Whether it has the bytes of a string, and no others. */
static inline bool span_is(struct span span, const char *text)
{
    return span.len == strlen(text) && memcmp(span.text, text, span.len) == 0;
}

/* What is taken is removed from the start of *rest. */

/* False, and nothing is taken, if *rest does not begin with the prefix. */
static inline bool span_take_prefix(struct span *rest, const char *prefix)
{
    const size_t len = strlen(prefix);

    if (rest->len < len || memcmp(rest->text, prefix, len) != 0)
        return false;
    rest->text += len;
    rest->len -= len;
    return true;
}

/*
 * Takes what precedes the next separator, and the separator; all if there is none. With '\n' that
 * is a line, with ',' an element of a list. False if nothing is left; then *part is empty.
 */
static inline bool span_take_part(struct span *rest, char separator, struct span *part)
{
    const char *found;

    *part = *rest;
    if (rest->len == 0)
        return false;
    found = memchr(rest->text, separator, rest->len);
    if (found)
        part->len = (size_t)(found - rest->text);
    rest->text += part->len + (found != NULL);
    rest->len -= part->len + (found != NULL);
    return true;
}

/* Takes spaces and the word after them, which is empty at the end. */
static inline struct span span_take_word(struct span *rest)
{
    struct span word;

    while (rest->len > 0 && *rest->text == ' ') {
        rest->text++;
        rest->len--;
    }
    span_take_part(rest, ' ', &word);
    return word;
}

#endif
