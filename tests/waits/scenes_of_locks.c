/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Locks of glibc, held and waited for. */
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/common/child.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"
#include "tests/waits/recorded.h"
#include "tests/waits/scenes.h"

/* Takes what is locked by `first`, says so, and then waits for `second`, if there is one. */
struct taker {
    pthread_mutex_t *first, *second;
    atomic_int has_first, has_second;
    atomic_int *others_have; /* waited for before `second` is asked for; NULL: nothing */
};

/* A caller of its own in the stack, which no compiler can leave out. */
static void __attribute__((noinline)) take_second(struct taker *taker)
{
    pthread_mutex_lock(taker->second);
    taker->has_second = 1;
}

static void *take(void *argument)
{
    struct taker *taker = argument;

    if (taker->first)
        pthread_mutex_lock(taker->first);
    taker->has_first = 1;
    WAIT_UNTIL (!taker->others_have || *taker->others_have, "others have none")
        continue;
    if (taker->second)
        take_second(taker);
    scene_rest();
    return NULL;
}

static pid_t start_taker(const char *name, struct taker *taker)
{
    const pid_t tid = scene_thread(name, take, taker);

    WAIT_UNTIL (!taker->first || taker->others_have || taker->has_first, "%s", name)
        continue;
    return tid;
}

/* A lock that one thread has and another one waits for, by the scene's name. */
static struct pair {
    const char *scene;
    int protocol, robustness; /* of a mutex; or how a read-write lock is had and wanted: */
    int (*have)(pthread_rwlock_t *lock), (*want)(pthread_rwlock_t *lock);
    bool works; /* who has it, all the time */
    pthread_mutex_t mutex;
    pthread_rwlock_t lock;
    atomic_int is_had;
} pairs[] = {
    {.scene = "mutex"},
    {.scene = "busy owner", .works = true},
    {.scene = "PI mutex", .protocol = PTHREAD_PRIO_INHERIT},
    {.scene = "robust mutex", .robustness = PTHREAD_MUTEX_ROBUST},
    {"read lock of what is written", .have = pthread_rwlock_wrlock, .want = pthread_rwlock_rdlock},
    {"write lock of what is written", .have = pthread_rwlock_wrlock, .want = pthread_rwlock_wrlock},
    {"write lock of what is read", .have = pthread_rwlock_rdlock, .want = pthread_rwlock_wrlock},
};

static void *have(void *argument)
{
    struct pair *pair = argument;

    if (pair->have)
        pair->have(&pair->lock);
    else
        pthread_mutex_lock(&pair->mutex);
    pair->is_had = 1;
    for (volatile unsigned long i = 0; pair->works; i++)
        ;
    scene_rest();
    return NULL;
}

/* A caller of its own in the stack, which no compiler can leave out. */
static void *__attribute__((noinline)) want(void *argument)
{
    struct pair *pair = argument;

    if (pair->want)
        pair->want(&pair->lock);
    else
        pthread_mutex_lock(&pair->mutex);
    scene_rest();
    return NULL;
}

void scene_pair(struct scene *scene)
{
    struct pair *pair = pairs;
    pthread_mutexattr_t attributes;

    while (strcmp(pair->scene, scene->name) != 0)
        if (++pair == pairs + sizeof(pairs) / sizeof(pairs[0]))
            fail("there is no lock of %s", scene->name);
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setprotocol(&attributes, pair->protocol);
    pthread_mutexattr_setrobust(&attributes, pair->robustness);
    pthread_mutex_init(&pair->mutex, &attributes);
    pthread_rwlock_init(&pair->lock, NULL);
    scene->owners[0] = scene_thread("holder", have, pair);
    WAIT_UNTIL (pair->is_had, "nobody has it")
        continue;
    scene->tid = scene_thread("waiter", want, pair);
}

void scene_chain(struct scene *scene)
{
    static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
    static struct taker takers[3] = {
        {.first = &mutexes[0]},
        {.first = &mutexes[1], .second = &mutexes[0]},
        {.second = &mutexes[1]},
    };

    scene->owners[1] = start_taker("last", &takers[0]);
    scene->owners[0] = start_taker("middle", &takers[1]);
    scene->tid = start_taker("front", &takers[2]);
}

void scene_deadlock(struct scene *scene)
{
    static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
    static struct taker takers[2] = {
        {.first = &mutexes[0], .second = &mutexes[1], .others_have = &takers[1].has_first},
        {.first = &mutexes[1], .second = &mutexes[0], .others_have = &takers[0].has_first},
    };

    scene->tid = start_taker("one", &takers[0]);
    scene->owners[0] = start_taker("other", &takers[1]);
}

void scene_itself(struct scene *scene)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static struct taker taker = {.first = &mutex, .second = &mutex};

    scene->tid = start_taker("itself", &taker);
}

static void make_three(struct scene *scene, pthread_mutex_t *mutex, struct taker takers[4],
                       const char *const names[3])
{
    takers[0].first = mutex;
    scene->owners[0] = start_taker("holder", &takers[0]);
    for (size_t i = 0; i < 3; i++) {
        takers[i + 1].second = mutex;
        scene->tid = start_taker(names[i], &takers[i + 1]);
    }
}

void scene_three(struct scene *scene)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static struct taker takers[4];

    make_three(scene, &mutex, takers, (const char *[]){"three-1", "three-2", "three-3"});
}

/* All have one name, in which the digit is no number of theirs. */
void scene_alike(struct scene *scene)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static struct taker takers[4];

    make_three(scene, &mutex, takers, (const char *[]){"python3", "python3", "python3"});
}

static void *wait_for_condition(void *unused)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

    pthread_mutex_lock(&mutex);
    for (;;)
        pthread_cond_wait(&condition, &mutex);
    return unused;
}

void scene_condition(struct scene *scene)
{
    scene->tid = scene_thread("condition", wait_for_condition, NULL);
}

static void *join(void *argument)
{
    struct recorded *joined = argument;

    pthread_join(joined->thread, NULL);
    return NULL;
}

void scene_join(struct scene *scene)
{
    static struct recorded joined;

    recorded_start(&joined);
    scene->owners[0] = joined.tid;
    scene->tid = scene_thread("joining", join, &joined);
}

static void *wait_for_state(void *argument)
{
    const struct recorded *recorded = argument;

    for (;;)
        syscall(SYS_futex, recorded->word, FUTEX_WAIT, *recorded->word, NULL, NULL, 0);
    return NULL;
}

void scene_state(struct scene *scene)
{
    static struct recorded recorded;

    recorded_start(&recorded);
    scene->owners[0] = recorded.tid;
    if (recorded.word)
        scene->tid = scene_thread("joining", wait_for_state, &recorded);
    else
        scene->left_out = RECORDED_NOWHERE;
}

/* In memory of several processes. */
struct common {
    pthread_mutex_t mutex;
    atomic_int is_held, waiter;
};

static struct common *map_common(int file)
{
    struct common *common =
        mmap(NULL, sizeof(*common), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);

    if (common == MAP_FAILED)
        fail("cannot map memory of several processes: %s", strerror(errno));
    return common;
}

static struct common *make_common(int *file)
{
    *file = memfd_create("common", MFD_CLOEXEC);
    if (*file < 0 || ftruncate(*file, sizeof(struct common)) < 0)
        fail("cannot map memory of several processes: %s", strerror(errno));
    return map_common(*file);
}

static void share(pthread_mutex_t *mutex)
{
    pthread_mutexattr_t attributes;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(mutex, &attributes);
}

static pid_t start_holder(struct common *common)
{
    const pid_t child = child_fork();

    if (child == 0) {
        pthread_mutex_lock(&common->mutex);
        common->is_held = 1;
        scene_rest();
    }
    scene_keep_process(child);
    WAIT_UNTIL (common->is_held, "process %d", (int)child)
        continue;
    return child;
}

/* Waits, too, and has the lock at another address. */
static void start_other_waiter(int file)
{
    const pid_t child = child_fork();

    if (child == 0) {
        pthread_mutex_lock(&map_common(file)->mutex);
        scene_rest();
    }
    scene_keep_process(child);
}

void scene_processes(struct scene *scene)
{
    static struct taker taker;
    int file;
    struct common *common = make_common(&file);

    share(&common->mutex);
    scene->owners[0] = start_holder(common);
    start_other_waiter(file);
    taker.second = &common->mutex;
    scene->tid = start_taker("waiter", &taker);
}

/* The first process of a pid namespace: its leader waits for what a thread of it holds. */
static void be_first(void)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static struct taker holder = {.first = &mutex};

    prctl(PR_SET_PDEATHSIG, SIGKILL); /* child_fork() would miss its parent's number */
    start_taker("inner", &holder);
    pthread_mutex_lock(&mutex);
    scene_rest();
}

static pid_t start_first(struct common *common)
{
    const pid_t first = fork();

    (void)common;
    if (first == 0)
        be_first();
    return first;
}

/* Two processes of a pid namespace: the second waits for what the first holds. */
static pid_t start_two(struct common *common)
{
    pid_t pid = 0;

    share(&common->mutex);
    for (int i = 0; i < 2; i++) {
        pid = fork();
        if (pid == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            pthread_mutex_lock(&common->mutex);
            common->is_held = 1;
            scene_rest();
        }
        WAIT_UNTIL (common->is_held, "process %d", (int)pid)
            continue;
    }
    return pid;
}

/* `start` returns who waits. */
static void be_in_namespace(struct scene *scene, pid_t (*start)(struct common *common))
{
    int file;
    struct common *common = make_common(&file);
    const pid_t maker = child_fork();

    if (maker == 0) {
        if (unshare(CLONE_NEWPID) < 0)
            _exit(EXIT_FAILURE);
        common->waiter = start(common);
        scene_rest();
    }
    scene_keep_process(maker);
    WAIT_UNTIL (common->waiter, "process %d", (int)maker) {
        int status;

        if (waitpid(maker, &status, WNOHANG) == maker) {
            scene->left_out = "there can be no pid namespace";
            return;
        }
    }
    scene->tgid = scene->tid = common->waiter;
}

void scene_namespace(struct scene *scene)
{
    be_in_namespace(scene, start_first);
    scene->owner_name = "inner";
}

void scene_namespace_of_two(struct scene *scene)
{
    be_in_namespace(scene, start_two);
}
