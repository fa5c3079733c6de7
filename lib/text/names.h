/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_NAMES_H
#define DOTPROC_TEXT_NAMES_H

/*
 * Names of users, groups and terminals by number, and ids by name; what was found is remembered.
 *
 * A lookup may ask a name service over the network, so each id is asked once per cache, unknown
 * ones included. Not thread-safe: a cache belongs to one thread.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/text/buf.h"

struct name_cache;

/* NULL when memory is short. */
struct name_cache *name_cache_new(void);
void name_cache_free(struct name_cache *cache);

/*
 * The name of a user or group, raw (see escape.h), or NULL when it has none or memory is short.
 * Valid as long as the cache.
 */
const char *name_cache_user(struct name_cache *cache, uid_t uid);
const char *name_cache_group(struct name_cache *cache, gid_t gid);

/* What a name service is asked: the name of this user or group. */
struct name_question {
    enum {
        NAME_OF_USER,
        NAME_OF_GROUP
    } of;
    uint32_t id;
};

/*
 * For whom must not wait for a name service. From now on an id that is not known has no name and is
 * noted as a question, until the answer is given to the cache.
 */
void name_cache_defer(struct name_cache *cache);

/* Takes a question that has been noted since; false when there is none. */
bool name_cache_take_question(struct name_cache *cache, struct name_question *question);

/* The answer to one; NULL: there is no such name. False when memory is short. */
bool name_cache_learn(struct name_cache *cache, const struct name_question *question,
                      const char *name);

/*
 * Asks now, by getpwuid(3) and getgrgid(3): from one thread at a time. Appends the name, raw; false
 * when there is none.
 */
bool name_look_up(const struct name_question *question, struct buf *out);

/*
 * The name of a terminal as tty_put_name() gives it; `live` is asked of the first call for that
 * terminal. NULL when memory is short.
 */
const char *name_cache_tty(struct name_cache *cache, uint32_t tty, bool live);

/*
 * The cache's own copy of a text, for values that are put together and of which there are few:
 * equal texts give the same pointer. NULL when memory is short.
 */
const char *name_cache_text(struct name_cache *cache, const char *text, size_t len);

/* The id of a name, by getpwnam(3) and getgrnam(3); false when there is none. */
bool user_id_by_name(const char *name, uid_t *uid);
bool group_id_by_name(const char *name, gid_t *gid);

#endif
