/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/source.h"

#include <errno.h>
#include <string.h>

#include "lib/source/proc/backends.h"

/* In the order in which "auto" tries them. */
static const struct source_ops *const back_ends[] = {
    &source_dot,
    &source_task,
    &source_flat,
};

#define BACK_ENDS (sizeof(back_ends) / sizeof(back_ends[0]))

static int open_first(const struct source_options *options, struct source **out, struct buf *why)
{
    int result = -ENOTSUP;

    for (size_t i = 0; i < BACK_ENDS && result == -ENOTSUP; i++) {
        buf_clear(why);
        result = back_ends[i]->open(options, out, why);
    }
    return result;
}

int source_open(const struct source_options *options, struct source **out, struct buf *why)
{
    const char *name = options->name ? options->name : "auto";

    if (strcmp(name, "auto") == 0)
        return open_first(options, out, why);
    for (size_t i = 0; i < BACK_ENDS; i++) {
        if (strcmp(name, back_ends[i]->name) == 0)
            return back_ends[i]->open(options, out, why);
    }
    buf_printf(why, "unknown source \"%s\"; there are auto", name);
    for (size_t i = 0; i < BACK_ENDS; i++)
        buf_printf(why, ", %s", back_ends[i]->name);
    return -EINVAL;
}

int source_scan(struct source *source, const struct scan_request *request,
                struct snapshot *snapshot)
{
    return source->ops->scan(source, request, snapshot);
}

int source_fill(struct source *source, struct snapshot *snapshot, struct task *task, need_t need)
{
    return source->ops->fill(source, snapshot, task, need);
}

void source_close(struct source *source)
{
    if (source)
        source->ops->close(source);
}
