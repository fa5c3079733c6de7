/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/name_resolver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/buf.h"
#include "lib/base/hash.h"
#include "lib/base/resources.h"
#include "lib/base/units.h"
#include "lib/container/names.h"
#include "top/work/worker_pool.h"

struct name_resolver {
    struct name_cache *cache;
    struct worker_pool *pool;
    int64_t since_ns;       /* when the last question was asked */
    struct name_job *taken; /* the one that the caller may still read */

    struct container_labels *labels;
    const char *root;
    struct worker_pool *containers; /* NULL until a name is missing */
    int64_t containers_since_ns;    /* time of the last batch of questions */
    bool is_new;                    /* the batch has a container that had no name before */
};

/* --- users and groups --- */

/* A question and its answer. */
struct name_job {
    struct job job;
    struct name_question question;
    struct buf name; /* the answer; or with asks_for_id the question: a user's name */
    bool asks_for_id;
    uid_t uid;  /* the answer then */
    int result; /* of name_look_up() or user_id_by_name() */
};

static void look_up_names(struct read_guard *guard, void *tools, struct job *job)
{
    struct name_job *name = (struct name_job *)job;

    if (name->asks_for_id)
        name->result = user_id_by_name(buf_text(&name->name), &name->uid);
    else
        name->result = name_look_up(&name->question, &name->name);
}

static void discard_names(struct job *job)
{
    struct name_job *name = (struct name_job *)job;

    buf_fini(&name->name);
    free(name);
}

/* The worker reads no files of tasks, so it never gets stuck with one. */
static const struct worker_ops name_ops = {
    .close_limit_ns = NS_PER_S / 10,
    .run = look_up_names,
    .discard = discard_names,
};

/* Replaces the answer taken last by this one. */
static void keep(struct name_resolver *resolver, struct name_job *taken)
{
    if (resolver->taken)
        discard_names(&resolver->taken->job);
    resolver->taken = taken;
}

static void submit(struct name_resolver *resolver, struct job *names)
{
    worker_pool_submit(resolver->pool, names);
    resolver->since_ns = clock_ns(CLOCK_MONOTONIC);
}

/*
 * Without memory for a question the number stays. The cache returns the last question first, so the
 * list has the first one first: names are answered from top to bottom.
 */
static bool ask_names(struct name_resolver *resolver)
{
    struct name_question question;
    struct job *names = NULL;

    while (name_cache_take_question(resolver->cache, &question)) {
        struct name_job *name = calloc(1, sizeof(*name));

        if (!name) {
            name_cache_miss(resolver->cache, -ENOMEM);
            continue;
        }
        name->question = question;
        name->job.next = names;
        names = &name->job;
    }
    if (names)
        submit(resolver, names);
    return names != NULL;
}

int name_resolver_ask_user(struct name_resolver *resolver, const char *name)
{
    struct name_job *user = calloc(1, sizeof(*user));

    if (!user)
        return -ENOMEM;
    buf_puts(&user->name, name);
    if (user->name.failed) {
        discard_names(&user->job);
        return -ENOMEM;
    }
    user->asks_for_id = true;
    submit(resolver, &user->job);
    return 0;
}

static enum named take_name(struct name_resolver *resolver, struct named_user *user)
{
    struct name_job *name = (struct name_job *)worker_pool_take(resolver->pool);

    keep(resolver, name);
    if (!name)
        return NAMED_NOTHING;
    if (name->asks_for_id) {
        *user = (struct named_user){buf_text(&name->name), name->result > 0, name->uid,
                                    name->result < 0 ? name->result : 0};
        return NAMED_USER;
    }
    if (name->result < 0)
        name_cache_miss(resolver->cache, name->result);
    else
        name_cache_learn(resolver->cache, &name->question,
                         name->result > 0 ? buf_text(&name->name) : NULL);
    return NAMED_ID;
}

/* --- containers --- */

/* A question and its answer. */
struct container_job {
    struct job job;
    char *groups; /* owned */
    bool unread;  /* another worker waits for the container's files: the label stays as it is */
    bool begins;  /* the first one of a batch: files may have changed since the one before */
    struct buf texts[CONTAINER_TEXTS];
    int result;
};

static int open_names(void *owner, void **tools, struct buf *why)
{
    const struct name_resolver *resolver = owner;
    struct container_names *names;
    const int result = container_names_open(resolver->root, &names);

    if (result == 0)
        *tools = names;
    return result;
}

static void close_names(void *tools)
{
    container_names_close(tools);
}

static void look_up_containers(struct read_guard *guard, void *tools, struct job *job)
{
    struct container_job *question = (struct container_job *)job;
    struct container_place place;
    struct container_name name;

    if (question->begins)
        container_names_begin(tools);
    container_place_parse(question->groups, &place);
    if (!read_guard_allow_others(guard,
                                 (uint32_t)hash_bytes(HASH_SEED, place.id, strlen(place.id)))) {
        question->unread = true;
        return;
    }
    question->result = container_names_find(tools, &place, &name);
    read_guard_rest(guard);
    for (size_t i = 0; i < CONTAINER_TEXTS && question->result == 0; i++) {
        buf_puts(&question->texts[i], name.texts[i]);
        if (question->texts[i].failed)
            question->result = -ENOMEM;
    }
}

static void discard_containers(struct job *job)
{
    struct container_job *question = (struct container_job *)job;

    for (size_t i = 0; i < CONTAINER_TEXTS; i++)
        buf_fini(&question->texts[i]);
    free(question->groups);
    free(question);
}

static const struct worker_ops container_ops = {
    .close_limit_ns = NS_PER_S / 10,
    .open = open_names,
    .close = close_names,
    .run = look_up_containers,
    .discard = discard_containers,
};

/* All questions of the labels as a list, oldest first. */
static struct job *take_questions(struct name_resolver *resolver)
{
    struct job *jobs = NULL;
    char *groups;
    bool again;

    while (container_labels_take_question(resolver->labels, &groups, &again)) {
        struct container_job *question = calloc(1, sizeof(*question));

        if (!question) {
            free(groups);
            container_labels_miss(resolver->labels, -ENOMEM);
            continue;
        }
        question->groups = groups;
        question->job.next = jobs;
        jobs = &question->job;
        resolver->is_new |= !again;
    }
    if (jobs)
        ((struct container_job *)jobs)->begins = true;
    return jobs;
}

static void discard_all(struct job *jobs)
{
    while (jobs) {
        struct job *next = jobs->next;

        discard_containers(jobs);
        jobs = next;
    }
}

/* False: there can be no worker, so IDs are shown. */
static bool open_pool(struct name_resolver *resolver)
{
    struct buf why = {0};
    const int result = resolver->containers ? 0
                                            : worker_pool_open(&container_ops, resolver,
                                                               &resolver->containers, &why);

    buf_fini(&why);
    if (is_shortage(result))
        container_labels_miss(resolver->labels, result);
    return result == 0;
}

/* Whether a batch was requested that has containers without an answer so far. */
static bool ask_containers(struct name_resolver *resolver)
{
    struct job *jobs;

    if (resolver->containers && worker_pool_is_busy(resolver->containers))
        return false;
    resolver->is_new = false;
    jobs = take_questions(resolver);
    if (!jobs)
        return false;
    if (!open_pool(resolver)) {
        discard_all(jobs);
        return false;
    }
    worker_pool_submit(resolver->containers, jobs);
    resolver->containers_since_ns = clock_ns(CLOCK_MONOTONIC);
    return resolver->is_new;
}

static bool learn(struct name_resolver *resolver, const struct container_job *answer)
{
    const char *texts[CONTAINER_TEXTS];

    if (answer->unread)
        return false;
    if (answer->result < 0) {
        container_labels_miss(resolver->labels, answer->result);
        return false;
    }
    for (size_t i = 0; i < CONTAINER_TEXTS; i++)
        texts[i] = buf_text(&answer->texts[i]);
    return container_labels_learn(resolver->labels, answer->groups, texts);
}

/* Takes all answers that have arrived. Returns whether they change a label. */
static bool take_containers(struct name_resolver *resolver)
{
    struct job *job;
    bool changed = false;

    while (resolver->containers && (job = worker_pool_take(resolver->containers))) {
        changed |= learn(resolver, (struct container_job *)job);
        discard_containers(job);
    }
    return changed;
}

/* --- both --- */

int name_resolver_open(struct name_cache *cache, struct container_labels *labels, const char *root,
                       struct name_resolver **out)
{
    struct name_resolver *resolver = calloc(1, sizeof(*resolver));
    struct buf why = {0};
    int result;

    if (!resolver)
        return -ENOMEM;
    *resolver = (struct name_resolver){.cache = cache, .labels = labels, .root = root};
    result = worker_pool_open(&name_ops, NULL, &resolver->pool, &why);
    buf_fini(&why);
    if (result) {
        free(resolver);
        return result;
    }
    name_cache_defer(cache);
    container_labels_defer(labels);
    *out = resolver;
    return 0;
}

void name_resolver_close(struct name_resolver *resolver)
{
    if (!resolver)
        return;
    worker_pool_close(resolver->pool);
    keep(resolver, NULL);
    if (worker_pool_close(resolver->containers))
        free(resolver);
}

void name_resolver_fds(const struct name_resolver *resolver, struct pollfd fds[NAME_FDS])
{
    const struct worker_pool *containers = resolver->containers;

    fds[0] = (struct pollfd){.fd = worker_pool_fd(resolver->pool), .events = POLLIN};
    fds[1] = (struct pollfd){.fd = containers ? worker_pool_fd(containers) : -1, .events = POLLIN};
}

bool name_resolver_ask(struct name_resolver *resolver)
{
    const bool asked = ask_names(resolver);

    return ask_containers(resolver) || asked;
}

enum named name_resolver_take(struct name_resolver *resolver, struct named_user *user)
{
    const enum named named = take_name(resolver, user);

    return named == NAMED_NOTHING && take_containers(resolver) ? NAMED_ID : named;
}

void name_resolver_poll(struct name_resolver *resolver, int64_t *due_ns)
{
    *due_ns = CLOCK_NEVER;
    if (resolver->containers)
        worker_pool_poll(resolver->containers, due_ns);
}

bool name_resolver_is_awaited(const struct name_resolver *resolver, int64_t *since_ns)
{
    const bool names = worker_pool_is_busy(resolver->pool);
    const bool containers =
        resolver->is_new && resolver->containers && worker_pool_is_busy(resolver->containers);

    *since_ns = names ? resolver->since_ns : 0;
    if (containers && resolver->containers_since_ns > *since_ns)
        *since_ns = resolver->containers_since_ns;
    return names || containers;
}

int name_resolver_error(const struct name_resolver *resolver)
{
    const int error = name_cache_error(resolver->cache);

    return error ? error : container_labels_error(resolver->labels);
}
