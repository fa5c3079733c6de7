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

#define SAID(name_, set_up_, kind_, links_)                                          \
    {                                                                                \
        .name = (name_), .set_up = (set_up_), .kind = (kind_), .owner = OWNER_NAMED, \
        .links = (links_), .cycle = -1                                               \
    }
#define NOT_SAID(name_, set_up_, kind_, owner_)                                               \
    {                                                                                         \
        .name = (name_), .set_up = (set_up_), .kind = (kind_), .owner = (owner_), .links = 1, \
        .cycle = -1                                                                           \
    }
#define LOCKED(name_, set_up_, lock_, owner_, links_)                             \
    {                                                                             \
        .name = (name_), .set_up = (set_up_), .lock = (lock_), .owner = (owner_), \
        .links = (links_), .cycle = -1                                            \
    }
#define WORDS(name_) NOT_SAID(name_, scene_words, FUTEX_OTHER, OWNER_UNKNOWN)

static struct scene scenes[] = {
    {.name = "mutex",
     .set_up = scene_mutex,
     .kind = FUTEX_MUTEX,
     .owner = OWNER_NAMED,
     .links = 2,
     .cycle = -1,
     .state = 'S',
     .callers = true},
    SAID("PI mutex", scene_inheriting, FUTEX_OWNED, 2),
    SAID("robust mutex", scene_robust, FUTEX_ROBUST, 2),
    SAID("robust list of another C library", scene_robust_list, FUTEX_ROBUST, 2),
    SAID("chain of three", scene_chain, FUTEX_MUTEX, 3),
    SAID("end of a thread", scene_join, FUTEX_THREAD_END, 2),
    SAID("end of a thread, by state", scene_state, FUTEX_THREAD_END, 2),
    {.name = "mutex of processes",
     .set_up = scene_processes,
     .kind = FUTEX_MUTEX,
     .owner = OWNER_NAMED,
     .links = 2,
     .cycle = -1,
     .waiters = 1,
     .of_all = true},
    SAID("another pid namespace", scene_namespace, FUTEX_MUTEX, 2),
    {.name = "deadlock",
     .set_up = scene_deadlock,
     .kind = FUTEX_MUTEX,
     .owner = OWNER_NAMED,
     .links = 2,
     .cycle = 0},
    {.name = "waits for itself",
     .set_up = scene_itself,
     .kind = FUTEX_MUTEX,
     .owner = OWNER_NAMED,
     .links = 1,
     .cycle = 0},
    {.name = "three at one mutex",
     .set_up = scene_three,
     .kind = FUTEX_MUTEX,
     .owner = OWNER_NAMED,
     .links = 2,
     .cycle = -1,
     .waiters = 2,
     .pool = "three-*"},
    {.name = "three of one name",
     .set_up = scene_alike,
     .kind = FUTEX_MUTEX,
     .owner = OWNER_NAMED,
     .links = 2,
     .cycle = -1,
     .waiters = 2,
     .pool = "python3"},
    {.name = "busy owner",
     .set_up = scene_busy,
     .kind = FUTEX_MUTEX,
     .owner = OWNER_NAMED,
     .links = 2,
     .cycle = -1,
     .state = STATE_RUNNING},
    SAID("read lock of what is written", scene_read_waits, FUTEX_RWLOCK, 2),
    SAID("write lock of what is written", scene_write_waits, FUTEX_RWLOCK, 2),
    NOT_SAID("write lock of what is read", scene_writes_next, FUTEX_RWLOCK, OWNER_UNNAMED),
    NOT_SAID("condition", scene_condition, FUTEX_OTHER, OWNER_UNKNOWN),
    NOT_SAID("condition with inheritance", scene_pi_condition, FUTEX_QUEUE, OWNER_NONE),
    NOT_SAID("owner that never was", scene_absent, FUTEX_MUTEX, OWNER_ABSENT),
    NOT_SAID("owner of another process", scene_stranger, FUTEX_MUTEX, OWNER_ABSENT),
    NOT_SAID("owner that has ended", scene_ended, FUTEX_MUTEX, OWNER_ABSENT),
    NOT_SAID("robust, owner that never was", scene_robust_lie, FUTEX_OTHER, OWNER_UNKNOWN),
    {.name = "word that names itself",
     .set_up = scene_liar,
     .kind = FUTEX_MUTEX,
     .owner = OWNER_NAMED,
     .links = 1,
     .cycle = 0},
    NOT_SAID("lock without a name", scene_nameless, FUTEX_OTHER, OWNER_UNKNOWN),
    NOT_SAID("no mutex behind the lock", scene_no_mutex, FUTEX_OTHER, OWNER_UNKNOWN),
    NOT_SAID("word that is no lock's", scene_odd_word, FUTEX_OTHER, OWNER_UNKNOWN),
    NOT_SAID("lock at the memory's end", scene_last_word, FUTEX_OTHER, OWNER_UNKNOWN),
    LOCKED("flock", scene_flock, FILE_LOCK, OWNER_NAMED, 2),
    LOCKED("fcntl", scene_posix_lock, FILE_LOCK, OWNER_NAMED, 2),
    LOCKED("flock of several threads", scene_own_flock, FILE_LOCK, OWNER_NAMED, 2),
    LOCKED("lock of a description", scene_description_lock, FILE_LOCK, OWNER_UNNAMED, 1),
    LOCKED("flock left to others", scene_left_flock, FILE_LOCK, OWNER_UNNAMED, 1),
    LOCKED("semaphore", scene_ipc_semaphore, IPC_SEMAPHORE, OWNER_UNKNOWN, 1),
    {.name = "flocks of each other",
     .set_up = scene_crossed_flocks,
     .lock = FILE_LOCK,
     .owner = OWNER_NAMED,
     .links = 2,
     .cycle = 0},
    WORDS("musl: mutex"),
    WORDS("musl: number for EBUSY"),
    WORDS("musl: mutex without WAITERS"),
    WORDS("musl: recursive mutex"),
    WORDS("musl: read lock"),
    WORDS("musl: write lock, a reader"),
    WORDS("musl: write lock, many readers"),
    WORDS("musl: condition"),
    WORDS("musl: join"),
    WORDS("musl: semaphore"),
    WORDS("Rust: Mutex"),
    WORDS("Rust: Mutex of one number"),
    WORDS("Rust: RwLock"),
    WORDS("Rust: RwLock, readers"),
    WORDS("Rust: Condvar"),
    WORDS("Rust: Once"),
    WORDS("Rust: parked"),
    WORDS("Go: lock"),
    WORDS("Go: note"),
    WORDS("Java: monitor"),
    WORDS("Java: parked"),
    WORDS("absl: Mutex"),
    WORDS("absl: SpinLock"),
    WORDS("tcmalloc: SpinLock"),
    WORDS("glibc: stdio"),
    WORDS("glibc: ceiling"),
    WORDS("OpenMP: lock"),
    WORDS("counter"),
    WORDS("counter of processes"),
    /* The last one: others might get its address. */
    NOT_SAID("memory that is gone", scene_unmapped, FUTEX_OTHER, OWNER_UNREADABLE),
};

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
