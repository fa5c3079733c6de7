/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_USER_FILTER_H
#define DOTPROC_TOP_MODEL_USER_FILTER_H

/* Which users' tasks are shown: set by -u, -U and the keys u and U. A plain value. */

#include <stdbool.h>
#include <sys/types.h>

#include "lib/task/task.h"

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
 * As user_filter_parse(), but without the name service. False for a number that is no valid UID. If
 * `*name` is not NULL, it is the name whose UID the caller has to look up and put into filter->uid.
 */
bool user_filter_begin(const char *text, enum filter_by by, struct user_filter *filter,
                       const char **name);

/* The groups of figures that user_filter_match() needs. */
need_t user_filter_need(const struct user_filter *filter);

/* Whether a task is shown. One whose owner has not been read yet is shown until it has been. */
bool user_filter_match(const struct user_filter *filter, const struct task *task);

#endif
