/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_NAMER_H
#define DOTPROC_TOP_WORK_NAMER_H

/*
 * Asks the name service, which may be far away or not answer at all, on a thread of its own: the
 * interface shows numbers until it has the names.
 *
 * All functions below are for the interface's thread, whose name cache it is.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lib/text/names.h"

struct namer;

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

/* From now on the cache, which is to outlast the namer, gets its names here. 0 or -errno. */
int namer_start(struct name_cache *cache, struct namer **out);

/* To be called only when the program ends: a lookup going on is left to itself. */
void namer_stop(struct namer *namer);

/* A descriptor that polls readable when there are answers. */
int namer_fd(const struct namer *namer);

/* Passes on what the cache lacks. False when that was nothing. */
bool namer_ask(struct namer *namer);

/* Asks for the id of a user. 0 or -ENOMEM; then no answer will come. */
int namer_ask_user(struct namer *namer, const char *name);

/* Takes the next answer. Of the user's the name is good until the next call. */
enum named namer_take(struct namer *namer, struct named_user *user);

/* Whether answers are still to come, and the clock when the last question was asked. */
bool namer_is_busy(const struct namer *namer, int64_t *since_ns);

#endif
