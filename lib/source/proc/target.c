/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/target.h"

#include <errno.h>

ssize_t target_read(const struct target *target, const char *name)
{
    char path[PLACE_PATH_MAX];

    place_path(target->place, name, path);
    return read_file(&target->source->buffer, target->place->dir, path);
}

ssize_t target_read_filled(const struct target *target, const char *name)
{
    ssize_t len = target_read(target, name);

    return len == 0 ? -ENOENT : len;
}
