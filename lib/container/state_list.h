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

/* A user, in one round. */
struct state_user {
    uid_t user;
    struct buf folder; /* of data, relative to the root, with a final slash; empty: none */
    size_t left;       /* bytes of the user's files that may still be read */
};

/* The lists that were read, and their users. Zero-initialise. */
struct state_lists {
    struct state_list *lists;
    size_t count, capacity;
    struct state_user *users;
    size_t user_count, user_capacity;
    unsigned turn; /* the list that is replaced next, once there are as many as possible */
};

void state_lists_fini(struct state_lists *lists);

/* Begins a round: users are looked up again, and may have files read again. */
void state_lists_begin(struct state_lists *lists);

/*
 * Looks up a container in the list at found->path: 1 if it is named there, 0 if not, or -errno if
 * memory or descriptors are short.
 */
int state_lists_find(struct state_lists *lists, enum state_list_kind kind,
                     const struct state_place *place, const char *id, struct state_found *found);

#endif
