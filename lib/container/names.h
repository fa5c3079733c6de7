/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_CONTAINER_NAMES_H
#define DOTPROC_CONTAINER_NAMES_H

/*
 * The names that runtimes gave to containers whose paths have only an ID, from the runtimes' state
 * files: no daemon is contacted. Most of these files are readable by root only; an unreadable file
 * counts as missing.
 *
 * For a container in the slice of a user other than root (user-UID.slice) only that user's files
 * are searched, and they must be owned by the user. Otherwise a user could create a cgroup with the
 * ID of one of root's containers, and a program in it would be shown as part of that container.
 * Root of another container can do that still, if it knows the ID.
 *
 * Files may be on a file system that does not respond, so callers that must not block use a
 * separate thread. Texts are untrusted.
 */

#include "lib/container/path.h"

struct container_names;

/* "" if unknown. The name is "id:3f2a5c0b1d2e" if only the ID is known. */
struct container_name {
    const char *texts[CONTAINER_TEXTS];
};

/*
 * The files are below the directory `root`; NULL: "/". 0 or -errno. Close with
 * container_names_close(); NULL is allowed.
 */
int container_names_open(const char *root, struct container_names **out);
void container_names_close(struct container_names *names);

/*
 * Begins a round, such as a refresh: each container is then examined once more, by stat(2) of the
 * file that named it, which is read again if it has changed. Containers without a file are searched
 * for in every tenth round.
 */
void container_names_begin(struct container_names *names);

/*
 * The name of the container at a place. Its texts are borrowed until the next round begins; those
 * of a container without an ID are borrowed from `place`. 0; -ENOMEM; or -EMFILE or -ENFILE if
 * descriptors are short.
 */
int container_names_find(struct container_names *names, const struct container_place *place,
                         struct container_name *name);

#endif
