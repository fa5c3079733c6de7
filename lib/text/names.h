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
