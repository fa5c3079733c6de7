/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Locks of files, which processes hold, and semaphores of the kernel, which nobody knows to hold.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <unistd.h>

#include "tests/common/child.h"
#include "tests/common/verdict.h"
#include "tests/waits/scenes.h"

/* A file, locked in turn by two ways to open it. */
struct locked {
    char path[32];
    int file;              /* open when the scene is set up */
    int (*lock)(int file); /* waits for it */
};

static int lock_whole(int file)
{
    return flock(file, LOCK_EX);
}

static int lock_range(int file)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};

    return fcntl(file, F_SETLKW, &lock);
}

static int lock_description(int file)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};

    return fcntl(file, F_OFD_SETLKW, &lock);
}

/* All that there are, to be removed in the end. */
static struct locked made[16];
static size_t made_count;

static struct locked *make_file(int (*lock)(int file))
{
    struct locked *locked = &made[made_count++];

    *locked = (struct locked){.path = "/tmp/scenes-XXXXXX", .lock = lock};
    locked->file = mkstemp(locked->path);
    if (locked->file < 0)
        fail("cannot make a file: %s", strerror(errno));
    return locked;
}

static int open_again(const struct locked *locked)
{
    const int file = open(locked->path, O_RDWR | O_CLOEXEC);

    if (file < 0)
        fail("cannot open %s: %s", locked->path, strerror(errno));
    return file;
}

static void take(const struct locked *locked, int file)
{
    if (locked->lock(file) < 0)
        fail("cannot lock %s: %s", locked->path, strerror(errno));
}

static void be_holder(int ready, void *argument)
{
    const struct locked *locked = argument;

    take(locked, open_again(locked));
    child_say_ready(ready);
    scene_rest();
}

static void *wait_for_file(void *argument)
{
    const struct locked *locked = argument;

    take(locked, open_again(locked));
    scene_rest();
    return NULL;
}

static void wait_for(struct scene *scene, struct locked *locked)
{
    scene->tid = scene_thread("of a file", wait_for_file, locked);
}

static pid_t start(void (*be)(int ready, void *argument), void *argument)
{
    const pid_t child = child_start(be, argument);

    if (child < 0)
        fail("cannot start who holds a file: %s", strerror(errno));
    scene_keep_process(child);
    return child;
}

static void held_by_child(struct scene *scene, int (*lock)(int file))
{
    struct locked *locked = make_file(lock);

    scene->owners[0] = start(be_holder, locked);
    wait_for(scene, locked);
}

void scene_flock(struct scene *scene)
{
    held_by_child(scene, lock_whole);
}

void scene_posix_lock(struct scene *scene)
{
    held_by_child(scene, lock_range);
}

/* A process of several threads. */
void scene_own_flock(struct scene *scene)
{
    struct locked *locked = make_file(lock_whole);

    take(locked, locked->file);
    scene->owners[0] = getpid();
    wait_for(scene, locked);
}

void scene_description_lock(struct scene *scene)
{
    struct locked *locked = make_file(lock_description);

    take(locked, locked->file);
    wait_for(scene, locked);
}

/* The process that took it has exited, and we have it, by the same open file description. */
void scene_left_flock(struct scene *scene)
{
    struct locked *locked = make_file(lock_whole);
    const pid_t child = child_fork();

    if (child == 0) {
        take(locked, locked->file);
        _exit(EXIT_SUCCESS);
    }
    child_reap(child, "who took the lock");
    wait_for(scene, locked);
}

static void *rest(void *unused)
{
    scene_rest();
    return unused;
}

/* The first thread waits for what another one may release at any time. */
static void be_leader(int ready, void *argument)
{
    const struct locked *locked = argument;

    take(locked, open_again(locked));
    scene_thread("worker", rest, NULL);
    child_say_ready(ready);
    take(locked, open_again(locked));
    scene_rest();
}

void scene_leaders_flock(struct scene *scene)
{
    scene->tgid = scene->tid = scene->owners[0] = start(be_leader, make_file(lock_whole));
}

/* Each of two processes has one and waits for the other's. */
struct crossed {
    struct locked *first, *second;
    bool has_worker;
    int turn[2]; /* a pipe: it waits once there is a byte in it */
};

static void be_crossed(int ready, void *argument)
{
    const struct crossed *crossed = argument;
    char byte;

    take(crossed->first, open_again(crossed->first));
    if (crossed->has_worker)
        scene_thread("worker", rest, NULL);
    child_say_ready(ready);
    if (read(crossed->turn[0], &byte, 1) == 1)
        take(crossed->second, open_again(crossed->second));
    scene_rest();
}

/* Looks at the first one. */
static void cross(struct scene *scene, bool has_worker)
{
    struct locked *one = make_file(lock_whole), *other = make_file(lock_whole);
    struct crossed crossed[2] = {{one, other, has_worker, {0}}, {other, one, false, {0}}};
    pid_t children[2];

    for (int i = 0; i < 2; i++) {
        if (pipe(crossed[i].turn) < 0)
            fail("pipe: %s", strerror(errno));
        children[i] = start(be_crossed, &crossed[i]);
    }
    for (int i = 0; i < 2; i++)
        if (write(crossed[i].turn[1], "", 1) != 1)
            fail("write: %s", strerror(errno));
    scene->tgid = scene->tid = children[0];
    scene->owners[0] = children[1];
}

void scene_crossed_flocks(struct scene *scene)
{
    cross(scene, false);
}

/* The worker may release what the second process waits for. */
void scene_crossed_with_worker(struct scene *scene)
{
    cross(scene, true);
    scene->owners[1] = scene->tgid;
}

static int semaphores = -1;

static void *wait_for_semaphore(void *unused)
{
    struct sembuf down = {.sem_op = -1};

    if (semop(semaphores, &down, 1) < 0 && errno != EIDRM)
        fail("semop: %s", strerror(errno));
    scene_rest();
    return unused;
}

void scene_ipc_semaphore(struct scene *scene)
{
    semaphores = semget(IPC_PRIVATE, 1, 0600);
    if (semaphores < 0)
        fail("semget: %s", strerror(errno));
    scene->tid = scene_thread("semaphore", wait_for_semaphore, NULL);
}

void scenes_end_files(void)
{
    semctl(semaphores, 0, IPC_RMID);
    while (made_count > 0)
        unlink(made[--made_count].path);
}
