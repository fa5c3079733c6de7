/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Signals as flags; some stay ignored where they were. */
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/common/take_over.h"
#include "tests/unit/run.h"
#include "top/base/foreground.h"
#include "top/base/interrupts.h"
#include "top/base/watchdog.h"

static bool *watched; /* shared with a child */

TAKE_OVER(void, watchdog_watch, bool works)
{
    if (watched)
        *watched = works;
}

static const struct {
    int number;
    unsigned interrupt, where_ignored;
} signals[] = {
    {SIGINT, INTERRUPT_BREAK, 0},
    {SIGHUP, INTERRUPT_END, 0},
    {SIGTSTP, INTERRUPT_SUSPEND, 0},
    {SIGPIPE, INTERRUPT_END, INTERRUPT_END},
    {SIGWINCH, INTERRUPT_RESIZE, INTERRUPT_RESIZE},
};

static unsigned interrupt_of(int number)
{
    ck_assert_int_eq(interrupt_init(), 0);
    raise(number);
    return interrupt_wait(NULL, 0, 0);
}

LOOP(signals_are_flags, COUNT_OF(signals))
{
    signal(signals[_i].number, SIG_DFL); /* whoever runs this may ignore it */
    ck_assert_uint_eq(interrupt_of(signals[_i].number), signals[_i].interrupt);
    ck_assert_uint_eq(interrupt_wait(NULL, 0, 0), 0);
}

LOOP(some_stay_ignored, COUNT_OF(signals))
{
    signal(signals[_i].number, SIG_IGN);
    ck_assert_uint_eq(interrupt_of(signals[_i].number), signals[_i].where_ignored);
}

/* Else input without an end would hold up every signal. */
CASE(a_ready_descriptor_holds_up_no_signal)
{
    struct pollfd ready = {.events = POLLIN};
    int ends[2];

    signal(SIGTERM, SIG_DFL);
    ck_assert_int_eq(interrupt_init(), 0);
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(write(ends[1], "x", 1), 1);
    ready.fd = ends[0];
    raise(SIGTERM);
    ck_assert_uint_eq(interrupt_wait(&ready, 1, 0), INTERRUPT_END);
    ck_assert_int_eq(ready.revents, POLLIN);
    close(ends[0]);
    close(ends[1]);
}

static void run_child(void)
{
    setpgid(0, 0); /* a group that its parent could continue: else it does not stop */
    signal(SIGTSTP, SIG_DFL);
    interrupt_init();
    watchdog_watch(true);
    foreground_stop(-1);
}

/* Else a signal that comes in a long stop would end the program before the loop does, in order. */
CASE(a_stop_is_no_work)
{
    pid_t child;
    int status;

    watched =
        /* cppcheck-suppress invalidFunctionArg ; no file */
        mmap(NULL, sizeof(*watched), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(watched, MAP_FAILED);
    child = fork();
    if (child == 0) {
        run_child();
        _exit(*watched ? 0 : 1);
    }
    ck_assert_int_eq(waitpid(child, &status, WUNTRACED), child);
    ck_assert(WIFSTOPPED(status));
    ck_assert(!*watched);
    kill(child, SIGCONT);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 0);
}
