/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Each animal is a function that brings its process into a state and then says so by a byte in a
 * pipe, or by what wait(2) tells.
 */
#include "tests/bpf/zoo.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pthread.h>
#include <pty.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PAGE        4096
#define MIB         ((size_t)1024 * 1024)
#define ANIMALS_MAX 32

static int ready_pipe[2];
static pid_t animals[ANIMALS_MAX];
static int animal_count;

static void stay(void)
{
    if (write(ready_pipe[1], "", 1) != 1)
        _exit(1);
    for (;;)
        pause();
}

/* CPU time of the calling thread, to be spent rather than waited for. */
static void burn_ms(long ms)
{
    struct timespec now;
    volatile unsigned long sink = 0;

    do {
        for (int i = 0; i < 20000; i++)
            sink = sink + 1;
        for (int i = 0; i < 200; i++)
            (void)getppid();
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    } while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < ms);
}

static void *burn_run(void *arg)
{
    burn_ms(60);
    return arg;
}

static void *touch_run(void *arg)
{
    char *memory = malloc(4 * MIB);

    prctl(PR_SET_NAME, "th\nrd )(\\");
    for (size_t i = 0; memory && i < 4 * MIB; i += PAGE)
        memory[i] = 1;
    stay();
    return arg;
}

static void start_thread(void *(*run)(void *), bool join)
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, run, NULL) != 0)
        _exit(1);
    if (join)
        pthread_join(thread, NULL);
}

static void ignore_signal(int number)
{
    (void)number;
}

static void be_zombie(void)
{
    _exit(7);
}

static void be_stopped(void)
{
    raise(SIGSTOP);
}

static void be_traced(void)
{
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGTRAP);
}

/* The group has used more than its living threads. */
static void be_survivor(void)
{
    for (int i = 0; i < 3; i++)
        start_thread(burn_run, true);
    start_thread(touch_run, false);
    stay();
}

/* The leader has no memory any more, its threads have. */
static void be_headless(void)
{
    start_thread(touch_run, false);
    start_thread(touch_run, false);
    pthread_exit(NULL);
}

static void be_parent(void)
{
    for (int i = 0; i < 2; i++) {
        pid_t child = fork();

        if (child == 0) {
            burn_ms(30);
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
    stay();
}

static void be_other_user(void)
{
    const gid_t groups[] = {10, 20, 30};

    if (setgroups(3, groups) < 0 || setresgid(1, 2, 3) < 0 || setresuid(100, 101, 102) < 0)
        _exit(1);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NAME, "cr) S 1 (ed");
    stay();
}

static void be_member_of_many(void)
{
    gid_t groups[40];

    for (gid_t i = 0; i < 40; i++)
        groups[i] = 1000 + i;
    if (setgroups(40, groups) < 0)
        _exit(1);
    stay();
}

static void be_real_time(void)
{
    const struct sched_param param = {.sched_priority = 7};

    if (sched_setscheduler(0, SCHED_FIFO, &param) < 0)
        fputs("zoo: no real-time scheduling here\n", stderr);
    stay();
}

static void be_batch(void)
{
    const struct sched_param param = {0};

    setpriority(PRIO_PROCESS, 0, 11);
    sched_setscheduler(0, SCHED_BATCH, &param);
    stay();
}

static void be_idle(void)
{
    const struct sched_param param = {0};

    sched_setscheduler(0, SCHED_IDLE, &param);
    stay();
}

static void be_signalled(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGRTMIN + 3);
    sigprocmask(SIG_BLOCK, &set, NULL);
    kill(getpid(), SIGUSR1);
    pthread_kill(pthread_self(), SIGRTMIN + 3);
    signal(SIGUSR2, SIG_IGN);
    signal(SIGHUP, ignore_signal);
    signal(SIGRTMAX, ignore_signal);
    stay();
}

static void be_locked(void)
{
    int fd = memfd_create("locked", MFD_CLOEXEC);
    char *shared = MAP_FAILED;

    if (fd >= 0 && ftruncate(fd, MIB) == 0)
        shared = mmap(NULL, MIB, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (shared == MAP_FAILED || mlock(shared, MIB) < 0)
        fputs("zoo: no locked memory here\n", stderr);
    else
        memset(shared, 1, MIB);
    stay();
}

static void be_limited(void)
{
    const struct rlimit limit = {.rlim_cur = 12345678, .rlim_max = 23456789};

    setrlimit(RLIMIT_RSS, &limit);
    stay();
}

/* Two on a terminal, of which the one in front is not the leader of the session. */
static void be_on_terminal(void)
{
    int master;
    pid_t leader = forkpty(&master, NULL, NULL, NULL);

    if (leader < 0)
        _exit(1);
    if (leader == 0 && fork() == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        setpgid(0, 0);
        signal(SIGTTOU, SIG_IGN);
        tcsetpgrp(STDIN_FILENO, getpid());
        stay();
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;)
        pause();
}

/* How one animal shows that it is there. */
enum sign {
    SIGN_BYTE,
    SIGN_TWO_BYTES,
    SIGN_EXIT,
    SIGN_STOP,
};

static const struct animal {
    const char *name;
    void (*be)(void);
    enum sign sign;
} kinds[] = {
    {"zombie", be_zombie, SIGN_EXIT},
    {"stopped", be_stopped, SIGN_STOP},
    {"traced", be_traced, SIGN_STOP},
    {"survivor", be_survivor, SIGN_TWO_BYTES},
    {"headless", be_headless, SIGN_TWO_BYTES},
    {"parent", be_parent, SIGN_BYTE},
    {"other user", be_other_user, SIGN_BYTE},
    {"member", be_member_of_many, SIGN_BYTE},
    {"real time", be_real_time, SIGN_BYTE},
    {"batch", be_batch, SIGN_BYTE},
    {"idle", be_idle, SIGN_BYTE},
    {"signalled", be_signalled, SIGN_BYTE},
    {"locked", be_locked, SIGN_BYTE},
    {"limited", be_limited, SIGN_BYTE},
    {"terminal", be_on_terminal, SIGN_BYTE},
};

_Static_assert(sizeof(kinds) / sizeof(kinds[0]) <= ANIMALS_MAX, "too many animals");

static bool await(const struct animal *kind, pid_t pid)
{
    int bytes = kind->sign == SIGN_TWO_BYTES ? 2 : 1;
    siginfo_t info;
    char byte;

    if (kind->sign == SIGN_EXIT)
        return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) == 0;
    if (kind->sign == SIGN_STOP)
        return waitid(P_PID, (id_t)pid, &info, WSTOPPED | WNOWAIT) == 0;
    for (; bytes > 0; bytes--) {
        if (read(ready_pipe[0], &byte, 1) != 1)
            return false;
    }
    return true;
}

static bool add_animal(const struct animal *kind)
{
    pid_t parent = getpid();
    pid_t pid = fork();

    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(1);
        prctl(PR_SET_NAME, kind->name);
        kind->be();
        for (;;)
            pause();
    }
    if (pid < 0 || !await(kind, pid)) {
        fprintf(stderr, "zoo: no %s: %s\n", kind->name, strerror(errno));
        return false;
    }
    animals[animal_count++] = pid;
    return true;
}

bool zoo_open(void)
{
    if (pipe2(ready_pipe, O_CLOEXEC) < 0)
        return false;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (!add_animal(&kinds[i]))
            return false;
    }
    return true;
}

void zoo_close(void)
{
    for (int i = 0; i < animal_count; i++) {
        kill(animals[i], SIGKILL);
        waitpid(animals[i], NULL, 0);
    }
    animal_count = 0;
}
