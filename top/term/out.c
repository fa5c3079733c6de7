/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <ncurses.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include "top/term/internal.h"

int out_open(struct term *term)
{
    int fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    int result;

    term->pieces = -1;
    if (fd < 0)
        return -errno;
    term->out = fdopen(fd, "w");
    if (!term->out) {
        result = -errno;
        close(fd);
        return result;
    }
    term->pieces = memfd_create("frame", MFD_CLOEXEC);
    return 0;
}

void out_close(struct term *term)
{
    if (term->out)
        fclose(term->out);
    if (term->pieces >= 0)
        close(term->pieces);
    buf_fini(&term->whole);
}

void out_send_text(const char *bytes, size_t len)
{
    struct pollfd ready = {.fd = STDOUT_FILENO, .events = POLLOUT};

    while (len) {
        ssize_t written = write(STDOUT_FILENO, bytes, len);

        if (written < 0 && errno == EAGAIN)
            poll(&ready, 1, -1); /* another process has set O_NONBLOCK on the terminal */
        else if (written < 0 && errno != EINTR)
            return; /* the terminal is gone: poll(2) on its input will report that */
        if (written > 0) {
            bytes += written;
            len -= (size_t)written;
        }
    }
}

/* Sends the content of the file, and empties it. */
static void send_pieces(struct term *term)
{
    off_t len = lseek(term->pieces, 0, SEEK_CUR);
    ssize_t got = -1;

    buf_clear(&term->whole);
    if (len > 0 && buf_reserve(&term->whole, (size_t)len))
        got = pread(term->pieces, term->whole.data, (size_t)len, 0);
    if (got > 0)
        out_send_text(term->whole.data, (size_t)got);
    lseek(term->pieces, 0, SEEK_SET);
}

void out_send(struct term *term)
{
    int fd = fileno(term->out);

    if (term->pieces < 0 || dup3(term->pieces, fd, O_CLOEXEC) < 0) {
        refresh();
        return;
    }
    refresh();
    dup3(STDOUT_FILENO, fd, O_CLOEXEC);
    send_pieces(term);
}
