/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * One kind of hash table for everything that is remembered: users, groups and terminals by their
 * number, texts by their hash. An entry without a text is a number that has no name.
 */
#include "lib/text/names.h"

#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/buf.h"
#include "lib/text/tty.h"

#define FIRST_SIZE 64

struct entry {
    uint64_t key;
    char *text; /* owned */
    bool used;
};

/* Open addressing; the size is a power of two, at most half of it in use. */
struct table {
    struct entry *entries;
    size_t size;
    size_t count;
};

struct name_cache {
    struct table users, groups, ttys, texts;
};

/* Neighbouring ids are the rule, so the bits are mixed (Knuth's multiplicative hashing). */
static size_t slot_of(uint64_t key, size_t size)
{
    return (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (size - 1);
}

static bool table_grow(struct table *table)
{
    size_t size = table->size ? table->size * 2 : FIRST_SIZE;
    struct entry *entries = calloc(size, sizeof(*entries));

    if (!entries)
        return false;
    for (size_t i = 0; i < table->size; i++) {
        size_t slot = slot_of(table->entries[i].key, size);

        if (!table->entries[i].used)
            continue;
        while (entries[slot].used)
            slot = (slot + 1) & (size - 1);
        entries[slot] = table->entries[i];
    }
    free(table->entries);
    table->entries = entries;
    table->size = size;
    return true;
}

/* Of several entries with one key, the first whose text is `text`; NULL: the only one. */
static const struct entry *table_find(const struct table *table, uint64_t key, const char *text,
                                      size_t len)
{
    if (table->size == 0)
        return NULL;
    for (size_t slot = slot_of(key, table->size);; slot = (slot + 1) & (table->size - 1)) {
        const struct entry *entry = &table->entries[slot];

        if (!entry->used)
            return NULL;
        if (entry->key != key)
            continue;
        if (!text || (strncmp(entry->text, text, len) == 0 && entry->text[len] == '\0'))
            return entry;
    }
}

/* Remembers a copy of `text`, which may be NULL. What is remembered, or NULL. */
static const char *table_add(struct table *table, uint64_t key, const char *text, size_t len)
{
    struct entry entry = {.key = key, .used = true};
    size_t slot;

    if (table->count >= table->size / 2 && !table_grow(table))
        return NULL;
    if (text) {
        entry.text = strndup(text, len);
        if (!entry.text)
            return NULL;
    }
    slot = slot_of(key, table->size);
    while (table->entries[slot].used)
        slot = (slot + 1) & (table->size - 1);
    table->entries[slot] = entry;
    table->count++;
    return entry.text;
}

static void table_fini(struct table *table)
{
    for (size_t i = 0; i < table->size; i++)
        free(table->entries[i].text);
    free(table->entries);
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
    free(cache);
}

const char *name_cache_user(struct name_cache *cache, uid_t uid)
{
    const struct entry *known = table_find(&cache->users, uid, NULL, 0);
    const struct passwd *user;
    const char *name;

    if (known)
        return known->text;
    user = getpwuid(uid);
    name = user && user->pw_name[0] ? user->pw_name : NULL;
    return table_add(&cache->users, uid, name, name ? strlen(name) : 0);
}

const char *name_cache_group(struct name_cache *cache, gid_t gid)
{
    const struct entry *known = table_find(&cache->groups, gid, NULL, 0);
    const struct group *group;
    const char *name;

    if (known)
        return known->text;
    group = getgrgid(gid);
    name = group && group->gr_name[0] ? group->gr_name : NULL;
    return table_add(&cache->groups, gid, name, name ? strlen(name) : 0);
}

const char *name_cache_tty(struct name_cache *cache, uint32_t tty, bool live)
{
    const struct entry *known = table_find(&cache->ttys, tty, NULL, 0);
    const char *remembered = NULL;
    struct buf name;

    if (known)
        return known->text;
    buf_init(&name);
    tty_put_name(&name, tty, live);
    if (!name.failed)
        remembered = table_add(&cache->ttys, tty, name.data, name.len);
    buf_fini(&name);
    return remembered;
}

/* 64-bit FNV-1a. */
static uint64_t hash_of(const char *text, size_t len)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return hash;
}

const char *name_cache_text(struct name_cache *cache, const char *text, size_t len)
{
    uint64_t hash = hash_of(text, len);
    const struct entry *known = table_find(&cache->texts, hash, text, len);

    return known ? known->text : table_add(&cache->texts, hash, text, len);
}

bool user_id_by_name(const char *name, uid_t *uid)
{
    const struct passwd *user = getpwnam(name);

    if (user)
        *uid = user->pw_uid;
    return user;
}

bool group_id_by_name(const char *name, gid_t *gid)
{
    const struct group *group = getgrnam(name);

    if (group)
        *gid = group->gr_gid;
    return group;
}
