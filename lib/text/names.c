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

#include "lib/base/array.h"
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
    bool deferred;
    struct name_question *questions; /* noted and not taken */
    size_t question_count, question_capacity;
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
static struct entry *table_find(const struct table *table, uint64_t key, const char *text,
                                size_t len)
{
    if (table->size == 0)
        return NULL;
    for (size_t slot = slot_of(key, table->size);; slot = (slot + 1) & (table->size - 1)) {
        struct entry *entry = &table->entries[slot];

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
    free(cache->questions);
    free(cache);
}

bool name_look_up(const struct name_question *question, struct buf *out)
{
    const struct passwd *user = question->of == NAME_OF_USER ? getpwuid(question->id) : NULL;
    const struct group *group = question->of == NAME_OF_GROUP ? getgrgid(question->id) : NULL;
    const char *name = user ? user->pw_name : group ? group->gr_name : "";

    buf_puts(out, name);
    return *name;
}

static struct table *table_of(struct name_cache *cache, const struct name_question *question)
{
    return question->of == NAME_OF_USER ? &cache->users : &cache->groups;
}

void name_cache_defer(struct name_cache *cache)
{
    cache->deferred = true;
}

/* One that cannot be noted is asked again as one that is not known. */
static void note(struct name_cache *cache, const struct name_question *question)
{
    if (ARRAY_RESERVE(&cache->questions, &cache->question_capacity, cache->question_count + 1) < 0)
        return;
    table_add(table_of(cache, question), question->id, NULL, 0);
    cache->questions[cache->question_count++] = *question;
}

bool name_cache_take_question(struct name_cache *cache, struct name_question *question)
{
    if (!cache->question_count)
        return false;
    *question = cache->questions[--cache->question_count];
    return true;
}

bool name_cache_learn(struct name_cache *cache, const struct name_question *question,
                      const char *name)
{
    struct table *table = table_of(cache, question);
    struct entry *known = table_find(table, question->id, NULL, 0);

    if (!known)
        return table_add(table, question->id, name, name ? strlen(name) : 0) || !name;
    if (known->text || !name)
        return true;
    known->text = strdup(name);
    return known->text;
}

static const char *name_of(struct name_cache *cache, const struct name_question *question)
{
    struct table *table = table_of(cache, question);
    const struct entry *known = table_find(table, question->id, NULL, 0);
    const char *name = NULL;
    struct buf found = {0};

    if (known)
        return known->text;
    if (cache->deferred)
        note(cache, question);
    else if (name_look_up(question, &found) && !found.failed)
        name = table_add(table, question->id, found.data, found.len);
    else if (!found.failed)
        table_add(table, question->id, NULL, 0);
    buf_fini(&found);
    return name;
}

const char *name_cache_user(struct name_cache *cache, uid_t uid)
{
    return name_of(cache, &(struct name_question){NAME_OF_USER, uid});
}

const char *name_cache_group(struct name_cache *cache, gid_t gid)
{
    return name_of(cache, &(struct name_question){NAME_OF_GROUP, gid});
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
