/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/waits/waiters.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <pty.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/common/child.h"
#include "tests/common/verdict.h"

/*
 * Says what is to be seen of its thread, and waits. When it returns, which a debugger or the end of
 * the test may cause, the thread waits for a signal.
 */
typedef void wait_function(struct waiter *self);

/* The threads say so in order. */
static atomic_int ready;

static void say_ready(struct waiter *self)
{
    self->tid = (pid_t)syscall(SYS_gettid);
    self->tgid = getpid();
    ready = 1;
}

static void at_address(struct waiter *self, const void *address)
{
    snprintf(self->waddr, sizeof(self->waddr), "0x%jx", (uintmax_t)(uintptr_t)address);
}

static void at_file(struct waiter *self, int descriptor, const char *kind)
{
    if (descriptor < 0)
        die(self->name, errno);
    snprintf(self->waddr, sizeof(self->waddr), "%d", descriptor);
    self->file_kind = kind;
}

static void check(const struct waiter *self, int result)
{
    if (result < 0)
        die(self->name, errno);
}

static void wait_on_word(struct waiter *self, uint32_t *word, int operation)
{
    at_address(self, word);
    say_ready(self);
    for (;;)
        syscall(SYS_futex, word, operation, *word, NULL, NULL, 0);
}

static void wait_private(struct waiter *self)
{
    static uint32_t word;

    wait_on_word(self, &word, FUTEX_WAIT_PRIVATE);
}

static void wait_shared(struct waiter *self)
{
    static uint32_t word;

    wait_on_word(self, &word, FUTEX_WAIT);
}

static void wait_mutex(struct waiter *self)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

    at_address(self, &mutex);
    pthread_mutex_lock(&mutex);
    say_ready(self);
    pthread_mutex_lock(&mutex);
}

/* By another thread: one that has it itself would be refused. */
static pthread_mutex_t inheriting;
static atomic_int has_inheriting;

static void *hold_inheriting(void *unused)
{
    pthread_mutex_lock(&inheriting);
    has_inheriting = 1;
    for (;;)
        pause();
    return unused;
}

static void wait_pi_mutex(struct waiter *self)
{
    pthread_mutexattr_t attributes;
    pthread_t holder;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
    pthread_mutex_init(&inheriting, &attributes);
    pthread_create(&holder, NULL, hold_inheriting, NULL);
    while (!has_inheriting)
        sched_yield();
    at_address(self, &inheriting);
    say_ready(self);
    pthread_mutex_lock(&inheriting);
}

static void wait_condition(struct waiter *self)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

    pthread_mutex_lock(&mutex);
    say_ready(self);
    for (;;)
        pthread_cond_wait(&condition, &mutex);
}

static void wait_poll(struct waiter *self)
{
    int ends[2];

    check(self, pipe(ends));
    say_ready(self);
    poll(&(struct pollfd){.fd = ends[0], .events = POLLIN}, 1, -1);
}

static void wait_select(struct waiter *self)
{
    say_ready(self);
    select(0, NULL, NULL, NULL, NULL);
}

static void wait_epoll(struct waiter *self)
{
    const int epoll = epoll_create1(0);
    struct epoll_event event;

    at_file(self, epoll, "anon_inode:[eventpoll]");
    say_ready(self);
    epoll_wait(epoll, &event, 1, -1);
}

static void wait_reading(struct waiter *self, int descriptor, const char *kind)
{
    uint64_t bytes; /* what a timer takes at least */

    at_file(self, descriptor, kind);
    say_ready(self);
    while (read(descriptor, &bytes, sizeof(bytes)) > 0)
        ;
}

static void wait_pipe(struct waiter *self)
{
    int ends[2];

    check(self, pipe(ends));
    wait_reading(self, ends[0], "pipe:[");
}

static void wait_full_pipe(struct waiter *self)
{
    static const char bytes[4096];
    int ends[2];

    check(self, pipe(ends));
    at_file(self, ends[1], "pipe:[");
    say_ready(self);
    while (write(ends[1], bytes, sizeof(bytes)) > 0)
        ;
}

static void wait_reading_socket(struct waiter *self)
{
    int ends[2];

    check(self, socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
    wait_reading(self, ends[0], "socket:[");
}

static void wait_receiving(struct waiter *self)
{
    int ends[2];
    char byte;

    check(self, socketpair(AF_UNIX, SOCK_DGRAM, 0, ends));
    at_file(self, ends[0], "socket:[");
    say_ready(self);
    recv(ends[0], &byte, 1, 0);
}

/* Both ends are sockets of TCP, whose readers sleep in a function that has many users. */
static void wait_reading_tcp(struct waiter *self)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof(address);
    const int server = socket(AF_INET, SOCK_STREAM, 0);
    const int client = socket(AF_INET, SOCK_STREAM, 0);

    check(self, bind(server, (struct sockaddr *)&address, len));
    check(self, listen(server, 1));
    check(self, getsockname(server, (struct sockaddr *)&address, &len));
    check(self, connect(client, (struct sockaddr *)&address, len));
    wait_reading(self, client, "socket:[");
}

static void wait_accepting(struct waiter *self)
{
    const int server = socket(AF_INET, SOCK_STREAM, 0);

    at_file(self, server, "socket:[");
    check(self, listen(server, 1));
    say_ready(self);
    accept(server, NULL, NULL);
}

static void wait_terminal(struct waiter *self)
{
    int master, slave;

    check(self, openpty(&master, &slave, NULL, NULL, NULL));
    wait_reading(self, slave, "/dev/pts/");
}

/* Twice the same file, as two programs would have it open. */
static void open_twice(const struct waiter *self, int files[2])
{
    char path[] = "/tmp/waiters-XXXXXX";

    files[0] = mkstemp(path);
    files[1] = open(path, O_RDWR);
    unlink(path);
    check(self, files[0]);
    check(self, files[1]);
}

static void wait_flock(struct waiter *self)
{
    int files[2];

    open_twice(self, files);
    check(self, flock(files[0], LOCK_EX));
    at_file(self, files[1], "/tmp/waiters-");
    say_ready(self);
    flock(files[1], LOCK_EX);
}

static void wait_fcntl(struct waiter *self)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
    int files[2];

    open_twice(self, files);
    check(self, fcntl(files[0], F_OFD_SETLKW, &lock));
    at_file(self, files[1], "/tmp/waiters-");
    say_ready(self);
    fcntl(files[1], F_OFD_SETLKW, &lock);
}

static void wait_timer(struct waiter *self)
{
    const struct timespec day = {.tv_sec = 86400};

    say_ready(self);
    for (;;)
        nanosleep(&day, NULL);
}

static void wait_timer_file(struct waiter *self)
{
    const struct itimerspec day = {.it_value.tv_sec = 86400};
    const int timer = timerfd_create(CLOCK_MONOTONIC, 0);

    check(self, timer);
    check(self, timerfd_settime(timer, 0, &day, NULL));
    wait_reading(self, timer, "anon_inode:[timerfd]");
}

static void wait_child(struct waiter *self)
{
    const pid_t child = child_fork();

    if (child == 0)
        for (;;)
            pause();
    say_ready(self);
    waitpid(child, NULL, 0);
}

static void wait_suspended(struct waiter *self)
{
    sigset_t all;

    sigfillset(&all);
    say_ready(self);
    for (;;)
        sigsuspend(&all);
}

static void wait_signal(struct waiter *self)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    say_ready(self);
    sigwaitinfo(&set, NULL);
}

static int semaphores = -1;

static void wait_semaphore(struct waiter *self)
{
    struct sembuf down = {.sem_op = -1};

    semaphores = semget(IPC_PRIVATE, 1, 0600);
    check(self, semaphores);
    say_ready(self);
    if (semop(semaphores, &down, 1) < 0 && errno != EINTR && errno != EIDRM)
        die(self->name, errno);
}

static void wait_running(struct waiter *self)
{
    say_ready(self);
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
#define TGKILL      "tgkill"

#define THREAD(run_, name_, wait_, calls_)                                              \
    {                                                                                   \
        .run = (run_), .waiter = {.name = (name_), .wait = (wait_), .calls = (calls_) } \
    }
#define PROCESS(be_, name_, wait_, calls_)                                            \
    {                                                                                 \
        .be = (be_), .waiter = {.name = (name_), .wait = (wait_), .calls = (calls_) } \
    }
#define FUTEX(run_, name_, scope)          \
    {                                      \
        .run = (run_), .waiter = {         \
            .name = (name_),               \
            .wait = "futex",               \
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
    FUTEX(wait_private, "private futex", "private"),
    FUTEX(wait_shared, "shared futex", "shared"),
    FUTEX(wait_mutex, "mutex", "private"),
    FUTEX(wait_pi_mutex, "PI mutex", "private"),
    FUTEX(wait_condition, "condition", "private"),
    THREAD(wait_poll, "poll", "poll", "poll ppoll ppoll_time64"),
    THREAD(wait_select, "select", "poll", "select _newselect pselect6 pselect6_time64"),
    THREAD(wait_epoll, "epoll", "poll", "epoll_wait epoll_pwait"),
    THREAD(wait_pipe, "pipe", "pipe", "read"),
    THREAD(wait_full_pipe, "full pipe", "pipe", "write"),
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
    THREAD(wait_running, "running", "run", NULL),
    PROCESS(be_stopped, "stopped", "stopped", TGKILL),
    PROCESS(be_traced, "traced", "traced", TGKILL),
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
        die(kind->waiter.name, result);
}

static void start_process(struct kind *kind)
{
    const pid_t child = child_fork();

    if (child < 0)
        die(kind->waiter.name, errno);
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

    check(&narrow, pipe2(ends, O_CLOEXEC));
    child = child_fork();
    check(&narrow, child);
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
        while (!ready)
            sched_yield();
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
