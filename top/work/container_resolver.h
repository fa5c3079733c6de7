/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_CONTAINER_RESOLVER_H
#define DOTPROC_TOP_WORK_CONTAINER_RESOLVER_H

/*
 * Reads the state files of container runtimes in the background: they may be on a file system that
 * is slow or does not respond. The interface shows IDs until it has the names. No thread is started
 * until a name is missing. All functions are for the interface's thread, which owns the labels.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lib/container/labels.h"

struct container_resolver;

/*
 * The labels get their names from the resolver from now on, and have to outlive it. `root` as
 * container_labels_open() takes it. 0 or -ENOMEM.
 */
int container_resolver_open(struct container_labels *labels, const char *root,
                            struct container_resolver **out);

/* Only for the end of the program: as worker_pool_close(). NULL is allowed. */
void container_resolver_close(struct container_resolver *resolver);

/* A descriptor that polls readable when there are answers; -1: no name was missing yet. */
int container_resolver_fd(const struct container_resolver *resolver);

/*
 * Requests all names that the labels lack, unless an earlier batch is outstanding. Returns whether
 * the batch has containers that had no answer before.
 */
bool container_resolver_ask(struct container_resolver *resolver);

/*
 * Leaves files behind that do not respond: their containers keep the id or the name that they
 * have, and other questions go on. Call it again at `due_ns` or earlier.
 */
void container_resolver_poll(struct container_resolver *resolver, int64_t *due_ns);

/* Takes all answers that have arrived. Returns whether they change a label. */
bool container_resolver_take(struct container_resolver *resolver);

/*
 * Whether a batch is outstanding for which container_resolver_ask() returned true; *since_ns is
 * when it was requested.
 */
bool container_resolver_is_awaited(const struct container_resolver *resolver, int64_t *since_ns);

#endif
