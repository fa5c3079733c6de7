/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the tests of tasks look for, as one process:
 *
 *   scene busy    four idle threads "pool-N" and a fifth that is always running
 *   scene locked  a thread "holds" that sleeps with a mutex; the first thread and eight, "wants-N",
 *                 that wait for it
 *   scene grows   touches 100 KiB every 50 ms, up to 1 GiB
 *   scene writes  writes 64 KiB to a file in the current folder every 50 ms, and waits for the disk
 *   scene family  two processes "child", which sleep
 *
 * It ends with its parent. A line "ready" says that it has begun; the family has its names then.
 */
#include <err.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/units.h"

#define STEP_MS     50
#define GROWN_BYTES (1024 * BYTES_PER_MIB)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void nap(int ms)
{
    const struct timespec time = {.tv_nsec = ms * NS_PER_MS};

    nanosleep(&time, NULL);
}

static void say_ready(void)
{
    puts("ready");
    fflush(stdout);
}

static void *burn(void *name)
{
    volatile unsigned work = 0;

    prctl(PR_SET_NAME, name);
    while (1)
        work++;
    return NULL;
}

static void *idle(void *name)
{
    prctl(PR_SET_NAME, name);
    while (1)
        pause();
    return NULL;
}

static void *hold(void *name)
{
    pthread_mutex_lock(&lock);
    return idle(name);
}

static void *want(void *name)
{
    prctl(PR_SET_NAME, name);
    pthread_mutex_lock(&lock);
    return NULL;
}

static void start(void *(*run)(void *), const char *name, int count)
{
    static char names[16][16];
    static int used;
    pthread_t thread;

    for (int i = 1; i <= count; i++, used++) {
        if (count > 1)
            snprintf(names[used], sizeof(names[used]), "%s-%d", name, i);
        else
            snprintf(names[used], sizeof(names[used]), "%s", name);
        if (pthread_create(&thread, NULL, run, names[used]) != 0)
            errx(EXIT_FAILURE, "no thread");
    }
}

static void is_busy(void)
{
    say_ready();
    start(idle, "pool", 4);
    start(burn, "pool-5", 1);
}

static void is_locked(void)
{
    say_ready();
    start(hold, "holds", 1);
    while (pthread_mutex_trylock(&lock) == 0) {
        pthread_mutex_unlock(&lock);
        nap(1);
    }
    start(want, "wants", 8);
    pthread_mutex_lock(&lock);
}

static void grows(void)
{
    char *memory = mmap(NULL, GROWN_BYTES, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, 0, 0);

    if (memory == MAP_FAILED)
        err(EXIT_FAILURE, "mmap");
    say_ready();
    for (size_t used = 0; used + 100 * BYTES_PER_KIB < GROWN_BYTES; used += 100 * BYTES_PER_KIB) {
        memset(memory + used, 1, 100 * BYTES_PER_KIB);
        nap(STEP_MS);
    }
}

static void writes(void)
{
    static char bytes[64 * BYTES_PER_KIB];
    const int fd = open("written", O_CREAT | O_WRONLY | O_CLOEXEC, 0600);

    say_ready();
    while (fd >= 0 && pwrite(fd, bytes, sizeof(bytes), 0) > 0 && fdatasync(fd) == 0)
        nap(STEP_MS);
    err(EXIT_FAILURE, "written");
}

static void has_children(void)
{
    int named[2];
    char byte;

    if (pipe(named) < 0)
        err(EXIT_FAILURE, "pipe");
    for (int i = 0; i < 2; i++) {
        if (fork() == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            prctl(PR_SET_NAME, "child");
            if (write(named[1], "", 1) != 1)
                _exit(EXIT_FAILURE);
            while (1)
                pause();
        }
        if (read(named[0], &byte, 1) != 1)
            err(EXIT_FAILURE, "a child");
    }
    say_ready();
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*play)(void);
    } scenes[] = {
        {"busy", is_busy},  {"locked", is_locked},    {"grows", grows},
        {"writes", writes}, {"family", has_children},
    };

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (size_t i = 0; argc == 2 && i < sizeof(scenes) / sizeof(scenes[0]); i++) {
        if (strcmp(scenes[i].name, argv[1]) != 0)
            continue;
        scenes[i].play();
        pause();
    }
    errx(EXIT_FAILURE, "usage: scene busy|locked|grows|writes|family");
}
