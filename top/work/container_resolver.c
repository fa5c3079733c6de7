/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/container_resolver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/buf.h"
#include "lib/base/hash.h"
#include "lib/base/resources.h"
#include "lib/container/names.h"
#include "top/base/clock.h"
#include "top/work/worker_pool.h"

/* A question and its answer. */
struct container_job {
    struct job job;
    char *groups; /* owned */
    bool unread;  /* another worker waits for the container's files: the label stays as it is */
    bool begins;  /* the first one of a batch: files may have changed since the one before */
    struct buf texts[CONTAINER_TEXTS];
    int result;
};

struct container_resolver {
    struct container_labels *labels;
    const char *root;
    struct worker_pool *pool; /* NULL until a name is missing */
    int64_t since_ns;         /* time of the last batch of questions */
    bool is_new;              /* the batch has a container that had no name before */
};

static int open_names(void *owner, void **tools, struct buf *why)
{
    const struct container_resolver *resolver = owner;
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

int container_resolver_open(struct container_labels *labels, const char *root,
                            struct container_resolver **out)
{
    struct container_resolver *resolver = calloc(1, sizeof(*resolver));

    if (!resolver)
        return -ENOMEM;
    resolver->labels = labels;
    resolver->root = root;
    container_labels_defer(labels);
    *out = resolver;
    return 0;
}

void container_resolver_close(struct container_resolver *resolver)
{
    if (resolver && worker_pool_close(resolver->pool))
        free(resolver);
}

int container_resolver_fd(const struct container_resolver *resolver)
{
    return resolver->pool ? worker_pool_fd(resolver->pool) : -1;
}

/* All questions of the labels as a list, oldest first. */
static struct job *take_questions(struct container_resolver *resolver)
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
static bool open_pool(struct container_resolver *resolver)
{
    struct buf why = {0};
    const int result =
        resolver->pool ? 0 : worker_pool_open(&container_ops, resolver, &resolver->pool, &why);

    buf_fini(&why);
    if (is_shortage(result))
        container_labels_miss(resolver->labels, result);
    return result == 0;
}

bool container_resolver_ask(struct container_resolver *resolver)
{
    struct job *jobs;

    if (resolver->pool && worker_pool_is_busy(resolver->pool))
        return false;
    resolver->is_new = false;
    jobs = take_questions(resolver);
    if (!jobs)
        return false;
    if (!open_pool(resolver)) {
        discard_all(jobs);
        return false;
    }
    worker_pool_submit(resolver->pool, jobs);
    resolver->since_ns = clock_now_ns();
    return resolver->is_new;
}

static bool learn(struct container_resolver *resolver, const struct container_job *answer)
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

bool container_resolver_take(struct container_resolver *resolver)
{
    struct job *job;
    bool changed = false;

    while (resolver->pool && (job = worker_pool_take(resolver->pool))) {
        changed |= learn(resolver, (struct container_job *)job);
        discard_containers(job);
    }
    return changed;
}

void container_resolver_poll(struct container_resolver *resolver, int64_t *due_ns)
{
    *due_ns = CLOCK_NEVER;
    if (resolver->pool)
        worker_pool_poll(resolver->pool, due_ns);
}

bool container_resolver_is_awaited(const struct container_resolver *resolver, int64_t *since_ns)
{
    *since_ns = resolver->since_ns;
    return resolver->is_new && resolver->pool && worker_pool_is_busy(resolver->pool);
}
