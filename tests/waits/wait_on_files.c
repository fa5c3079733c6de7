/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pty.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "tests/common/verdict.h"
#include "tests/waits/wait_functions.h"

void wait_poll(struct waiter *self)
{
    int ends[2];

    waiter_check(self, pipe(ends));
    waiter_say_ready(self);
    poll(&(struct pollfd){.fd = ends[0], .events = POLLIN}, 1, -1);
}

void wait_select(struct waiter *self)
{
    waiter_say_ready(self);
    select(0, NULL, NULL, NULL, NULL);
}

void wait_epoll(struct waiter *self)
{
    const int epoll = epoll_create1(0);
    struct epoll_event event;

    waiter_at_file(self, epoll, "anon_inode:[eventpoll]");
    waiter_say_ready(self);
    epoll_wait(epoll, &event, 1, -1);
}

static void wait_reading(struct waiter *self, int descriptor, const char *kind)
{
    uint64_t bytes; /* what a timer takes at least */

    waiter_at_file(self, descriptor, kind);
    waiter_say_ready(self);
    while (read(descriptor, &bytes, sizeof(bytes)) > 0)
        ;
}

void wait_pipe(struct waiter *self)
{
    int ends[2];

    waiter_check(self, pipe(ends));
    wait_reading(self, ends[0], "pipe:[");
}

void wait_full_pipe(struct waiter *self)
{
    static const char bytes[4096];
    int ends[2];

    waiter_check(self, pipe(ends));
    waiter_at_file(self, ends[1], "pipe:[");
    waiter_say_ready(self);
    while (write(ends[1], bytes, sizeof(bytes)) > 0)
        ;
}

/* From a file that never ends into a socket that nobody reads. */
void wait_sending_file(struct waiter *self)
{
    const int zeros = memfd_create("zeros", MFD_CLOEXEC);
    int ends[2];

    waiter_check(self, zeros);
    waiter_check(self, ftruncate(zeros, (off_t)1 << 40));
    waiter_check(self, socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
    waiter_at_file(self, ends[1], "socket:[");
    waiter_say_ready(self);
    while (sendfile(ends[1], zeros, NULL, 4096) > 0)
        ;
}

void wait_reading_socket(struct waiter *self)
{
    int ends[2];

    waiter_check(self, socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
    wait_reading(self, ends[0], "socket:[");
}

void wait_receiving(struct waiter *self)
{
    int ends[2];
    char byte;

    waiter_check(self, socketpair(AF_UNIX, SOCK_DGRAM, 0, ends));
    waiter_at_file(self, ends[0], "socket:[");
    waiter_say_ready(self);
    recv(ends[0], &byte, 1, 0);
}

/* Both ends are sockets of TCP, whose readers sleep in a function that has many users. */
void wait_reading_tcp(struct waiter *self)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof(address);
    const int server = socket(AF_INET, SOCK_STREAM, 0);
    const int client = socket(AF_INET, SOCK_STREAM, 0);

    waiter_check(self, bind(server, (struct sockaddr *)&address, len));
    waiter_check(self, listen(server, 1));
    waiter_check(self, getsockname(server, (struct sockaddr *)&address, &len));
    waiter_check(self, connect(client, (struct sockaddr *)&address, len));
    snprintf(self->file_end, sizeof(self->file_end), " 127.0.0.1:%u", ntohs(address.sin_port));
    wait_reading(self, client, "socket:[");
}

void wait_accepting(struct waiter *self)
{
    const int server = socket(AF_INET, SOCK_STREAM, 0);

    waiter_at_file(self, server, "socket:[");
    waiter_check(self, listen(server, 1));
    waiter_say_ready(self);
    accept(server, NULL, NULL);
}

void wait_terminal(struct waiter *self)
{
    int master, slave;

    waiter_check(self, openpty(&master, &slave, NULL, NULL, NULL));
    wait_reading(self, slave, "/dev/pts/");
}

/* Twice the same file, as two programs would have it open. */
static void open_twice(const struct waiter *self, int files[2])
{
    char path[] = "/tmp/waiters-XXXXXX";

    files[0] = mkstemp(path);
    files[1] = open(path, O_RDWR);
    unlink(path);
    waiter_check(self, files[0]);
    waiter_check(self, files[1]);
}

void wait_flock(struct waiter *self)
{
    int files[2];

    open_twice(self, files);
    waiter_check(self, flock(files[0], LOCK_EX));
    waiter_at_file(self, files[1], "/tmp/waiters-");
    snprintf(self->lockowner, sizeof(self->lockowner), "%d", (int)getpid());
    waiter_say_ready(self);
    flock(files[1], LOCK_EX);
}

void wait_fcntl(struct waiter *self)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
    int files[2];

    open_twice(self, files);
    waiter_check(self, fcntl(files[0], F_OFD_SETLKW, &lock));
    waiter_at_file(self, files[1], "/tmp/waiters-");
    snprintf(self->lockowner, sizeof(self->lockowner), "unknown"); /* an open file description's */
    waiter_say_ready(self);
    fcntl(files[1], F_OFD_SETLKW, &lock);
}

void wait_timer_file(struct waiter *self)
{
    const struct itimerspec day = {.it_value.tv_sec = 86400};
    const int timer = timerfd_create(CLOCK_MONOTONIC, 0);

    waiter_check(self, timer);
    waiter_check(self, timerfd_settime(timer, 0, &day, NULL));
    wait_reading(self, timer, "anon_inode:[timerfd]");
}
