/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * One kind of table for everything in the cache: users, groups and terminals by number, texts by
 * hash. An entry without a text is a number without a name.
 */
#include "lib/text/names.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/hash.h"
#include "lib/base/resources.h"
#include "lib/text/tty.h"

/* More than 16,000 threads have; the texts of a hostile user take some megabytes at most. */
#define TEXTS_MAX 65536

struct entry {
    uint64_t key;
    char *text; /* owned */
    uint32_t len;
    enum {
        ENTRY_OPEN,    /* not looked up, or its name not kept: memory was short */
        ENTRY_PENDING, /* its question has no answer yet, or name_cache_miss() */
        ENTRY_KNOWN,
    } state; /* of a user or group */
};

struct table {
    struct entry *entries;
    size_t count, capacity;
    struct hash_table by_key;
};

struct name_cache {
    struct table users, groups, ttys, texts;
    int error; /* 0, or the last lack of memory or descriptors */
    bool deferred;
    struct name_question *questions; /* recorded, not taken yet */
    size_t question_count, question_capacity;
};

/* A search in a table. */
struct wanted {
    const struct table *table;
    uint64_t key;
    const char *text; /* NULL: any */
    size_t len;
};

static bool is_wanted(const void *key, size_t index)
{
    const struct wanted *wanted = key;
    const struct entry *entry = &wanted->table->entries[index];

    if (entry->key != wanted->key)
        return false;
    return !wanted->text ||
           (entry->len == wanted->len && memcmp(entry->text, wanted->text, wanted->len) == 0);
}

/* Of several entries with one key, the one with this text; with NULL, the only one. */
static struct entry *table_find(const struct table *table, uint64_t key, const char *text,
                                size_t len)
{
    const struct wanted wanted = {table, key, text, len};
    size_t index = hash_table_find(&table->by_key, key, is_wanted, &wanted);

    return index == HASH_NONE ? NULL : &table->entries[index];
}

/* Any bytes, with a NUL behind them; NULL when memory is short. */
static char *copy_bytes(const char *bytes, size_t len)
{
    char *copy = malloc(len + 1);

    if (copy)
        *(char *)mempcpy(copy, bytes, len) = '\0';
    return copy;
}

/* Adds an entry with a copy of `text`, which may be NULL; NULL when memory is short. */
static struct entry *table_add(struct table *table, uint64_t key, const char *text, size_t len)
{
    struct entry entry = {
        .key = key, .text = text ? copy_bytes(text, len) : NULL, .len = (uint32_t)len};

    if ((text && !entry.text) ||
        ARRAY_RESERVE(&table->entries, &table->capacity, table->count + 1) < 0 ||
        hash_table_add(&table->by_key, key, table->count) < 0) {
        free(entry.text);
        return NULL;
    }
    table->entries[table->count] = entry;
    return &table->entries[table->count++];
}

static void table_fini(struct table *table)
{
    for (size_t i = 0; i < table->count; i++)
        free(table->entries[i].text);
    free(table->entries);
    hash_table_fini(&table->by_key);
}

struct name_cache *name_cache_new(void)
{
    return calloc(1, sizeof(struct name_cache));
}

void name_cache_free(struct name_cache *cache)
{
    if (!cache)
        return;
    table_fini(&cache->users);
    table_fini(&cache->groups);
    table_fini(&cache->ttys);
    table_fini(&cache->texts);
    free(cache->questions);
    free(cache);
}

int name_cache_error(const struct name_cache *cache)
{
    return cache ? cache->error : 0;
}

int name_look_up(const struct name_question *question, struct buf *out)
{
    const struct passwd *user = NULL;
    const struct group *group = NULL;
    const char *name;

    if (spare_memory_check() < 0)
        return -ENOMEM;
    errno = 0;
    if (question->of == NAME_OF_USER)
        user = getpwuid(question->id);
    else
        group = getgrgid(question->id);
    if (!user && !group)
        return is_shortage(-errno) ? -errno : 0;
    name = user ? user->pw_name : group->gr_name;
    buf_puts(out, name);
    return out->failed ? -ENOMEM : *name != '\0';
}

static struct table *table_of(struct name_cache *cache, const struct name_question *question)
{
    return question->of == NAME_OF_USER ? &cache->users : &cache->groups;
}

void name_cache_defer(struct name_cache *cache)
{
    cache->deferred = true;
}

void name_cache_miss(struct name_cache *cache, int error)
{
    cache->error = error;
}

/* When memory is short the question is recorded the next time it comes up. */
static void note(struct name_cache *cache, const struct name_question *question,
                 struct entry *entry)
{
    if (!entry)
        entry = table_add(table_of(cache, question), question->id, NULL, 0);
    if (!entry || ARRAY_RESERVE(&cache->questions, &cache->question_capacity,
                                cache->question_count + 1) < 0) {
        name_cache_miss(cache, -ENOMEM);
        return;
    }
    entry->state = ENTRY_PENDING;
    cache->questions[cache->question_count++] = *question;
}

bool name_cache_take_question(struct name_cache *cache, struct name_question *question)
{
    if (!cache->question_count)
        return false;
    *question = cache->questions[--cache->question_count];
    return true;
}

void name_cache_learn(struct name_cache *cache, const struct name_question *question,
                      const char *name)
{
    struct table *table = table_of(cache, question);
    struct entry *entry = table_find(table, question->id, NULL, 0);

    if (!entry)
        entry = table_add(table, question->id, NULL, 0);
    if (entry && name && !entry->text)
        entry->text = strdup(name);
    if (name && (!entry || !entry->text))
        name_cache_miss(cache, -ENOMEM);
    if (entry)
        entry->state = name && !entry->text ? ENTRY_OPEN : ENTRY_KNOWN;
}

static const char *name_of(struct name_cache *cache, const struct name_question *question)
{
    const struct table *table = table_of(cache, question);
    struct entry *entry = table_find(table, question->id, NULL, 0);
    struct buf found = {0};
    int result;

    if (entry && entry->state != ENTRY_OPEN)
        return entry->text;
    if (cache->deferred) {
        note(cache, question, entry);
        return NULL;
    }
    result = name_look_up(question, &found);
    if (result < 0)
        cache->error = result;
    else
        name_cache_learn(cache, question, result > 0 ? found.data : NULL);
    buf_fini(&found);
    entry = table_find(table, question->id, NULL, 0);
    return entry ? entry->text : NULL;
}

const char *name_cache_user(struct name_cache *cache, uid_t uid)
{
    return name_of(cache, &(struct name_question){NAME_OF_USER, uid});
}

bool name_cache_user_is_pending(const struct name_cache *cache, uid_t uid)
{
    const struct entry *known = table_find(&cache->users, uid, NULL, 0);

    return known && known->state == ENTRY_PENDING && !cache->error;
}

const char *name_cache_user_or_number(struct name_cache *cache, uid_t uid,
                                      char number[USER_NUMBER_SIZE])
{
    const char *name = name_cache_user(cache, uid);

    if (name)
        return name;
    snprintf(number, USER_NUMBER_SIZE, "%u", (unsigned)uid);
    return number;
}

const char *name_cache_group(struct name_cache *cache, gid_t gid)
{
    return name_of(cache, &(struct name_question){NAME_OF_GROUP, gid});
}

const char *name_cache_tty(struct name_cache *cache, uint32_t tty, bool live)
{
    const struct entry *known = table_find(&cache->ttys, tty, NULL, 0);
    struct buf name = {0};

    if (known)
        return known->text;
    tty_put_name(&name, tty, live);
    if (!name.failed)
        known = table_add(&cache->ttys, tty, name.data, name.len);
    if (!known)
        cache->error = -ENOMEM;
    buf_fini(&name);
    return known ? known->text : NULL;
}

const char *name_cache_text(struct name_cache *cache, const char *text, size_t len)
{
    uint64_t hash = hash_bytes(HASH_SEED, text, len);
    const struct entry *known = table_find(&cache->texts, hash, text, len);

    if (!known)
        known = table_add(&cache->texts, hash, text, len);
    if (!known)
        cache->error = -ENOMEM;
    return known ? known->text : NULL;
}

void name_cache_trim_texts(struct name_cache *cache)
{
    if (cache->texts.count < TEXTS_MAX)
        return;
    table_fini(&cache->texts);
    cache->texts = (struct table){0};
}

const char *name_cache_buf(struct name_cache *cache, const struct buf *text)
{
    if (!text->failed)
        return name_cache_text(cache, buf_text(text), buf_len(text));
    cache->error = -ENOMEM;
    return NULL;
}

int user_id_by_name(const char *name, uid_t *uid)
{
    const struct passwd *user;

    if (spare_memory_check() < 0)
        return -ENOMEM;
    errno = 0;
    user = getpwnam(name);
    if (!user)
        return is_shortage(-errno) ? -errno : 0;
    *uid = user->pw_uid;
    return 1;
}

int group_id_by_name(const char *name, gid_t *gid)
{
    const struct group *group;

    if (spare_memory_check() < 0)
        return -ENOMEM;
    errno = 0;
    group = getgrnam(name);
    if (!group)
        return is_shortage(-errno) ? -errno : 0;
    *gid = group->gr_gid;
    return 1;
}
