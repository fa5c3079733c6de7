/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/unix_peer.h"

#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "lib/source/proc/read.h"

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
