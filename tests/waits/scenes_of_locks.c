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

/* A holder, and one who waits. */
static void make_pair(struct scene *scene, pthread_mutex_t *mutex, struct taker takers[2])
{
    takers[0].first = mutex;
    takers[1].second = mutex;
    scene->tgid = getpid();
    scene->owners[0] = start_taker("holder", &takers[0]);
    scene->tid = start_taker("waiter", &takers[1]);
}

void scene_mutex(struct scene *scene)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static struct taker takers[2];

    make_pair(scene, &mutex, takers);
}

static void *take_and_work(void *argument)
{
    struct taker *taker = argument;

    pthread_mutex_lock(taker->first);
    taker->has_first = 1;
    for (volatile unsigned long i = 0;; i++)
        ;
    return NULL;
}

/* The one that has it works all the time. */
void scene_busy(struct scene *scene)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static struct taker holder = {.first = &mutex}, waiter = {.second = &mutex};

    scene->tgid = getpid();
    scene->owners[0] = scene_thread("busy", take_and_work, &holder);
    WAIT_UNTIL (holder.has_first, "the holder has none")
        continue;
    scene->tid = start_taker("waiter", &waiter);
}

void scene_inheriting(struct scene *scene)
{
    static pthread_mutex_t mutex;
    static struct taker takers[2];
    pthread_mutexattr_t attributes;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
    pthread_mutex_init(&mutex, &attributes);
    make_pair(scene, &mutex, takers);
}

void scene_robust(struct scene *scene)
{
    static pthread_mutex_t mutex;
    static struct taker takers[2];
    pthread_mutexattr_t attributes;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mutex, &attributes);
    make_pair(scene, &mutex, takers);
}

void scene_chain(struct scene *scene)
{
    static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
    static struct taker takers[3] = {
        {.first = &mutexes[0]},
        {.first = &mutexes[1], .second = &mutexes[0]},
        {.second = &mutexes[1]},
    };

    scene->tgid = getpid();
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

    scene->tgid = getpid();
    scene->tid = start_taker("one", &takers[0]);
    scene->owners[0] = start_taker("other", &takers[1]);
}

void scene_itself(struct scene *scene)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static struct taker taker = {.first = &mutex, .second = &mutex};

    scene->tgid = getpid();
    scene->tid = start_taker("itself", &taker);
}

void scene_three(struct scene *scene)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static struct taker holder = {.first = &mutex};
    static struct taker takers[3] = {{.second = &mutex}, {.second = &mutex}, {.second = &mutex}};

    scene->tgid = getpid();
    scene->owners[0] = start_taker("holder", &holder);
    start_taker("three-1", &takers[0]);
    start_taker("three-2", &takers[1]);
    scene->tid = start_taker("three-3", &takers[2]);
}

/* All have one name, in which the digit is no number of theirs. */
void scene_alike(struct scene *scene)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static struct taker holder = {.first = &mutex};
    static struct taker takers[3] = {{.second = &mutex}, {.second = &mutex}, {.second = &mutex}};

    scene->tgid = getpid();
    scene->owners[0] = start_taker("holder", &holder);
    for (size_t i = 0; i < 3; i++)
        scene->tid = start_taker("python3", &takers[i]);
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
    scene->tgid = getpid();
    scene->tid = scene_thread("condition", wait_for_condition, NULL);
}

/* Joins a thread that never ends. */
struct joining {
    atomic_int joined; /* its number */
};

static void *never_end(void *argument)
{
    struct joining *joining = argument;

    joining->joined = (int)syscall(SYS_gettid);
    scene_rest();
    return NULL;
}

static void *join(void *argument)
{
    pthread_t thread;
    const int result = pthread_create(&thread, NULL, never_end, argument);

    if (result)
        fail("cannot start a thread to join: %s", strerror(result));
    pthread_join(thread, NULL);
    return NULL;
}

void scene_join(struct scene *scene)
{
    static struct joining joining;

    scene->tgid = getpid();
    scene->tid = scene_thread("joining", join, &joining);
    WAIT_UNTIL (joining.joined, "nobody joins")
        continue;
    scene->owners[0] = joining.joined;
}

/*
 * A word of a thread's record, which begins as that by which glibc 2.43 joins it: a value of a key,
 * of which the first are in the record, behind the list of robust mutexes.
 */
struct recorded {
    atomic_int tid;
    uint32_t *word; /* NULL: it is not there, as with other C libraries */
};

#define STATE_JOINABLE 2
#define RECORD_VALUES  256

static void *find_value(const void *value)
{
    void **list = NULL;
    size_t size;

    if (syscall(SYS_get_robust_list, 0, &list, &size) < 0 || !list)
        return NULL;
    /* What is behind the record may be behind the thread's memory. */
    for (size_t i = 0; i < RECORD_VALUES && ((uintptr_t)&list[i] % 4096 || i == 0); i++)
        if (list[i] == value)
            return &list[i];
    return NULL;
}

static void *be_recorded(void *argument)
{
    struct recorded *recorded = argument;
    pthread_key_t key;
    const void *value = &key; /* nothing else there has this one */

    if (pthread_key_create(&key, NULL) || pthread_setspecific(key, value))
        fail("no key for a value of the thread");
    recorded->word = find_value(value);
    if (recorded->word) {
        memset(recorded->word, 0, sizeof(value));
        *recorded->word = STATE_JOINABLE;
    }
    recorded->tid = (int)syscall(SYS_gettid);
    scene_rest();
    return NULL;
}

static void *wait_for_state(void *argument)
{
    const struct recorded *recorded = argument;

    for (;;)
        syscall(SYS_futex, recorded->word, FUTEX_WAIT, STATE_JOINABLE, NULL, NULL, 0);
    return NULL;
}

void scene_state(struct scene *scene)
{
    static struct recorded recorded;

    scene->tgid = getpid();
    scene->owners[0] = scene_thread("recorded", be_recorded, &recorded);
    WAIT_UNTIL (recorded.tid, "no thread")
        continue;
    if (recorded.word)
        scene->tid = scene_thread("joining", wait_for_state, &recorded);
    else
        scene->left_out = "values of a thread are not in its record";
}

/* In memory of several processes. */
struct common {
    pthread_mutex_t mutex;
    atomic_int is_held;
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
    pthread_mutexattr_t attributes;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&common->mutex, &attributes);
    scene->owners[0] = start_holder(common);
    start_other_waiter(file);
    taker.second = &common->mutex;
    scene->tgid = getpid();
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

void scene_namespace(struct scene *scene)
{
    int file;
    struct common *common = make_common(&file);
    const pid_t maker = child_fork();

    if (maker == 0) {
        pid_t first;

        if (unshare(CLONE_NEWPID) < 0)
            _exit(EXIT_FAILURE);
        first = fork();
        if (first == 0)
            be_first();
        common->is_held = first;
        scene_rest();
    }
    scene_keep_process(maker);
    WAIT_UNTIL (common->is_held, "process %d", (int)maker) {
        int status;

        if (waitpid(maker, &status, WNOHANG) == maker) {
            scene->left_out = "there can be no pid namespace";
            return;
        }
    }
    scene->tgid = scene->tid = common->is_held;
    scene->owner_name = "inner";
}
