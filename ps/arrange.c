/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/arrange.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "ps/order.h"

struct column_context arrange_context(const struct ps_options *options,
                                      const struct snapshot *snapshot, struct name_cache *names,
                                      bool live)
{
    return (struct column_context){
        .system = &snapshot->system,
        .names = names,
        .live = live,
        .numeric_ids = options->numeric_ids,
        .cumulative = options->cumulative,
        .bare_command = options->bare_command,
        .with_environ = options->with_environ,
        .signal_names = options->signal_names,
        .date_format = options->date_format,
    };
}

static int arrange_groups(struct ps_groups *groups, const struct snapshot *snapshot,
                          struct listing *listing)
{
    int result = groups_make(snapshot, listing->options, listing->context, groups);

    listing->format = &groups->format;
    listing->groups = &groups->list;
    listing->count = groups->list.count;
    return result;
}

int arrange(struct arrangement *arrangement, struct snapshot *snapshot, struct listing *listing)
{
    const struct ps_options *options = listing->options;

    if (options->group_keys.count > 0)
        return arrange_groups(&arrangement->groups, snapshot, listing);
    if (ARRAY_RESERVE(&arrangement->rows, &arrangement->capacity, snapshot->count + 1) < 0)
        return -ENOMEM;
    listing->format = &options->format;
    listing->rows = arrangement->rows;
    listing->count = snapshot->count;
    return order_rows(snapshot, options, listing->context, arrangement->rows);
}

void arrangement_fini(struct arrangement *arrangement)
{
    free(arrangement->rows);
    groups_fini(&arrangement->groups);
    *arrangement = (struct arrangement){0};
}
