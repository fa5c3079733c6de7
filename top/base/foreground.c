/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/base/foreground.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/types.h>
#include <unistd.h>

#include "lib/base/resources.h"
#include "top/base/watchdog.h"

/*
 * How long a shell may take to see that a job has stopped, and how often the terminal is asked in
 * that time and in the background.
 */
#define SHELL_MS      2000
#define LOOK_MS       10
#define BACKGROUND_MS 100

/*
 * Whether the controlling terminal lets us read. In the background read(2) fails while SIGTTIN is
 * blocked, also if it is to read nothing.
 */
static bool may_read(void)
{
    const int terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    sigset_t ttin, mask;
    bool may;

    sigemptyset(&ttin);
    sigaddset(&ttin, SIGTTIN);
    sigprocmask(SIG_BLOCK, &ttin, &mask);
    may = terminal < 0 || read(terminal, NULL, 0) == 0 ||
          errno == EAGAIN; /* another process of ours reads */
    sigprocmask(SIG_SETMASK, &mask, NULL);
    if (terminal >= 0)
        close(terminal);
    return may;
}

bool foreground_is_ours(int terminal)
{
    const pid_t foreground = tcgetpgrp(terminal);

    if (foreground == 0) /* a group outside this PID namespace, where ours may be as well */
        return may_read();
    return foreground < 0 || foreground == getpgrp();
}

/*
 * This process has not stopped, but the rest of its group may have, outside the namespace: until
 * the shell there has taken the terminal, a frame would be drawn over what it says.
 */
static void await_shell(int terminal)
{
    for (int ms = 0; ms < SHELL_MS && tcgetpgrp(terminal) == 0 && may_read(); ms += LOOK_MS)
        poll(NULL, 0, LOOK_MS);
}

/*
 * By the default action of SIGTSTP: in an orphaned process group, where no shell could continue the
 * program, the kernel ignores that signal, but not SIGSTOP.
 */
void foreground_stop(int terminal)
{
    const struct sigaction stop = {.sa_handler = SIG_DFL};
    struct sigaction before;
    sigset_t tstp, mask;

    sigemptyset(&tstp);
    sigaddset(&tstp, SIGTSTP);
    sigaction(SIGTSTP, &stop, &before);
    raise(SIGTSTP);
    watchdog_watch(false);                  /* a stop is no work */
    sigprocmask(SIG_UNBLOCK, &tstp, &mask); /* stops here */
    sigprocmask(SIG_SETMASK, &mask, NULL);
    watchdog_watch(true);
    sigaction(SIGTSTP, &before, NULL);
    if (is_first_of_namespace())
        await_shell(terminal);
}

/* Whether SIGTTOU stops this program: otherwise kill(2) would stop all others of its group. */
static bool may_stop(void)
{
    sigset_t blocked;

    sigprocmask(SIG_BLOCK, NULL, &blocked);
    return !sigismember(&blocked, SIGTTOU) && !signal_is_ignored(SIGTTOU);
}

/*
 * Stops the process group as the terminal would if its modes were set. False: it did not stop,
 * since SIGTTOU is blocked or ignored here, or no shell could continue the group. A signal that
 * stops discards SIGCONT, so one that is pending afterwards ended a stop; interrupt_init() has
 * blocked it.
 */
static bool stop_for_terminal(void)
{
    sigset_t pending;

    if (!may_stop())
        return false;
    watchdog_watch(false);
    kill(0, SIGTTOU);
    watchdog_watch(true);
    sigpending(&pending);
    return sigismember(&pending, SIGCONT) == 1;
}

/*
 * The kernel's own stop would not do: it restarts the call that sets the modes when the program
 * continues, so the call stops again, with the signal that ends the program pending.
 */
bool foreground_await(int terminal, void (*look)(void))
{
    while (!foreground_is_ours(terminal)) {
        look();
        if (is_first_of_namespace())
            poll(NULL, 0, BACKGROUND_MS);
        else if (!stop_for_terminal())
            return foreground_is_ours(terminal);
    }
    return true;
}
