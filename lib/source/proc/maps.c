/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/maps.h"

struct seen {
    bool (*see)(void *context, const struct mapping *mapping);
    void *context;
};

static int parse_line(void *context, const char *line, size_t len)
{
    const struct seen *seen = context;
    struct mapping mapping;

    return maps_parse(line, len, &mapping) && !seen->see(seen->context, &mapping);
}

int maps_each(const struct task_reader *reader,
              bool (*see)(void *context, const struct mapping *mapping), void *context)
{
    struct seen seen = {see, context};

    if (!reader->source->base.live)
        return 0;
    return task_folder_each_line(reader->folder, "maps", parse_line, &seen);
}
