/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/container/labels.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/hash.h"
#include "lib/container/names.h"

/* If a round begins with at least this many cgroup texts, all are dropped. */
#define MOST_LABELS 65536

struct label {
    char *groups;                 /* owned */
    char *texts[CONTAINER_TEXTS]; /* in one allocation, owned by the first one */
    char *id, *pod_uid;           /* by the path; both in one piece of memory, as above */
    unsigned round;               /* the last round in which it was looked up */
    bool is_answered;             /* with the files' contents, if they are needed */
};

struct container_labels {
    const char *root;
    struct container_names *names; /* NULL until they are needed */
    int error;                     /* 0, or the last shortage */
    bool deferred;
    struct container_guard guard; /* begin NULL: none */
    unsigned round;

    struct label *labels;
    size_t count, capacity, last; /* the last one found: adjacent tasks often have the same */
    struct hash_table by_groups;

    size_t *questions; /* indexes of labels */
    size_t question_count, question_capacity;
};

int container_labels_open(const char *root, struct container_labels **out)
{
    struct container_labels *labels = calloc(1, sizeof(*labels));
    int result = labels ? 0 : -ENOMEM;

    if (labels) {
        labels->root = root;
        labels->round = 1;
    }
    if (result == 0 && root)
        result = container_names_open(root, &labels->names);
    if (result == 0)
        *out = labels;
    else
        free(labels);
    return result;
}

static void forget_all(struct container_labels *labels)
{
    for (size_t i = 0; i < labels->count; i++) {
        free(labels->labels[i].groups);
        free(labels->labels[i].texts[0]);
        free(labels->labels[i].id);
    }
    labels->count = labels->last = labels->question_count = 0;
    hash_table_fini(&labels->by_groups);
}

void container_labels_close(struct container_labels *labels)
{
    if (!labels)
        return;
    forget_all(labels);
    free(labels->labels);
    free(labels->questions);
    container_names_close(labels->names);
    free(labels);
}

int container_labels_error(const struct container_labels *labels)
{
    return labels ? labels->error : 0;
}

void container_labels_miss(struct container_labels *labels, int error)
{
    labels->error = error;
}

void container_labels_begin(struct container_labels *labels)
{
    labels->round++;
    labels->question_count = 0;
    if (labels->count >= MOST_LABELS)
        forget_all(labels);
    if (labels->names)
        container_names_begin(labels->names);
}

void container_labels_set_guard(struct container_labels *labels, struct container_guard guard)
{
    labels->guard = guard;
}

void container_labels_defer(struct container_labels *labels)
{
    labels->deferred = true;
}

static bool is_same(const struct label *label, const char *const texts[CONTAINER_TEXTS])
{
    for (size_t i = 0; i < CONTAINER_TEXTS; i++)
        if (!label->texts[i] || strcmp(label->texts[i], texts[i]) != 0)
            return false;
    return true;
}

/* 1 if the label has changed, 0 if not, or -ENOMEM. */
static int store(struct label *label, const char *const texts[CONTAINER_TEXTS])
{
    size_t size = 0;
    char *at;

    if (is_same(label, texts))
        return 0;
    for (size_t i = 0; i < CONTAINER_TEXTS; i++)
        size += strlen(texts[i]) + 1;
    at = calloc(1, size);
    if (!at)
        return -ENOMEM;
    free(label->texts[0]);
    for (size_t i = 0; i < CONTAINER_TEXTS; i++) {
        const size_t len = strlen(texts[i]);

        label->texts[i] = memcpy(at, texts[i], len);
        at += len + 1;
    }
    return 1;
}

/* Stores texts; a pod without a name is shown by its UID, from the path. */
static int store_found(struct label *label, const struct container_place *place,
                       const char *const texts[CONTAINER_TEXTS])
{
    const char *all[CONTAINER_TEXTS];
    struct buf pod = {0};
    int result;

    memcpy(all, texts, sizeof(all));
    container_place_put_pod(place, &pod);
    if (!*all[CONTAINER_TEXT_POD])
        all[CONTAINER_TEXT_POD] = buf_text(&pod);
    result = pod.failed ? -ENOMEM : store(label, all);
    buf_fini(&pod);
    return result;
}

/* Stores what the path alone provides. */
static int store_ids(struct label *label, const struct container_place *place)
{
    struct buf name = {0};
    int result;

    container_place_put_name(place, &name);
    result = name.failed
                 ? -ENOMEM
                 : store_found(label, place,
                               (const char *const[CONTAINER_TEXTS]){buf_text(&name), "", "", ""});
    buf_fini(&name);
    return result;
}

/* Stores what the files contain, if they may be read. */
static int store_names(struct container_labels *labels, struct label *label,
                       const struct container_place *place)
{
    const struct container_guard *guard = &labels->guard;
    struct container_name found;
    int result;

    if (guard->begin && !guard->begin(guard->context, place->id))
        return 0;
    result = labels->names ? 0 : container_names_open(labels->root, &labels->names);
    if (result == 0)
        result = container_names_find(labels->names, place, &found);
    if (guard->begin)
        guard->end(guard->context);
    return result == 0 ? store_found(label, place, found.texts) : result;
}

static int note(struct container_labels *labels, size_t index)
{
    int result =
        ARRAY_RESERVE(&labels->questions, &labels->question_capacity, labels->question_count + 1);

    if (result == 0)
        labels->questions[labels->question_count++] = index;
    return result;
}

/* Looks a label up, at most once per round. */
static void look(struct container_labels *labels, size_t index)
{
    struct label *label = &labels->labels[index];
    struct container_place place;
    int result = 0;

    if (label->round == labels->round)
        return;
    label->round = labels->round;
    container_place_parse(label->groups, &place);
    if (!label->is_answered)
        result = store_ids(label, &place);
    if (result >= 0 && container_runtime_has_ids(place.runtime))
        result = labels->deferred ? note(labels, index) : store_names(labels, label, &place);
    if (result < 0)
        container_labels_miss(labels, result);
    label->is_answered =
        !labels->deferred || !container_runtime_has_ids(place.runtime) || label->is_answered;
}

struct wanted {
    const struct container_labels *labels;
    const char *groups;
};

static bool has_groups(const void *key, size_t index)
{
    const struct wanted *wanted = key;

    return strcmp(wanted->labels->labels[index].groups, wanted->groups) == 0;
}

/* False when memory is short. */
static bool add_ids(struct label *label)
{
    struct container_place place;
    size_t id_size;

    container_place_parse(label->groups, &place);
    id_size = strlen(place.id) + 1;
    label->id = calloc(1, id_size + sizeof(place.pod_uid));
    if (!label->id)
        return false;
    memcpy(label->id, place.id, id_size);
    label->pod_uid = label->id + id_size;
    memcpy(label->pod_uid, place.pod_uid, strlen(place.pod_uid));
    return true;
}

static size_t add(struct container_labels *labels, const char *groups, uint64_t hash)
{
    const size_t index = labels->count;
    struct label label = {.groups = strdup(groups)};

    if (!label.groups || !add_ids(&label) ||
        ARRAY_RESERVE(&labels->labels, &labels->capacity, index + 1) < 0 ||
        hash_table_add(&labels->by_groups, hash, index) < 0) {
        free(label.groups);
        free(label.id);
        container_labels_miss(labels, -ENOMEM);
        return HASH_NONE;
    }
    labels->labels[labels->count++] = label;
    return index;
}

static size_t find(const struct container_labels *labels, const char *groups, uint64_t hash)
{
    const struct wanted wanted = {labels, groups};

    return hash_table_find(&labels->by_groups, hash, has_groups, &wanted);
}

/* The label of a text, which may be new; HASH_NONE for no text and when memory is short. */
static size_t find_or_add(struct container_labels *labels, const char *groups)
{
    size_t index = labels->last;
    uint64_t hash;

    if (!*groups)
        return HASH_NONE;
    if (index < labels->count && strcmp(labels->labels[index].groups, groups) == 0)
        return index;
    hash = hash_string(groups);
    index = find(labels, groups, hash);
    if (index == HASH_NONE)
        index = add(labels, groups, hash);
    if (index != HASH_NONE)
        labels->last = index;
    return index;
}

const char *container_labels_text(struct container_labels *labels, const char *groups,
                                  enum container_text text)
{
    const size_t index = find_or_add(labels, groups);

    if (index == HASH_NONE)
        return "";
    look(labels, index);
    return labels->labels[index].texts[0] ? labels->labels[index].texts[text] : "";
}

const char *container_labels_id(struct container_labels *labels, const char *groups)
{
    const size_t index = find_or_add(labels, groups);

    return index == HASH_NONE ? "" : labels->labels[index].id;
}

const char *container_labels_pod_uid(struct container_labels *labels, const char *groups)
{
    const size_t index = find_or_add(labels, groups);

    return index == HASH_NONE ? "" : labels->labels[index].pod_uid;
}

bool container_labels_has_name(struct container_labels *labels, const char *groups,
                               const char *pattern)
{
    const char *name = container_labels_text(labels, groups, CONTAINER_TEXT_NAME);
    struct container_place place;

    if (!*name)
        return false;
    if (fnmatch(pattern, name, 0) == 0)
        return true;
    container_place_parse(groups, &place);
    if (!container_runtime_has_ids(place.runtime))
        return false;
    if (fnmatch(pattern, place.id, 0) == 0)
        return true;
    place.id[CONTAINER_ID_SHORT_DIGITS] = '\0';
    return fnmatch(pattern, place.id, 0) == 0;
}

bool container_labels_has_pod(struct container_labels *labels, const char *groups,
                              const char *pattern)
{
    const char *pod = container_labels_text(labels, groups, CONTAINER_TEXT_POD);
    const char *slash = strchr(pattern, '/');
    char space[CONTAINER_NAME_SIZE] = "";

    if (!*pod || fnmatch(slash ? slash + 1 : pattern, pod, 0) != 0)
        return false;
    if (!slash)
        return true;
    if ((size_t)(slash - pattern) >= sizeof(space))
        return false;
    memcpy(space, pattern, (size_t)(slash - pattern));
    return fnmatch(space, container_labels_text(labels, groups, CONTAINER_TEXT_NAMESPACE), 0) == 0;
}

bool container_labels_take_question(struct container_labels *labels, char **groups, bool *again)
{
    while (labels->question_count > 0) {
        const struct label *label = &labels->labels[labels->questions[--labels->question_count]];

        *groups = strdup(label->groups);
        *again = label->is_answered;
        if (*groups)
            return true;
        container_labels_miss(labels, -ENOMEM);
    }
    return false;
}

bool container_labels_learn(struct container_labels *labels, const char *groups,
                            const char *const texts[CONTAINER_TEXTS])
{
    const size_t index = find(labels, groups, hash_string(groups));
    struct container_place place;
    int result;

    if (index == HASH_NONE)
        return false;
    container_place_parse(groups, &place);
    result = store_found(&labels->labels[index], &place, texts);
    if (result < 0)
        container_labels_miss(labels, result);
    labels->labels[index].is_answered = true;
    return result > 0;
}
