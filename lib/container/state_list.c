/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/container/state_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/arena.h"
#include "lib/base/array.h"
#include "lib/base/hash.h"
#include "lib/base/resources.h"

/* The maximum number of lists cached: two for root, two for each user with containers, the logs. */
#define MOST_LISTS 64

/* The maximum number of directory entries read from the logs. */
#define MOST_LOGS 10000

/* A container; its texts are in the list's arena. */
struct listed {
    char id[CONTAINER_ID_DIGITS + 1];
    const char *texts[CONTAINER_TEXTS]; /* NULL: unknown */
};

struct state_list {
    char *path; /* owned */
    bool of_user;
    uid_t user;
    struct stat status;
    struct arena arena;
    struct listed *entries;
    size_t count, capacity;
    struct hash_table by_id;
};

static void fini(struct state_list *list)
{
    free(list->path);
    free(list->entries);
    arena_fini(&list->arena);
    hash_table_fini(&list->by_id);
}

void state_lists_fini(struct state_lists *lists)
{
    for (size_t i = 0; i < lists->count; i++)
        fini(&lists->lists[i]);
    free(lists->lists);
    state_lists_begin(lists);
    free(lists->users);
    *lists = (struct state_lists){0};
}

void state_lists_begin(struct state_lists *lists)
{
    while (lists->user_count > 0)
        buf_fini(&lists->users[--lists->user_count].folder);
}

struct wanted {
    const struct state_list *list;
    const char *id;
};

static bool has_id(const void *key, size_t index)
{
    const struct wanted *wanted = key;

    return memcmp(wanted->list->entries[index].id, wanted->id, CONTAINER_ID_DIGITS) == 0;
}

static const struct listed *find(const struct state_list *list, const char *id)
{
    const struct wanted wanted = {list, id};
    const size_t index = hash_table_find(
        &list->by_id, hash_bytes(HASH_SEED, id, CONTAINER_ID_DIGITS), has_id, &wanted);

    return index == HASH_NONE ? NULL : &list->entries[index];
}

/*
 * Adds a container with this ID, which need not be NUL-terminated; repeated IDs are ignored. 0 or
 * -ENOMEM.
 */
static int add(struct state_list *list, const char *id, struct listed **out)
{
    struct listed *entry;

    *out = NULL;
    if (find(list, id))
        return 0;
    if (ARRAY_RESERVE(&list->entries, &list->capacity, list->count + 1) < 0 ||
        hash_table_add(&list->by_id, hash_bytes(HASH_SEED, id, CONTAINER_ID_DIGITS), list->count) <
            0)
        return -ENOMEM;
    entry = &list->entries[list->count++];
    *entry = (struct listed){.id = ""};
    memcpy(entry->id, id, CONTAINER_ID_DIGITS);
    *out = entry;
    return 0;
}

static int set(struct state_list *list, struct listed *entry, enum container_text text,
               const char *bytes, size_t len)
{
    entry->texts[text] = arena_copy(&list->arena, bytes, len);
    return entry->texts[text] ? 0 : -ENOMEM;
}

static int set_string(struct state_list *list, struct listed *entry, enum container_text text,
                      const struct json_value *value)
{
    const char *string = json_string(value);

    return string ? set(list, entry, text, string, strlen(string)) : 0;
}

/* The image name is in JSON embedded in the JSON: libpod/storage.go of podman. */
static int take_image(const struct state_place *place, struct state_list *list,
                      struct listed *entry, const char *metadata)
{
    struct json_value *value = NULL;
    int result = metadata ? json_read(place->reader, metadata, strlen(metadata), &value) : -EINVAL;

    if (result == 0) {
        result = set_string(list, entry, CONTAINER_TEXT_IMAGE, json_member(value, "image-name"));
        json_forget(place->reader, value);
    }
    return result == -ENOMEM ? result : 0;
}

static int take_container(const struct state_place *place, struct state_list *list,
                          const struct json_value *each)
{
    const char *id = json_string(json_member(each, "id"));
    struct listed *entry = NULL;
    int result = 0;

    if (id && strlen(id) == CONTAINER_ID_DIGITS)
        result = add(list, id, &entry);
    if (result < 0 || !entry)
        return result;
    result = set_string(list, entry, CONTAINER_TEXT_NAME, json_first(json_member(each, "names")));
    if (result == 0)
        result = take_image(place, list, entry, json_string(json_member(each, "metadata")));
    return result;
}

static int read_podman(const struct state_place *place, struct state_found *found,
                       struct state_list *list)
{
    struct json_value *value = NULL;
    int result = state_read_json(place, found, &value);

    if (result <= 0)
        return result;
    result = 0;
    for (const struct json_value *each = json_first(value); each && result == 0;
         each = json_next(each))
        result = take_container(place, list, each);
    json_forget(place->reader, value);
    return result < 0 ? result : 1;
}

/* POD_NAMESPACE_CONTAINER-ID.log: pkg/kubelet/kuberuntime/legacy.go of Kubernetes. */
static int take_log(struct state_list *list, const char *file)
{
    const size_t len = strlen(file);
    const size_t tail = 1 + CONTAINER_ID_DIGITS + strlen(".log");
    const char *space = strchr(file, '_');
    const char *name = space ? strchr(space + 1, '_') : NULL;
    struct listed *entry = NULL;
    const char *end;
    int result;

    if (!name || len <= tail)
        return 0;
    end = file + len - tail;
    if (end <= name || *end != '-' || strcmp(end + 1 + CONTAINER_ID_DIGITS, ".log") != 0)
        return 0;
    result = add(list, end + 1, &entry);
    if (result < 0 || !entry)
        return result;
    result = set(list, entry, CONTAINER_TEXT_POD, file, (size_t)(space - file));
    if (result == 0)
        result = set(list, entry, CONTAINER_TEXT_NAMESPACE, space + 1, (size_t)(name - space - 1));
    if (result == 0)
        result = set(list, entry, CONTAINER_TEXT_NAME, name + 1, (size_t)(end - name - 1));
    return result;
}

static int read_logs(const struct state_place *place, struct state_found *found,
                     struct state_list *list)
{
    const int fd = state_open(place, buf_text(&found->path), O_RDONLY | O_DIRECTORY | O_NONBLOCK);
    DIR *directory = fd < 0 ? NULL : fdopendir(fd);
    int result = directory ? 0 : fd < 0 ? fd : -errno;
    const struct dirent *entry;

    if (!directory) {
        if (fd >= 0)
            close(fd);
        return is_shortage(result) ? result : 0;
    }
    if (fstat(fd, &found->status) == 0)
        for (size_t i = 0; i < MOST_LOGS && result == 0 && (entry = readdir(directory)); i++)
            result = take_log(list, entry->d_name);
    closedir(directory);
    return result < 0 ? result : 1;
}

static int read_list(enum state_list_kind kind, const struct state_place *place,
                     struct state_found *found, struct state_list *list)
{
    *list = (struct state_list){
        .path = strdup(buf_text(&found->path)), .of_user = place->of_user, .user = place->user};
    if (!list->path || found->path.failed)
        return -ENOMEM;
    return kind == STATE_LIST_OF_PODMAN ? read_podman(place, found, list)
                                        : read_logs(place, found, list);
}

/* The index of the list at a path; lists->count if it is not cached. */
static size_t find_known(const struct state_lists *lists, const struct state_place *place,
                         const char *path)
{
    size_t i = 0;

    while (i < lists->count &&
           (strcmp(lists->lists[i].path, path) != 0 || lists->lists[i].of_user != place->of_user ||
            lists->lists[i].user != place->user))
        i++;
    return i;
}

/* Reads a list for the first time or again: 1, 0 if there is none, or -errno. */
static int renew(struct state_lists *lists, size_t at, enum state_list_kind kind,
                 const struct state_place *place, struct state_found *found)
{
    struct state_list list;
    int result = read_list(kind, place, found, &list);

    if (result > 0 && at == lists->count)
        result = ARRAY_RESERVE(&lists->lists, &lists->capacity, at + 1) < 0 ? -ENOMEM : result;
    if (result <= 0) {
        fini(&list);
        return result;
    }
    list.status = found->status;
    if (at == lists->count)
        lists->count++;
    else
        fini(&lists->lists[at]);
    lists->lists[at] = list;
    return 1;
}

int state_lists_find(struct state_lists *lists, enum state_list_kind kind,
                     const struct state_place *place, const char *id, struct state_found *found)
{
    size_t at = find_known(lists, place, buf_text(&found->path));
    const bool is_known = at < lists->count;
    const struct listed *entry;
    int result = 1;

    if (at == MOST_LISTS)
        at = lists->turn++ % MOST_LISTS;
    if (!is_known || !state_is_same(place, lists->lists[at].path, &lists->lists[at].status))
        result = renew(lists, at, kind, place, found);
    if (result <= 0)
        return result;
    found->status = lists->lists[at].status;
    entry = find(&lists->lists[at], id);
    for (size_t i = 0; i < CONTAINER_TEXTS && entry; i++)
        state_found_put(found, (enum container_text)i, entry->texts[i]);
    return state_found_result(found);
}
