/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/signals/crash_handler.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* By the fault of an instruction, which happens again when the instruction is gone back to. */
static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/* Besides those of real time; the others that end a program are in interrupt.c. */
static const int others[] = {
    SIGABRT,   SIGTRAP, SIGSYS, SIGXFSZ,
#ifdef SIGSTKFLT /* not everywhere */
    SIGSTKFLT,
#endif
};

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* Written while it is not the one in use: the handler may look at any time, from any thread. */
struct reset_sequence {
    char bytes[CRASH_BYTES];
    size_t len;
};

static struct {
    int fd;
    struct termios modes;
    struct reset_sequence sequences[2];
    atomic_int in_use; /* an index of them, or below 0: none */
    atomic_flag begun; /* some thread is giving the terminal back, and */
    atomic_bool done;  /* has done so */
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
 * In the background the modes are another program's. Where ^S has stopped the output it goes on
 * as soon as that key no longer stops any.
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
 * Threads may crash one after the other: the program must not end before the first has finished.
 * A fault happens again by itself, with all that the kernel says about it; what was sent is to be
 * sent again, and is blocked until this returns.
 */
static void handle(int number, siginfo_t *info, void *context)
{
    int index = atomic_load(&handler.in_use);

    (void)context;
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

/* What was ignored stays so. */
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

void crash_handler_unblock(sigset_t *blocked)
{
    for (size_t i = 0; i < COUNT_OF(faults); i++)
        sigdelset(blocked, faults[i]);
    for (size_t i = 0; i < COUNT_OF(others); i++)
        sigdelset(blocked, others[i]);
}

void crash_handler_use_stack(void *stack)
{
    const stack_t ours = {.ss_sp = stack, .ss_size = CRASH_STACK_BYTES};
    stack_t present;

    if (sigaltstack(NULL, &present) == 0 && present.ss_flags & SS_DISABLE)
        sigaltstack(&ours, NULL);
}
