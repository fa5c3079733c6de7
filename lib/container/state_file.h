/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_CONTAINER_STATE_FILE_H
#define DOTPROC_CONTAINER_STATE_FILE_H

/* Which state file has the name of a container. */

#include "lib/container/state_list.h"

/*
 * Searches the files for a container's ID, in order, until one has its name. 1 if one has, 0 if
 * none has, or -errno if memory or descriptors are short. `known` caches the lists that were read.
 */
int state_file_find(const struct state_place *place, struct state_lists *known, const char *id,
                    struct state_found *found);

#endif
