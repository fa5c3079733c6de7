/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_USER_FILTER_H
#define DOTPROC_TOP_MODEL_USER_FILTER_H

/* Whose tasks are shown: what -u, -U and the keys u and U set. A plain value. */

#include <stdbool.h>
#include <sys/types.h>

#include "lib/task/task.h"

enum filter_by {
    FILTER_NOBODY, /* everyone's tasks are shown */
    FILTER_EFFECTIVE,
    FILTER_ANY, /* real, effective, saved or file system user */
};

struct user_filter {
    enum filter_by by;
    uid_t uid;
    bool negate; /* all but this user's */
};

/*
 * Parses a number or a name, after an optional '!'. 1; 0 when there is no such user; -errno as
 * user_id_by_name(). It asks the name service for a name, which may block.
 */
int user_filter_parse(const char *text, enum filter_by by, struct user_filter *filter);

/*
 * The same without asking the name service. False for a number that cannot be a user's. `*name` is
 * the name whose uid the caller has to put into filter->uid; NULL: the filter is complete.
 */
bool user_filter_begin(const char *text, enum filter_by by, struct user_filter *filter,
                       const char **name);

/* The figures that the filter looks at. */
need_t user_filter_need(const struct user_filter *filter);

/* A task whose owner has not been read yet matches: it is shown until more is known. */
bool user_filter_match(const struct user_filter *filter, const struct task *task);

#endif
