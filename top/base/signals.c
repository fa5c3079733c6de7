/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/base/signals.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/base/unused.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static const struct {
    int number;
    unsigned interrupt;
} interrupts[] = {
    {SIGINT, INTERRUPT_BREAK},
    {SIGTERM, INTERRUPT_END},
    {SIGHUP, INTERRUPT_END},
    {SIGQUIT, INTERRUPT_END},
    {SIGPIPE, INTERRUPT_PIPE},
    {SIGTSTP, INTERRUPT_SUSPEND},
    {SIGWINCH, INTERRUPT_RESIZE},
    {SIGCONT, INTERRUPT_RESUME},
    /*
     * Not sent to top as a rule, but by default they would end it without a reset of the terminal.
     */
    {SIGALRM, INTERRUPT_END},
    {SIGUSR1, INTERRUPT_END},
    {SIGUSR2, INTERRUPT_END},
    {SIGVTALRM, INTERRUPT_END},
    {SIGPROF, INTERRUPT_END},
    {SIGIO, INTERRUPT_END},
    {SIGXCPU, INTERRUPT_END},
    {SIGPWR, INTERRUPT_END},
};

/* Set by the handler; read and cleared while the signals are blocked. */
static volatile sig_atomic_t arrived;

static int wait_error;

static void note_interrupt(int number)
{
    for (size_t i = 0; i < COUNT_OF(interrupts); i++)
        if (interrupts[i].number == number)
            arrived |= (sig_atomic_t)interrupts[i].interrupt;
}

int interrupt_init(void)
{
    struct sigaction action = {.sa_handler = note_interrupt};
    sigset_t blocked;

    sigemptyset(&blocked);
    for (size_t i = 0; i < COUNT_OF(interrupts); i++)
        sigaddset(&blocked, interrupts[i].number);
    if (sigprocmask(SIG_BLOCK, &blocked, NULL) < 0)
        return -errno;
    action.sa_mask = blocked;
    for (size_t i = 0; i < COUNT_OF(interrupts); i++) {
        struct sigaction before;

        /* An ignored signal stays ignored, for nohup(1) and the like. */
        if (sigaction(interrupts[i].number, NULL, &before) == 0 && before.sa_handler == SIG_IGN &&
            interrupts[i].interrupt & (INTERRUPT_END | INTERRUPT_BREAK))
            continue;
        if (sigaction(interrupts[i].number, &action, NULL) < 0)
            return -errno;
    }
    return 0;
}

unsigned interrupt_wait(struct pollfd *fds, nfds_t count, int64_t timeout_ns)
{
    const struct timespec timeout = {
        .tv_sec = (time_t)(timeout_ns / NS_PER_S),
        .tv_nsec = (long)(timeout_ns % NS_PER_S),
    };
    sigset_t open;
    unsigned taken;

    sigemptyset(&open);
    if (ppoll(fds, count, timeout_ns < 0 ? NULL : &timeout, &open) < 0) {
        if (errno != EINTR)
            wait_error = -errno;
        for (nfds_t i = 0; i < count; i++)
            fds[i].revents = 0;
    }
    taken = (unsigned)arrived | (wait_error ? INTERRUPT_END : 0);
    arrived = 0;
    return taken;
}

int interrupt_error(void)
{
    return wait_error;
}

/*
 * Uses the signal's default action instead of SIGSTOP: the kernel ignores it for an orphaned
 * process group, where no shell could continue the program.
 */
void interrupt_stop(void)
{
    const struct sigaction stop = {.sa_handler = SIG_DFL};
    struct sigaction before;
    sigset_t tstp, mask;

    sigemptyset(&tstp);
    sigaddset(&tstp, SIGTSTP);
    sigaction(SIGTSTP, &stop, &before);
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &tstp, &mask); /* stops here */
    sigprocmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTSTP, &before, NULL);
}

/* Signals of faults: a fault recurs when the handler returns to the instruction. */
static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/*
 * Others that end a program at once. Real-time signals are caught, too; interrupts[] has the rest.
 */
static const int others[] = {
    SIGABRT,   SIGTRAP, SIGSYS, SIGXFSZ,
#ifdef SIGSTKFLT /* missing on some architectures */
    SIGSTKFLT,
#endif
};

/* Only the one that is not in use is written: the handler may run at any time, on any thread. */
struct reset_sequence {
    char bytes[CRASH_BYTES];
    size_t len;
};

static struct {
    int fd;
    struct termios modes;
    struct reset_sequence sequences[2];
    atomic_int in_use; /* index of the current sequence; negative: none */
    atomic_flag begun; /* a thread has begun to reset the terminal */
    atomic_bool done;  /* the terminal has been reset */
    struct sigaction before[NSIG];
    bool caught[NSIG];
} handler = {.in_use = -1, .begun = ATOMIC_FLAG_INIT};

static void write_all(const char *bytes, size_t len)
{
    while (len) {
        ssize_t written = write(handler.fd, bytes, len);

        if (written < 0 && errno != EINTR)
            return;
        bytes += written > 0 ? written : 0;
        len -= written > 0 ? (size_t)written : 0;
    }
}

/*
 * Resets the terminal. In the background its modes belong to another program. IXON is off
 * meanwhile, since output stopped by ^S continues only then.
 */
static void give_back(const struct reset_sequence *sequence)
{
    pid_t foreground = tcgetpgrp(handler.fd);
    bool ours = foreground < 0 || foreground == getpgrp();
    struct termios unstopped = handler.modes;

    unstopped.c_iflag &= ~(tcflag_t)IXON;
    if (ours)
        tcsetattr(handler.fd, TCSANOW, &unstopped);
    write_all(sequence->bytes, sequence->len);
    if (ours)
        tcsetattr(handler.fd, TCSANOW, &handler.modes);
}

static bool is_fault(int number)
{
    for (size_t i = 0; i < COUNT_OF(faults); i++)
        if (faults[i] == number)
            return true;
    return false;
}

/*
 * Several threads may crash at once: none may end the program before the first one has reset the
 * terminal. A fault recurs by itself, with the kernel's own siginfo. A signal that was sent is
 * raised again; it stays blocked until this returns.
 */
static void handle(int number, siginfo_t *info, void *context UNUSED)
{
    int index = atomic_load(&handler.in_use);

    if (index >= 0 && !atomic_flag_test_and_set(&handler.begun)) {
        give_back(&handler.sequences[index]);
        atomic_store(&handler.done, true);
    }
    while (index >= 0 && !atomic_load(&handler.done))
        poll(NULL, 0, 1);
    sigaction(number, &handler.before[number], NULL);
    if (!is_fault(number) || info->si_code <= 0)
        raise(number);
}

/* An ignored signal stays ignored. */
static int catch_signal(int number)
{
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    struct sigaction *before = &handler.before[number];

    sigfillset(&action.sa_mask);
    if (sigaction(number, NULL, before) < 0)
        return -errno;
    if (!(before->sa_flags & SA_SIGINFO) && before->sa_handler == SIG_IGN)
        return 0;
    if (sigaction(number, &action, NULL) < 0)
        return -errno;
    handler.caught[number] = true;
    return 0;
}

static int catch_all(void)
{
    int result = 0;

    for (size_t i = 0; !result && i < COUNT_OF(faults); i++)
        result = catch_signal(faults[i]);
    for (size_t i = 0; !result && i < COUNT_OF(others); i++)
        result = catch_signal(others[i]);
    for (int number = SIGRTMIN; !result && number <= SIGRTMAX; number++)
        result = catch_signal(number);
    return result;
}

int crash_handler_open(int fd)
{
    static char stack[CRASH_STACK_BYTES];
    int result;

    if (tcgetattr(fd, &handler.modes) < 0)
        return -errno;
    handler.fd = fd;
    crash_handler_use_stack(stack);
    result = catch_all();
    if (result)
        crash_handler_close();
    return result;
}

void crash_handler_set(const char *bytes, size_t len)
{
    int next = atomic_load(&handler.in_use) == 0;
    struct reset_sequence *sequence = &handler.sequences[next];

    if (!len) {
        atomic_store(&handler.in_use, -1);
        return;
    }
    sequence->len = len < sizeof(sequence->bytes) ? len : sizeof(sequence->bytes);
    memcpy(sequence->bytes, bytes, sequence->len);
    atomic_store(&handler.in_use, next);
}

void crash_handler_close(void)
{
    atomic_store(&handler.in_use, -1);
    for (int number = 1; number < NSIG; number++) {
        if (handler.caught[number])
            sigaction(number, &handler.before[number], NULL);
        handler.caught[number] = false;
    }
}

bool crash_handler_reset(void)
{
    const int index = atomic_exchange(&handler.in_use, -1);

    if (index >= 0)
        give_back(&handler.sequences[index]);
    return index >= 0;
}

void crash_handler_use_stack(void *stack)
{
    const stack_t ours = {.ss_sp = stack, .ss_size = CRASH_STACK_BYTES};
    stack_t present;

    if (sigaltstack(NULL, &present) == 0 && present.ss_flags & SS_DISABLE)
        sigaltstack(&ours, NULL);
}
