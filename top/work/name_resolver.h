/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_NAME_RESOLVER_H
#define DOTPROC_TOP_WORK_NAME_RESOLVER_H

/*
 * Looks names up in the background, of users and groups, because a name service may be slow or not
 * reply at all, and of containers, whose runtimes' state files may be on a file system that does
 * not. The interface shows numbers and IDs until it has the names. All functions are for the
 * interface's thread, which owns the cache and the labels.
 */

#include <poll.h>
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
    NAMED_ID,      /* a name was put into the cache, or changes labels */
    NAMED_USER,    /* a user was looked up by name */
};

/*
 * The cache and the labels get their names from the resolver from now on, and have to outlive it.
 * `root` as container_labels_open() takes it. For containers no thread is started until a name is
 * missing. 0 or -errno.
 */
int name_resolver_open(struct name_cache *cache, struct container_labels *labels, const char *root,
                       struct name_resolver **out);

/* Only for the end of the program: as worker_pool_close(). NULL is allowed. */
void name_resolver_close(struct name_resolver *resolver);

#define NAME_FDS 2

/* To be polled: one of them is readable when there are answers. */
void name_resolver_fds(const struct name_resolver *resolver, struct pollfd fds[NAME_FDS]);

/*
 * Requests all names that the cache lacks and, unless an earlier batch is outstanding, those that
 * the labels lack. False if nothing was requested but names that containers may have by now instead
 * of others.
 */
bool name_resolver_ask(struct name_resolver *resolver);

/* Requests the ID of a user. 0; or -ENOMEM, then there will be no answer. */
int name_resolver_ask_user(struct name_resolver *resolver, const char *name);

/* Takes the next answer, or all about containers. `user->name` is valid until the next call. */
enum named name_resolver_take(struct name_resolver *resolver, struct named_user *user);

/*
 * Leaves files of containers behind that do not respond: their containers keep the ID or the name
 * that they have, and other questions go on. Call it again at `due_ns` or earlier.
 */
void name_resolver_poll(struct name_resolver *resolver, int64_t *due_ns);

/*
 * Whether answers are outstanding to requests for which name_resolver_ask() returned true, or to
 * name_resolver_ask_user(); *since_ns is when the last of them was made.
 */
bool name_resolver_is_awaited(const struct name_resolver *resolver, int64_t *since_ns);

/* 0, or -errno: a name could not be looked up for lack of memory or descriptors. */
int name_resolver_error(const struct name_resolver *resolver);

#endif
