/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_FILTERS_H
#define DOTPROC_TOP_MODEL_FILTERS_H

/*
 * The "other filters" of a window, keys o and O: they select tasks by the text of a field.
 *
 * [!]FIELD=VALUE the text contains the value [!]FIELD<VALUE the text sorts before the value, as a
 * string [!]FIELD>VALUE the text sorts after it
 *
 * '!' excludes the tasks that match. A filter compares the cell as it is shown, with its padding
 * and the blank after it, so a number is compared as scaled and justified text. A field of flexible
 * width is compared in full length. In stock top a filter has no effect while its field is hidden:
 * see model_applies_filter().
 *
 * Filters are plain values that can be copied.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/buf.h"
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

/* Parses what a user has typed; false, with the reason as one line in `why`: it is no filter. */
bool filter_parse(const char *text, bool ignore_case, struct filter *filter, struct buf *why);

/* Appends the filter as a user would type it, raw. */
void filter_put(const struct filter *filter, struct buf *out);

/* Adds a filter; false, with the reason as one line in `why`: a duplicate, or too many filters. */
bool filters_add(struct filters *filters, const struct filter *filter, struct buf *why);

/*
 * Whether the filter keeps a task whose cell has this text. `width`: cells of the column, without
 * the blank after it; 0 for a field of flexible width.
 */
bool filter_keeps(const struct filter *filter, const char *text, size_t width);

#endif
