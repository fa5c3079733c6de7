/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/ended/exits.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/cn_proc.h>
#include <linux/connector.h>
#include <linux/netlink.h>

#include "lib/base/array.h"
#include "lib/base/kernel.h"
#include "lib/base/resources.h"
#include "lib/base/units.h"

/* PROC_EVENT_* for subscriptions to single events, which headers before 6.6 lack. */
#define EXEC_EVENT UINT32_C(0x00000002)
#define EXIT_EVENT UINT32_C(0x80000000)

/* The kernel limits it to net.core.rmem_max for ordinary users. */
#define RECEIVE_BYTES (1 << 20)

/* A wake-up per event costs five times as much. The buffer holds the events of this time. */
#define NAP_MS 5

#define STACK_BYTES (256 * BYTES_PER_KIB)

struct exits {
    int socket;
    int end; /* an eventfd that ends the thread: a pipe stays open in children that inherit it */
    pthread_t thread;
    pthread_mutex_t lock;
    struct exit_table pending; /* protected by the lock */
    struct exit_table taken;
};

struct request {
    struct nlmsghdr header;
    unsigned char message[sizeof(struct cn_msg)];
    uint32_t operation, events;
};

/* A socket that receives events of exit and exec only, or -errno. */
static int listen_to_exits(void)
{
    const struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = CN_IDX_PROC};
    const struct cn_msg message = {.id = {CN_IDX_PROC, CN_VAL_PROC}, .len = 2 * sizeof(uint32_t)};
    struct request request = {
        .header = {.nlmsg_len = sizeof(request), .nlmsg_type = NLMSG_DONE},
        .operation = PROC_CN_MCAST_LISTEN,
        .events = EXEC_EVENT | EXIT_EVENT,
    };
    const int room = RECEIVE_BYTES;
    const int fd = socket(AF_NETLINK, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_CONNECTOR);
    int error;

    if (fd < 0)
        return -errno;
    memcpy(request.message, &message, sizeof(message));
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof(room));
    if (bind(fd, (const struct sockaddr *)&address, sizeof(address)) == 0 &&
        send(fd, &request, sizeof(request), 0) == sizeof(request))
        return fd;
    error = -errno;
    close(fd);
    return error;
}

/* Accepts messages from the kernel only: processes may send to the group, too. */
static void take_message(struct exits *exits, const char *bytes, size_t len)
{
    struct proc_event event;

    if (len < NLMSG_HDRLEN + sizeof(struct cn_msg) + sizeof(event))
        return;
    memcpy(&event, bytes + NLMSG_HDRLEN + sizeof(struct cn_msg), sizeof(event));
    if ((uint32_t)event.what == EXEC_EVENT)
        exit_table_add_exec(&exits->pending, event.event_data.exec.process_tgid);
    if ((uint32_t)event.what != EXIT_EVENT)
        return;
    if (event.event_data.exit.process_pid == event.event_data.exit.process_tgid)
        exit_table_add_leader(&exits->pending, event.event_data.exit.process_tgid,
                              event.event_data.exit.parent_tgid);
    else
        exit_table_add_thread(&exits->pending, event.event_data.exit.process_tgid);
}

/* Called with the lock held. */
static void take_all(struct exits *exits)
{
    struct sockaddr_nl from;
    char bytes[1024];

    for (;;) {
        socklen_t size = sizeof(from);
        const ssize_t len =
            recvfrom(exits->socket, bytes, sizeof(bytes), 0, (struct sockaddr *)&from, &size);

        if (len < 0 && errno == ENOBUFS)
            exits->pending.is_lost = true;
        else if (len < 0)
            return;
        else if (size == sizeof(from) && from.nl_pid == 0)
            take_message(exits, bytes, (size_t)len);
    }
}

static void *listen_on(void *argument)
{
    struct exits *exits = argument;
    struct pollfd files[] = {{.fd = exits->end, .events = POLLIN},
                             {.fd = exits->socket, .events = POLLIN}};

    for (;;) {
        if (poll(files, 2, -1) < 0 && errno != EINTR)
            break;
        /* Sleeps that long, or until the thread has to end. */
        if (files[0].revents || poll(files, 1, NAP_MS) > 0)
            break;
        pthread_mutex_lock(&exits->lock);
        take_all(exits);
        pthread_mutex_unlock(&exits->lock);
    }
    return NULL;
}

static void free_all(struct exits *exits)
{
    if (exits->socket >= 0)
        close(exits->socket);
    if (exits->end >= 0)
        close(exits->end);
    exit_table_fini(&exits->pending);
    exit_table_fini(&exits->taken);
    pthread_mutex_destroy(&exits->lock);
    free(exits);
}

static int start(struct exits *exits)
{
    exits->end = eventfd(0, EFD_CLOEXEC);
    return exits->end < 0 ? -errno : thread_start(&exits->thread, STACK_BYTES, listen_on, exits);
}

int exits_open(struct exits **out)
{
    struct exits *exits;
    int result;

    if (!kernel_is(6, 6) || !kernel_has_namespace(KERNEL_FIRST_USER) ||
        !kernel_has_namespace(KERNEL_FIRST_PID))
        return -ENOTSUP;
    exits = calloc(1, sizeof(*exits));
    if (!exits)
        return -ENOMEM;
    exits->end = -1;
    pthread_mutex_init(&exits->lock, NULL);
    result = exits->socket = listen_to_exits();
    if (result >= 0)
        result = start(exits);
    if (result < 0) {
        free_all(exits);
        return is_shortage(result) ? result : -ENOTSUP;
    }
    *out = exits;
    return 0;
}

void exits_close(struct exits *exits)
{
    if (!exits)
        return;
    eventfd_write(exits->end, 1);
    pthread_join(exits->thread, NULL);
    free_all(exits);
}

struct exit_table *exits_take(struct exits *exits)
{
    struct exit_table spare = exits->taken;

    exit_table_clear(&spare);
    pthread_mutex_lock(&exits->lock);
    take_all(exits);
    exits->taken = exits->pending;
    exits->pending = spare;
    pthread_mutex_unlock(&exits->lock);
    return &exits->taken;
}
