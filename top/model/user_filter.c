/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/user_filter.h"

#include <stdint.h>
#include <string.h>

#include "lib/text/names.h"
#include "top/model/number.h"

bool user_filter_begin(const char *text, enum filter_by by, struct user_filter *filter,
                       const char **name)
{
    struct user_filter begun = {.by = by};
    int64_t number;

    *name = NULL;
    if (*text == '!') {
        begun.negate = true;
        text++;
    }
    if (number_parse(text, &number)) {
        /* The largest ID, (uid_t)-1, is no user. */
        if (number < 0 || number >= UINT32_MAX)
            return false;
        begun.uid = (uid_t)number;
    } else {
        *name = text;
    }
    *filter = begun;
    return true;
}

int user_filter_parse(const char *text, enum filter_by by, struct user_filter *filter)
{
    struct user_filter parsed;
    const char *name;
    int result = user_filter_begin(text, by, &parsed, &name);

    if (result > 0 && name)
        result = user_id_by_name(name, &parsed.uid);
    if (result > 0)
        *filter = parsed;
    return result;
}

need_t user_filter_need(const struct user_filter *filter)
{
    switch (filter->by) {
    case FILTER_NOBODY:
        return 0;
    case FILTER_EFFECTIVE:
        return NEED_OWNER;
    case FILTER_ANY:
        return NEED_STATUS;
    }
    return 0;
}

static bool is_of_user(const struct user_filter *filter, const struct task *task)
{
    if (filter->by == FILTER_EFFECTIVE)
        return task->euid == filter->uid;
    for (int kind = 0; kind < ID_KINDS; kind++)
        if (task->status->uid[kind] == filter->uid)
            return true;
    return false;
}

/* Of exited tasks at most the effective user is known. Those of an unknown user match no filter. */
static bool is_of_user_ended(const struct user_filter *filter, const struct task *task)
{
    return task->have & NEED_OWNER && (task->euid == filter->uid) != filter->negate;
}

bool user_filter_match(const struct user_filter *filter, const struct task *task)
{
    need_t need = user_filter_need(filter);

    if (task->is_ended && filter->by != FILTER_NOBODY)
        return is_of_user_ended(filter, task);
    if ((task->have & need) != need || (filter->by == FILTER_ANY && !task->status))
        return true;
    return filter->by == FILTER_NOBODY || is_of_user(filter, task) != filter->negate;
}
