/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/name_resolver.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/buf.h"
#include "top/base/clock.h"
#include "top/work/worker_pool.h"

/* A question and its answer. */
struct name_job {
    struct job job;
    struct name_question question;
    struct buf name; /* the answer; or with asks_for_id the question: a user's name */
    bool asks_for_id;
    uid_t uid;  /* the answer then */
    int result; /* of name_look_up() or user_id_by_name() */
};

struct name_resolver {
    struct name_cache *cache;
    struct worker_pool *pool;
    int64_t since_ns;       /* when the last question was asked */
    struct name_job *taken; /* the one that the caller may still read */
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

int name_resolver_open(struct name_cache *cache, struct name_resolver **out)
{
    struct name_resolver *resolver = calloc(1, sizeof(*resolver));
    struct buf why = {0};
    int result;

    if (!resolver)
        return -ENOMEM;
    resolver->cache = cache;
    result = worker_pool_open(&name_ops, NULL, &resolver->pool, &why);
    buf_fini(&why);
    if (result) {
        free(resolver);
        return result;
    }
    name_cache_defer(cache);
    *out = resolver;
    return 0;
}

/* Replaces the answer taken last by this one. */
static void keep(struct name_resolver *resolver, struct name_job *taken)
{
    if (resolver->taken)
        discard_names(&resolver->taken->job);
    resolver->taken = taken;
}

void name_resolver_close(struct name_resolver *resolver)
{
    if (!resolver)
        return;
    worker_pool_close(resolver->pool);
    keep(resolver, NULL);
    free(resolver);
}

int name_resolver_fd(const struct name_resolver *resolver)
{
    return worker_pool_fd(resolver->pool);
}

static void submit(struct name_resolver *resolver, struct job *names)
{
    worker_pool_submit(resolver->pool, names);
    resolver->since_ns = clock_now_ns();
}

/*
 * Without memory for a question the number stays. The cache returns the last question first, so the
 * list has the first one first: names are answered from top to bottom.
 */
bool name_resolver_ask(struct name_resolver *resolver)
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

enum named name_resolver_take(struct name_resolver *resolver, struct named_user *user)
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

bool name_resolver_is_busy(const struct name_resolver *resolver, int64_t *since_ns)
{
    *since_ns = resolver->since_ns;
    return worker_pool_is_busy(resolver->pool);
}
