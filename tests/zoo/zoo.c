/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Each task of the zoo writes a byte into a pipe when it is ready, and so does each of its children
 * and threads that stay; of others wait(2) tells. All are started before the first is waited for.
 */
#include "tests/zoo/zoo.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/common/child.h"
#include "tests/zoo/kinds.h"

/* Set for a program that is started by zoo_task_exec(): where its byte goes. */
#define READY_VARIABLE "ZOO_READY"

/* What the slowest machine takes, many times over. */
#define READY_LIMIT_MS 300000

/* How a task shows that it has reached its state. */
enum sign {
    SIGN_BYTES,
    SIGN_EXIT,
    SIGN_STOP,
};

static const struct zoo_kind {
    const char *name;
    zoo_be *be;
    enum sign sign;
    int bytes;
    bool privileged;
} kinds[] = {
    {"zombie", be_zombie, SIGN_EXIT, 0, false},
    {"stopped", be_stopped, SIGN_STOP, 0, false},
    {"traced", be_traced, SIGN_STOP, 0, false},
    {"signalled", be_signalled, SIGN_BYTES, 1, false},
    {"other user", be_other_user, SIGN_BYTES, 1, true},
    {"member", be_member_of_many, SIGN_BYTES, 1, true},
    {"nobody", be_nobody, SIGN_BYTES, 1, true},
    {"unnamed", be_unnamed_user, SIGN_BYTES, 1, true},
    {"longuser", be_user_with_a_long_name, SIGN_BYTES, 1, true},
    {"real time", be_real_time, SIGN_BYTES, 1, true},
    {"round robin", be_round_robin, SIGN_BYTES, 1, true},
    {"batch", be_batch, SIGN_BYTES, 1, false},
    {"idle", be_idle, SIGN_BYTES, 1, false},
    {"eager", be_eager, SIGN_BYTES, 1, true},
    {"locked", be_locked, SIGN_BYTES, 1, false},
    {"limited", be_limited, SIGN_BYTES, 1, false},
    {"survivor", be_survivor, SIGN_BYTES, 2, false},
    {"headless", be_headless, SIGN_BYTES, 2, false},
    {"team", be_team, SIGN_BYTES, 5, false},
    {"parent", be_parent, SIGN_BYTES, 1, false},
    {"worn", be_worn, SIGN_BYTES, 1, false},
    {"deep", be_deep, SIGN_BYTES, 1, false},
    {"broad", be_broad, SIGN_BYTES, 10, false},
    {"session", be_session, SIGN_BYTES, 2, false},
    {"terminal", be_on_terminal, SIGN_BYTES, 4, false},
    {"like stat", be_named_like_stat, SIGN_BYTES, 1, false},
    {"in full", be_named_in_full, SIGN_BYTES, 1, false},
    {"odd name", be_named_oddly, SIGN_BYTES, 1, false},
    {"wide name", be_named_widely, SIGN_BYTES, 1, false},
    {"spaces", be_named_with_spaces, SIGN_BYTES, 1, false},
    {"no name", be_named_nothing, SIGN_BYTES, 1, false},
    {"odd call", be_called_oddly, SIGN_BYTES, 1, false},
    {"empty call", be_called_nothing, SIGN_BYTES, 1, false},
    {"long call", be_called_at_length, SIGN_BYTES, 1, false},
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

/* In a task: where it says that it is ready. */
static int ready_fd = -1;

/* In the parent. */
static struct zoo_task tasks[KINDS];
static size_t task_count;

noreturn void zoo_task_fail(void)
{
    _exit(1);
}

noreturn void zoo_task_stay(void)
{
    if (write(ready_fd, "", 1) != 1)
        zoo_task_fail();
    for (;;)
        pause();
}

pid_t zoo_task_fork(void)
{
    const pid_t pid = child_fork();

    if (pid < 0)
        zoo_task_fail();
    return pid;
}

void zoo_task_start_thread(void *(*run)(void *), void *argument, int join)
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, run, argument) != 0)
        zoo_task_fail();
    if (join)
        pthread_join(thread, NULL);
}

void zoo_task_burn_ms(long ms)
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

noreturn void zoo_task_exec(char *const arguments[], char *const environment[])
{
    char ready[32];
    char *with_ready[16] = {ready};
    char path[4096];
    ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - 1);

    for (size_t i = 0; environment[i] && i < 14; i++)
        with_ready[i + 1] = environment[i];
    snprintf(ready, sizeof(ready), READY_VARIABLE "=%d", ready_fd);
    if (len < 0 || fcntl(ready_fd, F_SETFD, 0) < 0)
        zoo_task_fail();
    path[len] = '\0';
    execve(path, arguments, with_ready);
    zoo_task_fail();
}

/* Before main, because it is another's main that would run. */
__attribute__((constructor)) static void stay_if_executed(void)
{
    const char *ready = getenv(READY_VARIABLE);

    if (!ready)
        return;
    ready_fd = (int)strtol(ready, NULL, 10);
    zoo_task_stay();
}

/*
 * If the host is out of ids or memory, one of a task's own children may never appear, and the
 * others keep the pipe open.
 */
static bool await_byte(int ready)
{
    struct pollfd pipe = {.fd = ready, .events = POLLIN};
    char byte;

    return poll(&pipe, 1, READY_LIMIT_MS) > 0 && read(ready, &byte, 1) == 1;
}

static bool await(const struct zoo_kind *kind, pid_t pid, int ready)
{
    siginfo_t info;

    if (kind->sign == SIGN_EXIT)
        return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) == 0;
    if (kind->sign == SIGN_STOP)
        return waitid(P_PID, (id_t)pid, &info, WSTOPPED | WNOWAIT) == 0;
    for (int bytes = kind->bytes; bytes > 0; bytes--) {
        if (!await_byte(ready))
            return false;
    }
    return true;
}

/* *ready is to be read, and closed. -1 if there is no such process. */
static pid_t start(const struct zoo_kind *kind, int *ready)
{
    int ends[2];
    pid_t pid;

    if (pipe2(ends, O_CLOEXEC) < 0)
        return -1;
    pid = child_fork();
    if (pid == 0) {
        close(ends[0]);
        ready_fd = ends[1];
        prctl(PR_SET_NAME, kind->name);
        kind->be();
        for (;;)
            pause();
    }
    close(ends[1]);
    *ready = ends[0];
    return pid;
}

bool zoo_open(void)
{
    const struct zoo_kind *started[KINDS] = {NULL};
    int ready[KINDS] = {0};
    bool complete = true;

    for (size_t i = 0; i < KINDS; i++) {
        pid_t pid;

        if (kinds[i].privileged && geteuid() != 0)
            continue;
        pid = start(&kinds[i], &ready[task_count]);
        if (pid < 0) {
            fprintf(stderr, "zoo: no %s: %s\n", kinds[i].name, strerror(errno));
            complete = false;
            break;
        }
        started[task_count] = &kinds[i];
        tasks[task_count++] = (struct zoo_task){kinds[i].name, pid};
    }
    for (size_t i = 0; i < task_count; i++) {
        if (complete && !await(started[i], tasks[i].pid, ready[i])) {
            fprintf(stderr, "zoo: the %s did not get ready\n", tasks[i].name);
            complete = false;
        }
        close(ready[i]);
    }
    return complete;
}

const struct zoo_task *zoo_tasks(size_t *count)
{
    *count = task_count;
    return tasks;
}

void zoo_close(void)
{
    for (size_t i = 0; i < task_count; i++)
        child_end(tasks[i].pid);
    task_count = 0;
}
