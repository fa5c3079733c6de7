/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_FILTERS_H
#define DOTPROC_TOP_MODEL_FILTERS_H

/*
 * Which tasks a window shows: those that pass its filters and are of its user. Plain values that
 * can be copied.
 *
 * The "other filters", keys o and O, select tasks by the text of a field.
 *
 *   [!]FIELD=VALUE   the text contains the value
 *   [!]FIELD<VALUE   the text sorts before the value, as a string
 *   [!]FIELD>VALUE   the text sorts after it
 *
 * '!' excludes the tasks that match. A filter compares the cell as it is shown, with its padding
 * and the blank after it, so a number is compared as scaled and justified text. A field of flexible
 * width is compared in full length. In stock top a filter has no effect while its field is hidden:
 * see model_applies_filter().
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "lib/base/buf.h"
#include "lib/task/task.h"
#include "top/model/fields.h"

/* Whether a task passes; what has not been read of it may decide. The least of several holds. */
enum passes {
    PASSES_NOT,
    PASSES_UNKNOWN,
    PASSES,
};

static inline enum passes passes_if(bool is_so)
{
    return is_so ? PASSES : PASSES_NOT;
}

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

/* What is compared with a user: set by -u, -U and the keys u and U. */
enum filter_by {
    FILTER_NOBODY, /* everyone's tasks are shown */
    FILTER_EFFECTIVE,
    FILTER_ANY, /* compares the real, effective, saved and file system user */
};

struct user_filter {
    enum filter_by by;
    uid_t uid;
    bool negate; /* all but this user's */
};

/*
 * Parses a UID or a name, after an optional '!'. 1: done; 0: there is no such user; -errno as
 * user_id_by_name(). Looks a name up in the name service, which may block.
 */
int user_filter_parse(const char *text, enum filter_by by, struct user_filter *filter);

/*
 * As user_filter_parse(), but without the name service. False for no text, and for a number that is
 * no valid UID. If `*name` is not NULL, it is the name whose UID the caller has to look up and put
 * into filter->uid.
 */
bool user_filter_begin(const char *text, enum filter_by by, struct user_filter *filter,
                       const char **name);

/* The groups of figures that user_filter_match() needs. */
need_t user_filter_need(const struct user_filter *filter);

/* Exited tasks of an unknown user pass no filter. */
enum passes user_filter_match(const struct user_filter *filter, const struct task *task);

#endif
