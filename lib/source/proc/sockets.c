/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/sockets.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/resources.h"
#include "lib/base/sorted.h"
#include "lib/base/units.h"
#include "lib/source/proc/parse/parse.h"
#include "lib/source/proc/read.h"
#include "lib/text/debug.h"

/* --- unix(7) sockets --- */

/* Room for the headers, the two attributes below, and a few short ones. */
#define ANSWER_BYTES 1024

/* The kernel appends a NUL. */
#define NAME_BYTES (sizeof(((struct sockaddr_un *)0)->sun_path) + 1)

/* A socket as the kernel describes it. */
struct unix_socket {
    char name[NAME_BYTES];
    size_t name_len; /* 0: unbound */
    uint32_t peer;   /* an inode; 0: not connected */
};

static void take_attribute(const struct rtattr *attribute, struct unix_socket *socket)
{
    const size_t len = RTA_PAYLOAD(attribute);

    if (attribute->rta_type == UNIX_DIAG_NAME && len <= sizeof(socket->name)) {
        memcpy(socket->name, RTA_DATA(attribute), len);
        socket->name_len = len;
    } else if (attribute->rta_type == UNIX_DIAG_PEER && len == sizeof(socket->peer)) {
        memcpy(&socket->peer, RTA_DATA(attribute), len);
    }
}

static bool parse(const struct nlmsghdr *header, size_t len, struct unix_socket *socket)
{
    const struct unix_diag_msg *message = NLMSG_DATA(header);
    const struct rtattr *attribute = (const struct rtattr *)(message + 1);
    int left; /* signed: RTA_NEXT() subtracts padding that the last one may lack */

    if (!NLMSG_OK(header, len) || header->nlmsg_type != SOCK_DIAG_BY_FAMILY ||
        header->nlmsg_len < NLMSG_LENGTH(sizeof(*message)))
        return false;
    left = (int)(header->nlmsg_len - NLMSG_LENGTH(sizeof(*message)));
    for (; RTA_OK(attribute, left); attribute = RTA_NEXT(attribute, left))
        take_attribute(attribute, socket);
    return true;
}

/* Requests one socket; false if it does not exist or the kernel does not support the request. */
static bool ask(int netlink, uint32_t inode, struct unix_socket *socket)
{
    const struct {
        struct nlmsghdr header;
        struct unix_diag_req request;
    } question = {
        .header = {.nlmsg_len = sizeof(question),
                   .nlmsg_type = SOCK_DIAG_BY_FAMILY,
                   .nlmsg_flags = NLM_F_REQUEST},
        .request = {.sdiag_family = AF_UNIX,
                    .udiag_states = UINT32_MAX,
                    .udiag_ino = inode,
                    .udiag_show = UDIAG_SHOW_NAME | UDIAG_SHOW_PEER,
                    .udiag_cookie = {UINT32_MAX, UINT32_MAX}}, /* any */
    };
    union {
        struct nlmsghdr header;
        char bytes[ANSWER_BYTES];
    } answer;
    ssize_t len;

    *socket = (struct unix_socket){0};
    if (send(netlink, &question, sizeof(question), 0) != sizeof(question))
        return false;
    /* The reply is queued before send(2) returns. */
    len = recv(netlink, &answer, sizeof(answer), MSG_DONTWAIT);
    return len > 0 && parse(&answer.header, (size_t)len, socket);
}

static void put_name(struct buf *out, const struct unix_socket *socket)
{
    const bool is_abstract = socket->name[0] == '\0';

    buf_putc(out, ' ');
    if (is_abstract)
        buf_putc(out, '@');
    /* The length of a path may include its NUL. */
    buf_put(out, socket->name + is_abstract,
            is_abstract ? socket->name_len - 1 : strnlen(socket->name, socket->name_len));
}

static void put_peer(struct buf *out, int netlink, uint32_t inode)
{
    struct unix_socket own, peer;

    if (!ask(netlink, inode, &own) || !own.peer)
        return;
    if (own.name_len)
        put_name(out, &own);
    else if (ask(netlink, own.peer, &peer) && peer.name_len)
        put_name(out, &peer);
    else
        buf_printf(out, " socket:[%u]", own.peer);
}

int unix_peer_put(struct buf *out, uint64_t inode)
{
    int netlink;

    if (inode > UINT32_MAX) /* udiag_ino has 32 bits */
        return 0;
    netlink = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (netlink < 0)
        return read_error(-errno);
    put_peer(out, netlink, (uint32_t)inode);
    close(netlink);
    return out->failed ? -ENOMEM : 0;
}

/* --- lists of sockets --- */

/* How long a list that was read is used, at least. */
#define LIST_VALID_NS NS_PER_S

/*
 * The maximum bytes read of each file: some 400,000 sockets. What is behind them has no peer, and
 * --debug=files says so.
 */
#define LIST_MAX (64 * BYTES_PER_MIB)

/* The maximum unix(7) sockets requested per second: for each, the kernel visits all sockets. */
#define ASKED_MAX 256

static const char socket_name[] = "socket:[";

void sockets_fini(struct sockets *sockets)
{
    for (size_t i = 0; i < NAMESPACES_KEPT; i++)
        free(sockets->lists[i].sockets);
    *sockets = (struct sockets){0};
}

/* State while a list is read. */
struct reading {
    struct socket_list *list;
    size_t bytes; /* so far */
};

static int see_socket(void *context, const char *line, size_t len)
{
    struct reading *reading = context;
    struct socket_list *list = reading->list;
    struct net_socket socket;

    if (net_socket_parse(line, &socket)) {
        if (ARRAY_RESERVE(&list->sockets, &list->capacity, list->count + 1) < 0)
            return -ENOMEM;
        list->sockets[list->count++] = socket;
    }
    reading->bytes += len + 1;
    return reading->bytes >= LIST_MAX;
}

static int read_lines(struct socket_list *list, const struct task_folder *folder, const char *name)
{
    struct reading reading = {.list = list};
    const int result = read_error(task_folder_each_line(folder, name, see_socket, &reading));

    if (reading.bytes >= LIST_MAX)
        DEBUG(FILES, "%s: not read on after %zu bytes", name, reading.bytes);
    return result;
}

static int compare_inodes(const void *a, const void *b)
{
    const struct net_socket *left = a;
    const struct net_socket *right = b;

    return (left->inode > right->inode) - (left->inode < right->inode);
}

static int read_list(struct socket_list *list, const struct task_folder *folder)
{
    static const char *const names[] = {"net/tcp", "net/tcp6", "net/udp", "net/udp6"};
    int result = 0;

    list->count = 0;
    for (size_t i = 0; result == 0 && i < ARRAY_COUNT(names); i++)
        result = read_lines(list, folder, names[i]);
    if (list->count > 0)
        qsort(list->sockets, list->count, sizeof(*list->sockets), compare_inodes);
    return result;
}

/* The network namespace behind a link of /proc/PID/ns; 0: unknown. */
static uint64_t read_namespace(int dir, const char *path)
{
    char link[64];
    const ssize_t len = readlinkat(dir, path, link, sizeof(link));

    return len > 0 ? namespace_parse(link, (size_t)len) : 0;
}

static uint64_t find_namespace(const struct task_folder *folder)
{
    char path[TASK_PATH_MAX];

    task_folder_path(folder, "ns/net", path);
    return read_namespace(folder->dir, path);
}

/* Moves the list of a namespace to the front, or else the one unused longest. */
static struct socket_list *find_list(struct sockets *sockets, uint64_t namespace_inode)
{
    struct socket_list *lists = sockets->lists;
    struct socket_list found;
    size_t place = 0;

    while (place < NAMESPACES_KEPT - 1 && lists[place].namespace_inode != namespace_inode)
        place++;
    found = lists[place];
    memmove(lists + 1, lists, place * sizeof(found));
    lists[0] = found;
    return lists;
}

static int renew(struct socket_list *list, const struct task_folder *folder,
                 uint64_t namespace_inode, int64_t now_ns)
{
    int result;
    bool is_whole;

    if (namespace_inode == list->namespace_inode && now_ns < list->until_ns)
        return 0;
    result = read_list(list, folder);
    /* After an error, or if the task exited meanwhile, the next call reads again. */
    is_whole = result == 0 && find_namespace(folder) == namespace_inode;
    list->namespace_inode = is_whole ? namespace_inode : 0;
    list->until_ns = valid_until(now_ns, LIST_VALID_NS);
    return result;
}

static uint64_t inode_of(const void *socket)
{
    return ((const struct net_socket *)socket)->inode;
}

static bool may_be_unix(struct sockets *sockets, uint64_t namespace_inode, int64_t now_ns)
{
    if (!sockets->own_namespace || now_ns - sockets->asked_ns >= NS_PER_S) {
        sockets->own_namespace = read_namespace(AT_FDCWD, "/proc/thread-self/ns/net");
        sockets->asked_ns = now_ns;
        sockets->asked = 0;
    }
    return namespace_inode == sockets->own_namespace && sockets->asked++ < ASKED_MAX;
}

int sockets_put_peer(struct sockets *sockets, const struct task_folder *folder, struct buf *name)
{
    const char *text = buf_text(name);
    struct socket_list *list;
    uint64_t inode, namespace_inode;
    int64_t now_ns;
    size_t place;
    int result;

    if (strncmp(text, socket_name, strlen(socket_name)) != 0)
        return 0;
    inode = strtoull(text + strlen(socket_name), NULL, 10);
    namespace_inode = find_namespace(folder);
    if (!namespace_inode)
        return 0;
    now_ns = clock_ns(CLOCK_MONOTONIC);
    list = find_list(sockets, namespace_inode);
    result = renew(list, folder, namespace_inode, now_ns);
    if (result < 0)
        return result;
    place = lower_bound(list->sockets, list->count, sizeof(*list->sockets), inode, inode_of);
    if (place == list->count || list->sockets[place].inode != inode)
        return may_be_unix(sockets, namespace_inode, now_ns) ? unix_peer_put(name, inode) : 0;
    buf_putc(name, ' ');
    net_socket_put_peer(name, &list->sockets[place]);
    return name->failed ? -ENOMEM : 0;
}
