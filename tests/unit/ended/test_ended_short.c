/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What keeps exits from being heard: where descriptors are short, that is said. */
#include <errno.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include "lib/base/kernel.h"
#include "lib/ended/exits.h"
#include "tests/common/take_over.h"
#include "tests/unit/run.h"

static int socket_error, bind_error, eventfd_error;

/* A kernel that tells of exits. */
TAKE_OVER(bool, kernel_is, unsigned long major, unsigned long minor)
{
    return true;
}

TAKE_OVER(bool, kernel_has_namespace, const char *name)
{
    return true;
}

TAKE_OVER(int, socket, int domain, int type, int protocol)
{
    errno = socket_error;
    return socket_error ? -1 : __real_socket(AF_UNIX, type, 0);
}

TAKE_OVER(int, bind, int fd, const struct sockaddr *address, socklen_t len)
{
    errno = bind_error;
    return bind_error ? -1 : 0;
}

TAKE_OVER(ssize_t, send, int fd, const void *bytes, size_t len, int flags)
{
    return (ssize_t)len;
}

TAKE_OVER(int, eventfd, unsigned count, int flags)
{
    errno = eventfd_error;
    return eventfd_error ? -1 : __real_eventfd(count, flags);
}

static const struct {
    int socket, bind, eventfd, result;
} cases[] = {
    {0, 0, 0, 0},
    {EMFILE, 0, 0, -EMFILE},
    {ENFILE, 0, 0, -ENFILE},
    {EPROTONOSUPPORT, 0, 0, -ENOTSUP},
    {0, ENOMEM, 0, -ENOMEM},
    {0, EPERM, 0, -ENOTSUP},
    {0, 0, EMFILE, -EMFILE},
    {0, 0, ENFILE, -ENFILE},
    {0, 0, ENODEV, -ENOTSUP},
};

LOOP(shortages_are_told_from_what_cannot_be, COUNT_OF(cases))
{
    struct exits *exits = NULL;

    socket_error = cases[_i].socket;
    bind_error = cases[_i].bind;
    eventfd_error = cases[_i].eventfd;
    ck_assert_int_eq(exits_open(&exits), cases[_i].result);
    exits_close(exits);
}
