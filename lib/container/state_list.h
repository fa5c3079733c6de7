/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_CONTAINER_STATE_LIST_H
#define DOTPROC_CONTAINER_STATE_LIST_H

/*
 * Files that name many containers: each is read once, and again when it has changed, not once per
 * container.
 */

#include "lib/container/state_read.h"

enum state_list_kind {
    STATE_LIST_OF_PODMAN, /* a file of JSON: store.go in containers/storage */
    STATE_LIST_OF_LOGS,   /* the names in a directory: POD_NAMESPACE_CONTAINER-ID.log */
};

/* The lists that were read. Zero-initialise. */
struct state_lists {
    struct state_list *lists;
    size_t count, capacity;
    unsigned turn; /* the list that is replaced next, once there are as many as possible */
};

void state_lists_fini(struct state_lists *lists);

/*
 * Looks up a container in the list at found->path: 1 if it is named there, 0 if not, or -errno if
 * memory or descriptors are short.
 */
int state_lists_find(struct state_lists *lists, enum state_list_kind kind,
                     const struct state_place *place, const char *id, struct state_found *found);

#endif
