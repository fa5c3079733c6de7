/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_NAMES_H
#define DOTPROC_TEXT_NAMES_H

/*
 * Names of users, groups and terminals by number, with a cache, and ids by name.
 *
 * A lookup may use a name service over the network, so each id is looked up once per cache, even if
 * it has no name. Not thread-safe: a cache belongs to one thread.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/buf.h"

struct name_cache;

/* NULL when memory is short. */
struct name_cache *name_cache_new(void);
void name_cache_free(struct name_cache *cache);

/*
 * 0; or -ENOMEM, -EMFILE or -ENFILE if one of them has ever prevented a lookup or the storage of a
 * name: since then some names may be missing or be numbers. 0 for NULL.
 */
int name_cache_error(const struct name_cache *cache);

/*
 * The name of a user or group, raw (see escape.h), or NULL if it has none or memory is short. Valid
 * as long as the cache.
 */
const char *name_cache_user(struct name_cache *cache, uid_t uid);
const char *name_cache_group(struct name_cache *cache, gid_t gid);

#define USER_NUMBER_SIZE 16

/* The same of a user, or the number, as text in `number`. */
const char *name_cache_user_or_number(struct name_cache *cache, uid_t uid,
                                      char number[USER_NUMBER_SIZE]);

/* A request for the name of a user or group. */
struct name_question {
    enum {
        NAME_OF_USER,
        NAME_OF_GROUP
    } of;
    uint32_t id;
};

/*
 * For programs that must not wait for a name service: from now on an unknown id has no name, and is
 * recorded as a question until the cache gets the answer.
 */
void name_cache_defer(struct name_cache *cache);

/*
 * Whether the name of this user is still looked up. False after name_cache_error(), which may have
 * been about this one.
 */
bool name_cache_user_is_pending(const struct name_cache *cache, uid_t uid);

/* Takes a recorded question; false if there is none. */
bool name_cache_take_question(struct name_cache *cache, struct name_question *question);

/* Stores the answer to a question; NULL: it has no name. */
void name_cache_learn(struct name_cache *cache, const struct name_question *question,
                      const char *name);

/* Records that a lookup failed with `error`, which name_cache_error() returns from now on. */
void name_cache_miss(struct name_cache *cache, int error);

/*
 * Looks the name up by getpwuid(3) or getgrgid(3), so only one thread at a time may call it.
 * Appends the name, raw. 1; 0 if there is none; -ENOMEM, -EMFILE or -ENFILE.
 */
int name_look_up(const struct name_question *question, struct buf *out);

/*
 * The name of a terminal, from tty_put_name(); only the first call for a terminal uses `live`. NULL
 * when memory is short.
 */
const char *name_cache_tty(struct name_cache *cache, uint32_t tty, bool live);

/*
 * The cache's copy of a text, for computed values that repeat: equal texts give the same pointer.
 * NULL when memory is short.
 */
const char *name_cache_text(struct name_cache *cache, const char *text, size_t len);

/* The same for a buffer's text; NULL, too, when the buffer has failed. */
const char *name_cache_buf(struct name_cache *cache, const struct buf *text);

/*
 * For long-running programs, at a time when they hold none of these texts: frees all once there are
 * many.
 */
void name_cache_trim_texts(struct name_cache *cache);

/*
 * The id of a name, by getpwnam(3) and getgrnam(3). 1; 0 if there is none; -ENOMEM, -EMFILE or
 * -ENFILE.
 */
int user_id_by_name(const char *name, uid_t *uid);
int group_id_by_name(const char *name, gid_t *gid);

#endif
