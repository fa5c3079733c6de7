/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs that crash in one way or another, each on a terminal of its own. */
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "tests/unit/run.h"
#include "top/base/terminal_reset.h"

#define SEQUENCE "reset"
#define CRASHERS 8

/* SIGRTMIN and SIGRTMAX are functions. */
#define FIRST_SIGNAL 34
#define LAST_SIGNAL  64

/*
 * A sanitizer handles crashes itself once the terminal has been reset, and then exits or aborts, as
 * its options say.
 */
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED true
#else
#define SANITIZED false
#endif

static void *touch_forbidden(void *argument)
{
    static char pages[65536] __attribute__((aligned(65536)));
    volatile char *first = pages;

    mprotect(pages, sizeof(pages), PROT_NONE);
    *first = 1;
    return argument;
}

static int descend(int depth)
{
    volatile char room[4096];

    room[depth % 4096] = (char)depth;
    return depth < 0 ? 0 : descend(depth + 1) + room[depth % 4096];
}

static void *overflow(void *argument)
{
    return descend(1) ? NULL : argument;
}

static void *break_off(void *argument)
{
    abort();
    return argument;
}

static void *leave_it(void *argument)
{
    terminal_reset_set(NULL, 0);
    raise(SIGSEGV);
    return argument;
}

static void *set_again(void *argument)
{
    for (int i = 0; i < 3; i++)
        terminal_reset_set(SEQUENCE "...", strlen(SEQUENCE "..."));
    terminal_reset_set(SEQUENCE, strlen(SEQUENCE));
    raise(SIGSYS);
    return argument;
}

static int terminal_of_child;
static char filler[65536];

/* Until there is no room, as nobody reads. */
static void fill_terminal(void)
{
    const int flags = fcntl(terminal_of_child, F_GETFL);

    memset(filler, '-', sizeof(filler));
    fcntl(terminal_of_child, F_SETFL, flags | O_NONBLOCK);
    while (write(terminal_of_child, filler, sizeof(filler)) > 0)
        continue;
    fcntl(terminal_of_child, F_SETFL, flags);
}

static void *crash_when_full(void *argument)
{
    fill_terminal();
    raise(SIGABRT);
    return argument;
}

/* As long as the first thread runs, it does not wait for the terminal yet. */
static void *crash_while_another_writes(void *argument)
{
    char state = 'R';

    while (state == 'R') {
        FILE *stat = fopen("/proc/self/stat", "r");

        if (!stat || fscanf(stat, "%*d %*s %c", &state) != 1)
            _exit(1);
        fclose(stat);
        poll(NULL, 0, 1);
    }
    raise(SIGABRT);
    return argument;
}

static void *write_when_full(void *argument)
{
    pthread_t thread;

    fill_terminal();
    if (terminal_reset_start_thread(&thread, crash_while_another_writes, NULL) < 0)
        _exit(1);
    if (write(terminal_of_child, filler, sizeof(filler)) < 0) /* a frame */
        _exit(1);
    pause();
    return argument;
}

static int signal_sent;

static void *send_signal(void *argument)
{
    kill(getpid(), signal_sent);
    return argument;
}

/* Not before the signals are the program's own again. */
static void *close_before(void *argument)
{
    terminal_reset_close();
    raise(SIGFPE);
    return argument;
}

/* Without a signal; a second time there is nothing left to reset. */
static void *reset(void *argument)
{
    const bool had_been_set = terminal_reset_now();

    if (had_been_set && !terminal_reset_now())
        raise(SIGKILL);
    return argument;
}

static const struct {
    void *(*crash)(void *argument);
    bool beside; /* the interface's thread */
    int signal;
    const char *sequence;
} crashes[] = {
    {touch_forbidden, false, SIGSEGV, SEQUENCE},
    {touch_forbidden, true, SIGSEGV, SEQUENCE},
    {overflow, false, SIGSEGV, SEQUENCE},
    {overflow, true, SIGSEGV, SEQUENCE},
    {break_off, false, SIGABRT, SEQUENCE},
    {break_off, true, SIGABRT, SEQUENCE},
    {set_again, false, SIGSYS, SEQUENCE},
    {send_signal, false, SIGBUS, SEQUENCE},
    {send_signal, false, SIGFPE, SEQUENCE},
    {send_signal, false, SIGILL, SEQUENCE},
    {send_signal, false, SIGTRAP, SEQUENCE},
    {send_signal, false, SIGXFSZ, SEQUENCE},
#ifdef SIGSTKFLT
    {send_signal, false, SIGSTKFLT, SEQUENCE},
#endif
    {send_signal, false, FIRST_SIGNAL, SEQUENCE},
    {send_signal, false, LAST_SIGNAL, SEQUENCE},
    {reset, false, SIGKILL, SEQUENCE}, /* which no handler sees */
    {leave_it, false, SIGSEGV, ""},
    {close_before, false, SIGFPE, ""},
};

static void be_raw(int terminal)
{
    struct termios modes;

    tcgetattr(terminal, &modes);
    cfmakeraw(&modes);
    tcsetattr(terminal, TCSANOW, &modes);
}

/* All of them at once, where there are several. */
static void crash(int terminal, void *(*run)(void *), size_t threads)
{
    pthread_t thread;

    setrlimit(RLIMIT_CORE, &(struct rlimit){0});
    if (terminal_reset_open(terminal) < 0)
        _exit(1);
    be_raw(terminal);
    terminal_of_child = terminal;
    terminal_reset_set(SEQUENCE, strlen(SEQUENCE));
    if (!threads)
        run(NULL);
    for (size_t i = 0; i < threads; i++)
        if (terminal_reset_start_thread(&thread, run, NULL) < 0)
            _exit(1);
    for (;;)
        pause();
}

/* What has been written on the terminal, which may be full; it may come in pieces. */
static void read_all(int master, int slave, char *text, size_t size)
{
    bool is_marked = false;
    size_t len = 0;

    fcntl(slave, F_SETFL, fcntl(slave, F_GETFL) | O_NONBLOCK);
    do {
        ssize_t more;

        is_marked = is_marked || write(slave, ".", 1) == 1;
        more = read(master, text + len, size - len);
        ck_assert_int_gt(more, 0);
        len += (size_t)more;
    } while (text[len - 1] != '.' && len < size);
    text[len - 1] = '\0';
}

/* What is written on the terminal by a child, and the child's status. */
static int watch(void *(*run)(void *), size_t threads, char *text, size_t size)
{
    struct termios before, after;
    int master, slave, status;
    pid_t child;

    ck_assert_int_eq(openpty(&master, &slave, NULL, NULL, NULL), 0);
    ck_assert_int_eq(tcgetattr(slave, &before), 0);
    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0)
        crash(slave, run, threads);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(tcgetattr(slave, &after), 0);
    read_all(master, slave, text, size);
    if (*text) {
        ck_assert_uint_eq(after.c_lflag, before.c_lflag);
        ck_assert_uint_eq(after.c_iflag, before.c_iflag);
        ck_assert_uint_eq(after.c_oflag, before.c_oflag);
    } else {
        ck_assert_uint_ne(after.c_lflag, before.c_lflag);
    }
    close(master);
    close(slave);
    return status;
}

static void assert_killed(int status, int signal)
{
    if (SANITIZED && WIFEXITED(status))
        ck_assert_int_ne(WEXITSTATUS(status), 0);
    else if (SANITIZED && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT)
        return;
    else
        ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == signal);
}

LOOP(the_terminal_is_reset, COUNT_OF(crashes))
{
    char text[256];
    int status;

    if (crashes[_i].signal == LAST_SIGNAL && is_emulated()) {
        leave_out("the last signal", "the emulator keeps it for itself");
        return;
    }
    signal_sent = crashes[_i].signal;
    status = watch(crashes[_i].crash, crashes[_i].beside ? 1 : 0, text, sizeof(text));

    ck_assert_str_eq(text, crashes[_i].sequence);
    assert_killed(status, crashes[_i].signal);
}

CASE(threads_that_crash_together_reset_it_once)
{
    char text[256];
    int status = watch(touch_forbidden, CRASHERS, text, sizeof(text));

    ck_assert_str_eq(text, SEQUENCE);
    assert_killed(status, SIGSEGV);
}

static void *(*const stalls[])(void *argument) = {crash_when_full, write_when_full};

/* Of what fills it some may have been taken. */
LOOP(a_terminal_that_takes_nothing_is_reset, COUNT_OF(stalls))
{
    static char text[65536];
    const int status = watch(stalls[_i], 0, text, sizeof(text));

    ck_assert_ptr_nonnull(strstr(text, SEQUENCE));
    assert_killed(status, SIGABRT);
}

/* As nohup(1) and its like want it. */
CASE(ignored_signals_stay_ignored)
{
    int master, slave;

    ck_assert_int_eq(openpty(&master, &slave, NULL, NULL, NULL), 0);
    signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(terminal_reset_open(slave), 0);
    raise(SIGXFSZ);
    terminal_reset_close();
    ck_assert(signal(SIGXFSZ, SIG_DFL) == SIG_IGN);
    close(master);
    close(slave);
}

CASE(there_must_be_a_terminal)
{
    int ends[2];

    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_lt(terminal_reset_open(ends[1]), 0);
    close(ends[0]);
    close(ends[1]);
}
