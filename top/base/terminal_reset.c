/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/base/terminal_reset.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/resources.h"
#include "lib/base/units.h"
#include "top/base/foreground.h"

/* A stack for the handler, large enough on every architecture; and one for any of our threads. */
#define HANDLER_BYTES 32768
#define THREAD_BYTES  BYTES_PER_MIB

/* How often the handler waits for room, and how long each time. */
#define TRIES  100
#define TRY_MS 10

/* Signals of faults: a fault recurs when the handler returns to the instruction. */
static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/*
 * Others that end a program at once. Real-time signals are caught, too; interrupts.c has the rest.
 * thread_start() leaves open those of both tables that a thread may cause itself.
 */
static const int others[] = {
    SIGABRT,   SIGTRAP, SIGSYS, SIGXFSZ,
#ifdef SIGSTKFLT /* missing on some architectures */
    SIGSTKFLT,
#endif
};

/* The handler may run at any time, on any thread: what it has begun to write is not changed. */
struct reset_sequence {
    char bytes[TERMINAL_RESET_BYTES];
    size_t len;
};

static struct {
    int fd;
    struct termios modes;
    struct reset_sequence sequences[2];
    atomic_int in_use; /* index of the current sequence; negative: none */
    atomic_bool begun; /* a thread has begun to reset the terminal */
    atomic_bool done;  /* the terminal has been reset */
    struct sigaction before[NSIG];
    bool caught[NSIG];
} reset = {.fd = -1, .in_use = -1};

/*
 * A terminal may have no room: nobody reads it, or another thread is writing to it. What it has not
 * taken yet is dropped then. If that does not help, it is not reset.
 */
static void write_all(const char *bytes, size_t len, bool ours)
{
    int tries = TRIES;

    while (len) {
        ssize_t written = write(reset.fd, bytes, len);

        if (written >= 0) {
            bytes += written;
            len -= (size_t)written;
        } else if (errno == EAGAIN && tries-- > 0) {
            if (ours)
                tcflush(reset.fd, TCOFLUSH);
            poll(NULL, 0, TRY_MS);
        } else if (errno != EINTR) {
            return;
        }
    }
}

/*
 * Resets the terminal. In the background its modes belong to another program. IXON is off
 * meanwhile, since output stopped by ^S continues only then.
 */
static void give_back(const struct reset_sequence *sequence)
{
    const bool ours = foreground_is_ours(reset.fd);
    struct termios unstopped = reset.modes;

    unstopped.c_iflag &= ~(tcflag_t)IXON;
    if (ours)
        tcsetattr(reset.fd, TCSANOW, &unstopped);
    write_all(sequence->bytes, sequence->len, ours);
    if (ours)
        tcsetattr(reset.fd, TCSANOW, &reset.modes);
}

/*
 * Resets the terminal, once for all threads, in a second at most; the others wait until that is
 * done. All signals are blocked.
 */
static void reset_once(void)
{
    if (atomic_load(&reset.in_use) < 0)
        return;
    if (!atomic_exchange(&reset.begun, true)) {
        const int index = atomic_load(&reset.in_use); /* its owner may have unset it meanwhile */
        const int flags = fcntl(reset.fd, F_GETFL);

        fcntl(reset.fd, F_SETFL, flags | O_NONBLOCK);
        if (index >= 0)
            give_back(&reset.sequences[index]);
        fcntl(reset.fd, F_SETFL, flags);
        atomic_store(&reset.done, true);
    }
    while (!atomic_load(&reset.done))
        poll(NULL, 0, 1);
}

static bool is_fault(int number)
{
    for (size_t i = 0; i < ARRAY_COUNT(faults); i++)
        if (faults[i] == number)
            return true;
    return false;
}

/*
 * Several threads may crash at once: none may end the program before the first one has reset the
 * terminal. A fault recurs by itself, with the kernel's own siginfo. A signal that was sent is
 * raised again; it stays blocked until this returns.
 */
static void handle(int number, siginfo_t *info, void *context)
{
    reset_once();
    sigaction(number, &reset.before[number], NULL);
    if (is_fault(number) && info->si_code > 0)
        return;
    if (is_first_of_namespace() && reset.before[number].sa_handler == SIG_DFL)
        _exit(128 + number);
    raise(number);
}

/* An ignored signal stays ignored. */
static int catch_signal(int number)
{
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};

    sigfillset(&action.sa_mask);
    if (signal_is_ignored(number))
        return 0;
    if (sigaction(number, &action, &reset.before[number]) < 0)
        return -errno;
    reset.caught[number] = true;
    return 0;
}

static int catch_all(void)
{
    int result = 0;

    for (size_t i = 0; !result && i < ARRAY_COUNT(faults); i++)
        result = catch_signal(faults[i]);
    for (size_t i = 0; !result && i < ARRAY_COUNT(others); i++)
        result = catch_signal(others[i]);
    for (int number = SIGRTMIN; !result && number <= SIGRTMAX; number++)
        result = catch_signal(number);
    return result;
}

/* sigaltstack(2), for this thread. A stack set before, as by a sanitizer, is kept. */
static void use_stack(void *stack)
{
    const stack_t ours = {.ss_sp = stack, .ss_size = HANDLER_BYTES};
    stack_t present;

    if (sigaltstack(NULL, &present) == 0 && present.ss_flags & SS_DISABLE)
        sigaltstack(&ours, NULL);
}

bool terminal_reset_save_modes(void)
{
    return tcgetattr(reset.fd, &reset.modes) == 0;
}

int terminal_reset_open(int fd)
{
    static char stack[HANDLER_BYTES];
    int result;

    reset.fd = fd;
    if (!terminal_reset_save_modes())
        return -errno;
    use_stack(stack);
    result = catch_all();
    if (result)
        terminal_reset_close();
    return result;
}

void terminal_reset_set(const char *bytes, size_t len)
{
    const int next = atomic_load(&reset.in_use) == 0 ? 1 : 0; /* not the one in use */
    struct reset_sequence *sequence = &reset.sequences[next];

    if (!len) {
        atomic_store(&reset.in_use, -1);
        return;
    }
    if (len > sizeof(sequence->bytes) || atomic_load(&reset.begun))
        return;
    sequence->len = len;
    memcpy(sequence->bytes, bytes, len);
    atomic_store(&reset.in_use, next);
}

/* lib/source/bpf/load.c has taken over SIGRTMIN if a program was loaded. */
static bool is_caught(int number)
{
    struct sigaction now;

    return sigaction(number, NULL, &now) == 0 && now.sa_flags & SA_SIGINFO &&
           now.sa_sigaction == handle;
}

void terminal_reset_close(void)
{
    atomic_store(&reset.in_use, -1);
    for (int number = 1; number < NSIG; number++) {
        if (reset.caught[number] && is_caught(number))
            sigaction(number, &reset.before[number], NULL);
        reset.caught[number] = false;
    }
}

/*
 * All signals are blocked meanwhile, as in the handler: SIGTTOU would stop the program, and the
 * handler would wait for this thread. Drops what the terminal has not taken, so that the reset
 * finds room; not after a reset, whose own bytes that may be.
 */
void terminal_reset_end_by(int number)
{
    sigset_t all, one;

    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    if (atomic_load(&reset.in_use) >= 0 && !atomic_load(&reset.begun) &&
        foreground_is_ours(reset.fd))
        tcflush(reset.fd, TCOFLUSH);
    reset_once();
    signal(number, SIG_DFL);
    raise(number);
    sigemptyset(&one);
    sigaddset(&one, number);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    _exit(128 + number);
}

bool terminal_reset_now(void)
{
    const bool was_set = atomic_load(&reset.in_use) >= 0;
    sigset_t all, mask;

    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &mask); /* as in the handler, which waits for this thread */
    reset_once();
    atomic_store(&reset.in_use, -1);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    return was_set;
}

struct start {
    void *(*run)(void *);
    void *argument;
};

/* The handler's stack is at the start of the thread's own, which an overflow does not reach. */
static void *begin(void *argument)
{
    struct start start = *(struct start *)argument;
    char stack[HANDLER_BYTES];

    free(argument);
    use_stack(stack);
    return start.run(start.argument);
}

int terminal_reset_start_thread(pthread_t *thread, void *(*run)(void *), void *argument)
{
    struct start *start = malloc(sizeof(*start));
    int result;

    if (!start)
        return -ENOMEM;
    *start = (struct start){run, argument};
    result = thread_start(thread, THREAD_BYTES, begin, start);
    if (result < 0)
        free(start);
    return result;
}
