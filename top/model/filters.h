/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_FILTERS_H
#define DOTPROC_TOP_MODEL_FILTERS_H

/*
 * The "other filters" of a window, the keys o and O: tasks are chosen by the text of a field.
 *
 *   [!]FIELD=VALUE    the text contains the value
 *   [!]FIELD<VALUE    the text comes before the value, as strings
 *   [!]FIELD>VALUE    and behind it
 *
 * With '!' the tasks that match are left out. What is compared is the cell as it is shown, with
 * its padding and the blank behind it; only a field of flexible width counts in full length. So
 * a number is compared as its scaled, justified text. A filter rests while its field is not shown.
 *
 * Plain values: they can be copied, and no text in them is longer than an answer.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/text/buf.h"
#include "top/model/fields.h"

#define FILTERS_MAX        16
#define FILTER_VALUE_BYTES 129

enum relation {
    RELATION_CONTAINS,
    RELATION_BELOW,
    RELATION_ABOVE,
};

struct filter {
    enum field_id field;
    enum relation relation;
    bool exclude;
    bool ignore_case; /* of ASCII letters */
    char value[FILTER_VALUE_BYTES];
};

struct filters {
    struct filter list[FILTERS_MAX];
    size_t count;
};

/* Reads what a user has typed; false with one line in `why`. */
bool filter_parse(const char *text, bool ignore_case, struct filter *filter, struct buf *why);

/* Appends it as it could have been typed, raw. */
void filter_put(const struct filter *filter, struct buf *out);

/* Adds one; false with one line in `why` when it is there already or there are too many. */
bool filters_add(struct filters *filters, const struct filter *filter, struct buf *why);

/* Whether a task stays whose cell has this text, `width` cells wide before the blank behind it. */
bool filter_keeps(const struct filter *filter, const char *text, size_t width);

#endif
