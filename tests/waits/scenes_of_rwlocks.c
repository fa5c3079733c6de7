/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Read-write locks of glibc, held and waited for. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "tests/common/wait.h"
#include "tests/waits/scenes.h"

/* Who has a read-write lock, and then who waits for it. */
struct rw_pair {
    pthread_rwlock_t lock;
    int (*have)(pthread_rwlock_t *lock), (*want)(pthread_rwlock_t *lock);
    atomic_int is_had;
};

static void *have_rw(void *argument)
{
    struct rw_pair *pair = argument;

    pair->have(&pair->lock);
    pair->is_had = 1;
    scene_rest();
    return NULL;
}

static void *want_rw(void *argument)
{
    struct rw_pair *pair = argument;

    pair->want(&pair->lock);
    scene_rest();
    return NULL;
}

static void make_rw(struct scene *scene, struct rw_pair *pair)
{
    pthread_rwlock_init(&pair->lock, NULL);
    scene->tgid = getpid();
    scene->owners[0] = scene_thread("has it", have_rw, pair);
    WAIT_UNTIL (pair->is_had, "nobody has it")
        continue;
    scene->tid = scene_thread("wants it", want_rw, pair);
}

void scene_read_waits(struct scene *scene)
{
    static struct rw_pair pair = {.have = pthread_rwlock_wrlock, .want = pthread_rwlock_rdlock};

    make_rw(scene, &pair);
}

void scene_write_waits(struct scene *scene)
{
    static struct rw_pair pair = {.have = pthread_rwlock_wrlock, .want = pthread_rwlock_wrlock};

    make_rw(scene, &pair);
}

void scene_writes_next(struct scene *scene)
{
    static struct rw_pair pair = {.have = pthread_rwlock_rdlock, .want = pthread_rwlock_wrlock};

    make_rw(scene, &pair);
}
