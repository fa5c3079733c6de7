/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_NAME_RESOLVER_H
#define DOTPROC_TOP_WORK_NAME_RESOLVER_H

/*
 * Asks the name service, which may be far away or not answer at all, beside the interface, which
 * shows numbers until it has the names.
 *
 * All functions below are for the interface's thread, whose name cache it is.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lib/text/names.h"

struct name_resolver;

/* What was found out about a user asked for by name. */
struct named_user {
    const char *name; /* as it was asked for */
    bool known;
    uid_t uid;
};

enum named {
    NAMED_NOTHING, /* there is no answer now */
    NAMED_ID,      /* one was put into the cache */
    NAMED_USER,    /* one about a user asked for by name */
};

/* From now on the cache, which is to outlast the resolver, gets its names here. 0 or -errno. */
int name_resolver_open(struct name_cache *cache, struct name_resolver **out);

/* To be called only when the program ends: a lookup going on is left to itself. */
void name_resolver_close(struct name_resolver *resolver);

/* A descriptor that polls readable when there are answers. */
int name_resolver_fd(const struct name_resolver *resolver);

/* Passes on what the cache lacks. False when that was nothing. */
bool name_resolver_ask(struct name_resolver *resolver);

/* Asks for the id of a user. 0 or -ENOMEM; then no answer will come. */
int name_resolver_ask_user(struct name_resolver *resolver, const char *name);

/* Takes the next answer. Of the user's the name is good until the next call. */
enum named name_resolver_take(struct name_resolver *resolver, struct named_user *user);

/* Whether answers are still to come, and the clock when the last question was asked. */
bool name_resolver_is_busy(const struct name_resolver *resolver, int64_t *since_ns);

#endif
