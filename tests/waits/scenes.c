/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/waits/scenes.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/base/task_flags.h"
#include "tests/common/child.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"

#define SCENE(name_, set_up_, kind_, owner_, links_, cycle_, ...)                 \
    {                                                                             \
        .name = (name_), .set_up = (set_up_), .kind = (kind_), .owner = (owner_), \
        .links = (links_), .cycle = (cycle_), __VA_ARGS__                         \
    }
#define SAID(name_, set_up_, kind_, ...) \
    SCENE(name_, set_up_, kind_, OWNER_NAMED, 2, -1, __VA_ARGS__)
#define IN_CIRCLE(name_, set_up_, links_) \
    SCENE(name_, set_up_, FUTEX_MUTEX, OWNER_NAMED, links_, 0, )
#define NOT_SAID(name_, set_up_, kind_, owner_) SCENE(name_, set_up_, kind_, owner_, 1, -1, )
#define LOCKED(name_, set_up_, lock_, owner_, links_, cycle_) \
    SCENE(name_, set_up_, FUTEX_NONE, owner_, links_, cycle_, .lock = (lock_))

static struct scene scenes[] = {
    SAID("mutex", scene_pair, FUTEX_MUTEX, .state = 'S', .callers = true),
    SAID("busy owner", scene_pair, FUTEX_MUTEX, .state = STATE_RUNNING),
    SAID("PI mutex", scene_pair, FUTEX_OWNED, ),
    SAID("robust mutex", scene_pair, FUTEX_ROBUST, ),
    SAID("read lock of what is written", scene_pair, FUTEX_RWLOCK, ),
    SAID("write lock of what is written", scene_pair, FUTEX_RWLOCK, ),
    NOT_SAID("write lock of what is read", scene_pair, FUTEX_RWLOCK, OWNER_UNNAMED),
    SAID("robust list of another C library", scene_robust_list, FUTEX_ROBUST, ),
    SCENE("chain of three", scene_chain, FUTEX_MUTEX, OWNER_NAMED, 3, -1, ),
    SAID("end of a thread", scene_join, FUTEX_THREAD_END, ),
    SAID("end of a thread, by state", scene_state, FUTEX_THREAD_END, ),
    SAID("mutex of processes", scene_processes, FUTEX_MUTEX, .waiters = 1, .of_all = true),
    SAID("another pid namespace", scene_namespace, FUTEX_MUTEX, ),
    SCENE("processes of a pid namespace", scene_namespace_of_two, FUTEX_MUTEX, OWNER_UNNAMED, 1, -1,
          .of_all = true),
    IN_CIRCLE("deadlock", scene_deadlock, 2),
    IN_CIRCLE("waits for itself", scene_itself, 1),
    SAID("three at one mutex", scene_three, FUTEX_MUTEX, .waiters = 2, .pool = "three-*"),
    SAID("three of one name", scene_alike, FUTEX_MUTEX, .waiters = 2, .pool = "python3"),
    NOT_SAID("condition", scene_condition, FUTEX_OTHER, OWNER_UNKNOWN),
    NOT_SAID("condition with inheritance", scene_pi_condition, FUTEX_QUEUE, OWNER_NONE),
    NOT_SAID("owner that never was", scene_absent, FUTEX_MUTEX, OWNER_ABSENT),
    NOT_SAID("owner of another process", scene_stranger, FUTEX_MUTEX, OWNER_ABSENT),
    NOT_SAID("owner that has ended", scene_ended, FUTEX_MUTEX, OWNER_ABSENT),
    NOT_SAID("robust, owner that never was", scene_robust_lie, FUTEX_OTHER, OWNER_UNKNOWN),
    NOT_SAID("own number, in no robust list", scene_own_number, FUTEX_OTHER, OWNER_UNKNOWN),
    NOT_SAID("own number, not where it ends", scene_own_number, FUTEX_OTHER, OWNER_UNKNOWN),
    IN_CIRCLE("word that names itself", scene_liar, 1),
    NOT_SAID("lock at the memory's end", scene_last_word, FUTEX_OTHER, OWNER_UNKNOWN),
    LOCKED("flock", scene_flock, FILE_LOCK, OWNER_NAMED, 2, -1),
    LOCKED("fcntl", scene_posix_lock, FILE_LOCK, OWNER_NAMED, 2, -1),
    LOCKED("flock of several threads", scene_own_flock, FILE_LOCK, OWNER_NAMED, 2, -1),
    LOCKED("lock of a description", scene_description_lock, FILE_LOCK, OWNER_UNNAMED, 1, -1),
    LOCKED("flock left to others", scene_left_flock, FILE_LOCK, OWNER_UNNAMED, 1, -1),
    LOCKED("semaphore", scene_ipc_semaphore, IPC_SEMAPHORE, OWNER_UNKNOWN, 1, -1),
    LOCKED("flocks of each other", scene_crossed_flocks, FILE_LOCK, OWNER_NAMED, 2, 0),
    LOCKED("flock that a worker may release", scene_leaders_flock, FILE_LOCK, OWNER_NAMED, 2, -1),
    LOCKED("of each other, with a worker", scene_crossed_with_worker, FILE_LOCK, OWNER_NAMED, 3,
           -1),
    /* The last one: others might get its address. */
    NOT_SAID("memory that is gone", scene_unmapped, FUTEX_OTHER, OWNER_NOT_RESIDENT),
};

void scene_set_up(struct scene *scene)
{
    scene->tgid = getpid();
    scene->set_up(scene);
}

struct scene *scenes_at(size_t index)
{
    return index < sizeof(scenes) / sizeof(scenes[0]) ? &scenes[index] : NULL;
}

/* A thread that begins. */
struct beginning {
    const char *name;
    void *(*run)(void *argument);
    void *argument;
    atomic_int tid;
};

static void *begin(void *argument)
{
    struct beginning *beginning = argument;
    void *(*run)(void *argument) = beginning->run;
    void *own = beginning->argument;

    pthread_setname_np(pthread_self(), beginning->name);
    beginning->tid = (int)syscall(SYS_gettid);
    return run(own);
}

pid_t scene_thread(const char *name, void *(*run)(void *argument), void *argument)
{
    struct beginning beginning = {.name = name, .run = run, .argument = argument};
    pthread_t thread;
    const int result = pthread_create(&thread, NULL, begin, &beginning);

    if (result)
        fail("cannot start the thread %s: %s", name, strerror(result));
    WAIT_UNTIL (beginning.tid, "%s", name)
        continue;
    return beginning.tid;
}

void scene_rest(void)
{
    for (;;)
        pause();
}

static pid_t kept[16];
static size_t kept_count;

void scene_keep_process(pid_t pid)
{
    kept[kept_count++] = pid;
}

void scenes_end(void)
{
    while (kept_count > 0)
        child_end(kept[--kept_count]);
    scenes_end_files();
}
