/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/shortage/terminal.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Of TERM=xterm: the sequences that change something, and those that put it back (terminfo(5)). */
static const struct {
    const char *on, *off, *fault;
} changes[] = {
    {"\033[?1049h", "\033[?1049l", "stays on the other screen"},
    {"\033[?25l", "\033[?25h", "leaves no cursor"},
    {"\033[?1h", "\033[?1l", "leaves the keypad to programs"},
    {"\033[?1000h", "\033[?1000l", "leaves the mouse to programs"},
};

void terminal_open(struct terminal *terminal)
{
    const struct winsize size = {.ws_row = 24, .ws_col = 80};

    *terminal = (struct terminal){.fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)};
    if (terminal->fd < 0 || grantpt(terminal->fd) < 0 || unlockpt(terminal->fd) < 0)
        err(2, "a terminal");
    /* It stays open here, or it would hang up with the first program that ends. */
    terminal->program_fd = open(ptsname(terminal->fd), O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal->program_fd < 0 || ioctl(terminal->program_fd, TIOCSWINSZ, &size) < 0 ||
        tcgetattr(terminal->program_fd, &terminal->modes) < 0 ||
        fcntl(terminal->fd, F_SETFL, O_NONBLOCK) < 0)
        err(2, "a terminal");
    terminal->sent = calloc(1, 1);
    if (!terminal->sent)
        err(2, "memory");
}

bool terminal_take(const struct terminal *terminal)
{
    return setsid() >= 0 && ioctl(terminal->program_fd, TIOCSCTTY, 0) == 0 &&
           dup2(terminal->program_fd, STDIN_FILENO) >= 0 &&
           dup2(terminal->program_fd, STDOUT_FILENO) >= 0;
}

static void read_sent(struct terminal *terminal)
{
    char bytes[4096];
    ssize_t got;

    while ((got = read(terminal->fd, bytes, sizeof(bytes))) > 0) {
        terminal->sent = realloc(terminal->sent, terminal->len + (size_t)got + 1);
        if (!terminal->sent)
            err(2, "memory");
        memcpy(terminal->sent + terminal->len, bytes, (size_t)got);
        terminal->len += (size_t)got;
        terminal->sent[terminal->len] = '\0';
    }
}

bool terminal_follow(struct terminal *terminal, int pidfd, int limit_ms)
{
    struct pollfd polled[] = {{.fd = pidfd, .events = POLLIN},
                              {.fd = terminal->fd, .events = POLLIN}};

    terminal->len = 0;
    terminal->sent[0] = '\0';
    while (!polled[0].revents) {
        if (poll(polled, 2, limit_ms) == 0)
            return false;
        read_sent(terminal);
    }
    read_sent(terminal);
    return true;
}

/* Where it stands last; `text` itself if nowhere. */
static const char *find_last(const char *text, const char *sequence)
{
    const char *last = text;

    for (const char *at = text; (at = strstr(at, sequence)); at++)
        last = at;
    return last;
}

/* Of modes only what programs choose: the kernel sets flags of its own. */
static bool modes_are_back(const struct terminal *terminal)
{
    const struct termios *before = &terminal->modes;
    struct termios now;

    return tcgetattr(terminal->program_fd, &now) == 0 && now.c_iflag == before->c_iflag &&
           now.c_oflag == before->c_oflag && now.c_lflag == before->c_lflag &&
           memcmp(now.c_cc, before->c_cc, sizeof(now.c_cc)) == 0;
}

const char *terminal_find_fault(struct terminal *terminal)
{
    const bool back = modes_are_back(terminal);

    tcsetattr(terminal->program_fd, TCSANOW, &terminal->modes);
    if (!back)
        return "leaves other modes";
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++)
        if (find_last(terminal->sent, changes[i].on) > find_last(terminal->sent, changes[i].off))
            return changes[i].fault;
    return NULL;
}

const char *terminal_left(const struct terminal *terminal)
{
    return find_last(terminal->sent, changes[0].off);
}
