/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_NAME_RESOLVER_H
#define DOTPROC_TOP_WORK_NAME_RESOLVER_H

/*
 * Looks names up in the background, of users and groups, because a name service may be slow or not
 * reply at all, and of containers, whose runtimes' state files may be on a file system that does
 * not. The interface shows numbers and IDs until it has the names. All functions are for the
 * interface's thread, which owns the cache and the labels.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lib/container/labels.h"
#include "lib/text/names.h"

struct name_resolver;

/* The result of name_resolver_ask_user(). */
struct named_user {
    const char *name; /* the name that was looked up */
    bool known;
    uid_t uid;
    int error; /* 0; or -errno for lack of memory or descriptors: then it was not looked up */
};

enum named {
    NAMED_NOTHING, /* there is no answer yet */
    NAMED_ID,      /* a name was put into the cache */
    NAMED_USER,    /* a user was looked up by name */
};

/* The cache gets its names from the resolver from now on, and has to outlive it. 0 or -errno. */
int name_resolver_open(struct name_cache *cache, struct name_resolver **out);

/* Only for the end of the program: as worker_pool_close(). */
void name_resolver_close(struct name_resolver *resolver);

/* A descriptor that polls readable when there are answers. */
int name_resolver_fd(const struct name_resolver *resolver);

/* Requests all names that the cache lacks. False if it lacks none. */
bool name_resolver_ask(struct name_resolver *resolver);

/* Requests the ID of a user. 0; or -ENOMEM, then there will be no answer. */
int name_resolver_ask_user(struct name_resolver *resolver, const char *name);

/* Takes the next answer. `user->name` is valid until the next call. */
enum named name_resolver_take(struct name_resolver *resolver, struct named_user *user);

/* Whether answers are outstanding; *since_ns is when the last request was made. */
bool name_resolver_is_busy(const struct name_resolver *resolver, int64_t *since_ns);

/* The same for containers. No thread is started until a name is missing. */
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
