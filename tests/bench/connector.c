/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bench/connector.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/cn_proc.h>
#include <linux/connector.h>
#include <linux/netlink.h>

#include "lib/base/units.h"

/* Of include/uapi/linux/cn_proc.h: in headers from 6.6 on. */
#define EVENT_EXIT UINT32_C(0x80000000)

/* More is not for users to ask for: net.core.rmem_max. */
#define RECEIVE_BYTES (1 << 20)

/*
 * A listener that wakes for each message costs five times as much, here and of those that exit; in
 * so long it does not miss any of 35,000 exits a second.
 */
#define NAP_US 5000

struct request {
    struct nlmsghdr header;
    unsigned char message[sizeof(struct cn_msg)];
    uint32_t operation, events;
};

/* A socket that gets exits and nothing else, or -1. */
static int listen_to_exits(void)
{
    const struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = CN_IDX_PROC};
    const struct cn_msg message = {.id = {CN_IDX_PROC, CN_VAL_PROC}, .len = 2 * sizeof(uint32_t)};
    struct request request = {
        .header = {.nlmsg_len = sizeof(request), .nlmsg_type = NLMSG_DONE},
        .operation = PROC_CN_MCAST_LISTEN,
        .events = EVENT_EXIT,
    };
    const int room = RECEIVE_BYTES;
    const int fd = socket(AF_NETLINK, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_CONNECTOR);

    if (fd < 0)
        return -1;
    memcpy(request.message, &message, sizeof(message));
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof(room));
    if (bind(fd, (const struct sockaddr *)&address, sizeof(address)) == 0 &&
        send(fd, &request, sizeof(request), 0) == sizeof(request))
        return fd;
    close(fd);
    return -1;
}

static void take_all(int fd, struct connector_heard *heard)
{
    char message[4096];
    ssize_t got;

    while ((got = recv(fd, message, sizeof(message), 0)) > 0 || errno == ENOBUFS) {
        heard->messages += got > 0;
        heard->overruns += got < 0;
    }
}

static void run_child(uid_t uid, int told, int answer)
{
    struct connector_heard heard = {0};
    struct pollfd files[2] = {{.fd = told, .events = POLLIN}, {.events = POLLIN}};
    bool listens;

    if (setresgid(uid, uid, uid) < 0 || setresuid(uid, uid, uid) < 0)
        _exit(EXIT_FAILURE);
    files[1].fd = listen_to_exits();
    listens = files[1].fd >= 0;
    if (write(answer, &listens, sizeof(listens)) != sizeof(listens) || !listens)
        _exit(EXIT_FAILURE);
    while (poll(files, 2, -1) > 0 && !files[0].revents) {
        usleep(NAP_US);
        take_all(files[1].fd, &heard);
    }
    heard.cpu_s = (double)clock_ns(CLOCK_PROCESS_CPUTIME_ID) / (double)NS_PER_S;
    _exit(write(answer, &heard, sizeof(heard)) != sizeof(heard));
}

bool connector_start(struct connector *connector, uid_t uid)
{
    int told[2], answer[2];
    bool listens = false;

    if (pipe(told) < 0 || pipe(answer) < 0)
        return false;
    connector->child = fork();
    if (connector->child == 0) {
        close(told[1]);
        run_child(uid, told[0], answer[1]);
    }
    close(told[0]);
    close(answer[1]);
    connector->tell = told[1];
    connector->answer = answer[0];
    return read(connector->answer, &listens, sizeof(listens)) == sizeof(listens) && listens;
}

struct connector_heard connector_stop(const struct connector *connector)
{
    struct connector_heard heard = {0};

    close(connector->tell);
    if (read(connector->answer, &heard, sizeof(heard)) != sizeof(heard))
        heard = (struct connector_heard){0};
    close(connector->answer);
    waitpid(connector->child, NULL, 0);
    return heard;
}
