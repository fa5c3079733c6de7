/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_NAME_RESOLVER_H
#define DOTPROC_TOP_WORK_NAME_RESOLVER_H

/*
 * Looks names of users and groups up in the background, because a name service may be slow or not
 * reply at all. The interface shows numbers until it has the names. All functions are for the
 * interface's thread, which owns the cache.
 */

#include <stdbool.h>
#include <stdint.h>

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

#endif
