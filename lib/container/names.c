/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/container/names.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/hash.h"
#include "lib/base/span.h"
#include "lib/container/state_file.h"

/* If a round begins with at least this many containers, all are dropped. */
#define MOST_ENTRIES 10000

#define ROUNDS_PER_SEARCH 10

/* One container. */
struct entry {
    char id[CONTAINER_ID_DIGITS + 1];
    bool of_user;
    uid_t user;
    bool searched;  /* at least once */
    bool is_named;  /* `found` is valid and comes from its file */
    unsigned round; /* the last round in which it was examined */
    struct state_found found;
};

struct container_names {
    int root;
    bool tried; /* to load the JSON reader */
    struct json_reader *reader;
    struct state_lists lists;
    unsigned round;
    struct entry *entries;
    size_t count, capacity;
    struct hash_table by_id;
};

int container_names_open(const char *root, struct container_names **out)
{
    struct container_names *names = calloc(1, sizeof(*names));
    int result = 0;

    if (!names)
        return -ENOMEM;
    names->root = open(root ? root : "/", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (names->root >= 0) {
        *out = names;
    } else {
        result = -errno;
        free(names);
    }
    return result;
}

static void forget_all(struct container_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        state_found_fini(&names->entries[i].found);
    names->count = 0;
    hash_table_fini(&names->by_id);
}

void container_names_close(struct container_names *names)
{
    if (!names)
        return;
    forget_all(names);
    free(names->entries);
    state_lists_fini(&names->lists);
    json_reader_close(names->reader);
    close(names->root);
    free(names);
}

void container_names_begin(struct container_names *names)
{
    names->round++;
    state_lists_begin(&names->lists);
    if (names->count >= MOST_ENTRIES)
        forget_all(names);
}

/*
 * The user that a container belongs to: systemd-logind's slices are user-UID.slice. Containers in
 * that of root, such as those of podman with --cgroups=split, are in the files of the system.
 */
static bool is_of_user(const char *slice, uid_t *user)
{
    static const char prefix[] = "user-";
    const char *at = slice + strlen(prefix);
    const char *end = slice + strlen(slice);
    uint64_t number;

    if (strncmp(slice, prefix, strlen(prefix)) != 0 || !decimal_take(&at, end, &number) ||
        strcmp(at, ".slice") != 0 || number == 0 || number >= (uid_t)-1)
        return false;
    *user = (uid_t)number;
    return true;
}

struct entry_key {
    const struct container_names *names;
    const char *id;
    bool of_user;
    uid_t user;
};

static bool matches(const void *key, size_t index)
{
    const struct entry_key *wanted = key;
    const struct entry *entry = &wanted->names->entries[index];

    return strcmp(entry->id, wanted->id) == 0 && entry->of_user == wanted->of_user &&
           entry->user == wanted->user;
}

static int add(struct container_names *names, const struct entry_key *key, uint64_t hash)
{
    struct entry *entry;
    int result = ARRAY_RESERVE(&names->entries, &names->capacity, names->count + 1);

    if (result == 0)
        result = hash_table_add(&names->by_id, hash, names->count);
    if (result < 0)
        return result;
    entry = &names->entries[names->count++];
    *entry = (struct entry){.of_user = key->of_user, .user = key->user};
    memcpy(entry->id, key->id, sizeof(entry->id));
    return 0;
}

static int load_reader(struct container_names *names)
{
    const int result = names->tried ? 0 : json_reader_open(&names->reader);

    if (result == -ENOMEM)
        return result;
    names->tried = true;
    return 0;
}

/* Updates an entry for this round. If descriptors are short it stays as it was. */
static int look(struct container_names *names, const struct container_place *at,
                struct entry *entry)
{
    const struct state_place place = {names->root, entry->of_user, entry->user, names->reader,
                                      NULL};
    struct state_found found = {0};
    int result;

    if (entry->searched && names->round - entry->round < (entry->is_named ? 1 : ROUNDS_PER_SEARCH))
        return 0;
    if (entry->is_named &&
        state_is_same(&place, buf_text(&entry->found.path), &entry->found.status)) {
        entry->round = names->round;
        return 0;
    }
    result = state_file_find(&place, &names->lists, entry->id, &found);
    if (found.texts[CONTAINER_TEXT_NAME].len == 0)
        container_place_put_name(at, &found.texts[CONTAINER_TEXT_NAME]);
    if (result >= 0 && state_found_result(&found) < 0)
        result = -ENOMEM;
    if (result < 0) {
        state_found_fini(&found);
        return result;
    }
    state_found_fini(&entry->found);
    entry->found = found;
    entry->is_named = result > 0;
    entry->searched = true;
    entry->round = names->round;
    return 0;
}

int container_names_find(struct container_names *names, const struct container_place *place,
                         struct container_name *name)
{
    struct entry_key key = {.names = names, .id = place->id};
    uint64_t hash;
    size_t index;
    int result;

    *name = (struct container_name){{place->id, "", "", ""}};
    if (!container_runtime_has_ids(place->runtime))
        return 0;
    result = load_reader(names);
    if (result < 0)
        return result;
    key.of_user = is_of_user(place->slice, &key.user);
    hash = hash_bytes(HASH_SEED ^ key.user, key.id, CONTAINER_ID_DIGITS);
    index = hash_table_find(&names->by_id, hash, matches, &key);
    if (index == HASH_NONE) {
        index = names->count;
        result = add(names, &key, hash);
    }
    if (result == 0)
        result = look(names, place, &names->entries[index]);
    for (size_t i = 0; i < CONTAINER_TEXTS && result == 0; i++)
        name->texts[i] = buf_text(&names->entries[index].found.texts[i]);
    return result;
}
