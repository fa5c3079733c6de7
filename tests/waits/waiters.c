/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/waits/waiters.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/sem.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/common/child.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"
#include "tests/waits/wait_functions.h"

/* The threads say so in order. */
static atomic_int ready;

void waiter_say_ready(struct waiter *self)
{
    self->tid = (pid_t)syscall(SYS_gettid);
    self->tgid = getpid();
    ready = 1;
}

void waiter_leave_out(struct waiter *self, const char *why)
{
    snprintf(self->left_out, sizeof(self->left_out), "%s", why);
    ready = 1;
}

void waiter_at_address(struct waiter *self, const void *address)
{
    snprintf(self->waddr, sizeof(self->waddr), "0x%jx", (uintmax_t)(uintptr_t)address);
}

void waiter_at_file(struct waiter *self, int descriptor, const char *kind)
{
    if (descriptor < 0)
        fail("%s: %s", self->name, strerror(errno));
    snprintf(self->waddr, sizeof(self->waddr), "%d", descriptor);
    self->file_kind = kind;
}

void waiter_check(const struct waiter *self, int result)
{
    if (result < 0)
        fail("%s: %s", self->name, strerror(errno));
}

static void wait_timer(struct waiter *self)
{
    const struct timespec day = {.tv_sec = 86400};

    waiter_say_ready(self);
    for (;;)
        nanosleep(&day, NULL);
}

static void wait_child(struct waiter *self)
{
    const pid_t child = child_fork();

    if (child == 0)
        for (;;)
            pause();
    waiter_say_ready(self);
    waitpid(child, NULL, 0);
}

static void wait_suspended(struct waiter *self)
{
    sigset_t all;

    sigfillset(&all);
    waiter_say_ready(self);
    for (;;)
        sigsuspend(&all);
}

static void wait_signal(struct waiter *self)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    waiter_say_ready(self);
    sigwaitinfo(&set, NULL);
}

static int semaphores = -1;

static void wait_semaphore(struct waiter *self)
{
    struct sembuf down = {.sem_op = -1};

    semaphores = semget(IPC_PRIVATE, 1, 0600);
    waiter_check(self, semaphores);
    waiter_say_ready(self);
    if (semop(semaphores, &down, 1) < 0 && errno != EINTR && errno != EIDRM)
        fail("%s: %s", self->name, strerror(errno));
}

static void wait_running(struct waiter *self)
{
    waiter_say_ready(self);
    for (volatile unsigned long i = 0;; i++)
        ;
}

/* A process of its own, because a debugger or a signal stops a whole one. */
static void be_stopped(void)
{
    raise(SIGSTOP);
}

static void be_traced(void)
{
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGTRAP);
}

/* The child of a vfork(2), with memory of its own. It starts no program, so its parent waits. */
static int stay(void *parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (getppid() == *(const pid_t *)parent)
        pause();
    return 0;
}

static void be_vfork_parent(void)
{
    static char stack[65536] __attribute__((aligned(16)));
    pid_t self = getpid();

    clone(stay, stack + sizeof(stack), CLONE_VFORK | SIGCHLD, &self);
}

#define SLEEP_CALLS "nanosleep clock_nanosleep clock_nanosleep_time64"
#define RESTART     "restart_syscall"
/* arm64 forgets the call before it delivers a signal, and calls ppoll(2), its poll(2), anew. */
#ifdef __aarch64__
#define TGKILL       "-"
#define RESTART_POLL "ppoll"
#else
#define TGKILL       "tgkill"
#define RESTART_POLL RESTART
#endif

#define THREAD(run_, name_, wait_, calls_)                                              \
    {                                                                                   \
        .run = (run_), .waiter = {.name = (name_), .wait = (wait_), .calls = (calls_) } \
    }
#define PROCESS(be_, name_, wait_, calls_)                                            \
    {                                                                                 \
        .be = (be_), .waiter = {.name = (name_), .wait = (wait_), .calls = (calls_) } \
    }
#define FUTEX(run_, name_, wait_, scope)   \
    {                                      \
        .run = (run_), .waiter = {         \
            .name = (name_),               \
            .wait = (wait_),               \
            .calls = "futex futex_time64", \
            .fscope = (scope),             \
        }                                  \
    }

/* Each with a thread, or with `be` a process, which begins by it. */
static struct kind {
    struct waiter waiter;
    wait_function *run;
    void (*be)(void);
} kinds[] = {
    FUTEX(wait_private, "private futex", "futex", "private"),
    FUTEX(wait_shared, "shared futex", "futex", "shared"),
    FUTEX(wait_mapped, "mapped futex", "futex", "shared"),
    FUTEX(wait_mapped, "mapped elsewhere", "futex", "shared"),
    FUTEX(wait_mutex, "mutex", "lock", "private"),
    FUTEX(wait_robust, "robust mutex", "lock", "shared"),
    FUTEX(wait_pi_mutex, "PI mutex", "lock", "private"),
    FUTEX(wait_timed_mutex, "timed mutex", "futex", "private"),
    FUTEX(wait_write_lock, "read-write lock", "futex", "private"),
    FUTEX(wait_condition, "condition", "cond", "private"),
    FUTEX(wait_clock_condition, "timed condition", "cond", "private"),
    FUTEX(wait_futex_semaphore, "glibc semaphore", "cond", "private"),
    FUTEX(wait_musl_condition, "musl condition", "futex", "private"),
    FUTEX(wait_join, "join", "join", "shared"),
    FUTEX(wait_recorded, "glibc 2.43 join", "join", "shared"),
    FUTEX(wait_number, "number elsewhere", "futex", "shared"),
    THREAD(wait_poll, "poll", "poll", "poll ppoll ppoll_time64"),
    THREAD(wait_select, "select", "poll", "select _newselect pselect6 pselect6_time64"),
    THREAD(wait_epoll, "epoll", "poll", "epoll_wait epoll_pwait"),
    THREAD(wait_pipe, "pipe", "pipe", "read"),
    THREAD(wait_full_pipe, "full pipe", "pipe", "write"),
    THREAD(wait_sending_file, "sending a file", "socket", "sendfile sendfile64"),
    THREAD(wait_reading_socket, "reading a socket", "socket", "read"),
    THREAD(wait_receiving, "receiving", "socket", "recvfrom recv socketcall"),
    THREAD(wait_reading_tcp, "reading TCP", "socket", "read"),
    THREAD(wait_accepting, "accepting", "socket", "accept accept4 socketcall"),
    THREAD(wait_terminal, "terminal", "tty", "read"),
    THREAD(wait_flock, "flock", "filelock", "flock"),
    THREAD(wait_fcntl, "fcntl", "filelock", "fcntl fcntl64"),
    THREAD(wait_timer, "timer", "timer", SLEEP_CALLS),
    THREAD(wait_timer_file, "timer's file", "timer", "read"),
    THREAD(wait_child, "child", "child", "wait4 waitid waitpid"),
    THREAD(wait_suspended, "suspended", "signal", "rt_sigsuspend"),
    THREAD(wait_signal, "signal", "signal", "rt_sigtimedwait rt_sigtimedwait_time64"),
    THREAD(wait_semaphore, "semaphore", "ipc", "semop semtimedop semtimedop_time64 ipc"),
    THREAD(wait_uring, "io_uring", "uring", "io_uring_enter"),
    THREAD(wait_file, "file", "file", "read"),
    THREAD(wait_fault, "page fault", "fault", NULL),
    THREAD(wait_running, "running", "run", NULL),
    PROCESS(be_stopped, "stopped", "stopped", TGKILL),
    PROCESS(be_traced, "traced", "traced", TGKILL),
    PROCESS(be_resumed_sleep, "resumed sleep", "timer", RESTART),
    PROCESS(be_resumed_poll, "resumed poll", "poll", RESTART_POLL),
    {.be = be_resumed_condition,
     .waiter =
         {.name = "resumed condition", .wait = "cond", .calls = RESTART, .fscope = "private"}},
    PROCESS(be_vfork_parent, "parent of a vfork", "child", "clone"),
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static void *run_thread(void *argument)
{
    struct kind *kind = argument;

    kind->run(&kind->waiter);
    for (;;)
        pause();
    return NULL;
}

static void start_thread(struct kind *kind)
{
    pthread_t thread;
    const int result = pthread_create(&thread, NULL, run_thread, kind);

    if (result)
        fail("%s: cannot start it: %s", kind->waiter.name, strerror(result));
}

static void start_process(struct kind *kind)
{
    const pid_t child = child_fork();

    if (child < 0)
        fail("%s: cannot fork: %s", kind->waiter.name, strerror(errno));
    if (child == 0) {
        kind->be();
        for (;;)
            pause();
    }
    kind->waiter.tid = kind->waiter.tgid = child;
    ready = 1;
}

/* Becomes the program; if the kernel does not run it, says so into `failed`. */
static void be_program(const char *path, int failed)
{
    execl(path, path, NULL);
    if (write(failed, "", 1) < 0)
        _exit(EXIT_FAILURE);
    _exit(EXIT_SUCCESS);
}

/* Of 32 bits, whose calls have other numbers. */
static struct waiter narrow = {.name = "32 bits", .wait = "signal", .calls = "pause"};

static void start_narrow(const char *path)
{
    int ends[2];
    pid_t child;
    char byte;

    waiter_check(&narrow, pipe2(ends, O_CLOEXEC));
    child = child_fork();
    waiter_check(&narrow, child);
    if (child == 0)
        be_program(path, ends[1]);
    close(ends[1]);
    if (read(ends[0], &byte, 1) == 0)
        narrow.tid = narrow.tgid = child;
    close(ends[0]);
}

void waiters_start(const char *narrow_program)
{
    if (narrow_program)
        start_narrow(narrow_program);
    for (size_t i = 0; i < KINDS; i++) {
        ready = 0;
        if (kinds[i].run)
            start_thread(&kinds[i]);
        else
            start_process(&kinds[i]);
        WAIT_UNTIL (ready, "%s", kinds[i].waiter.name)
            continue;
    }
}

const struct waiter *waiters_at(size_t index)
{
    if (index < KINDS)
        return &kinds[index].waiter;
    return index == KINDS && narrow.tid ? &narrow : NULL;
}

void waiters_end(void)
{
    semctl(semaphores, 0, IPC_RMID);
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i].be)
            child_end(kinds[i].waiter.tid);
    if (narrow.tid)
        child_end(narrow.tid);
}
