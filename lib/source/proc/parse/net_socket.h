/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PARSE_NET_SOCKET_H
#define DOTPROC_SOURCE_PROC_PARSE_NET_SOCKET_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/base/buf.h"

/* A pure parser of /proc/PID/net/tcp, tcp6, udp and udp6 (proc_net_tcp.rst), line by line. */

/* A connected socket. */
struct net_socket {
    uint64_t inode;      /* first: sockets are sorted by it */
    uint8_t address[16]; /* of the peer, in network order; IPv4: the first four bytes */
    uint16_t port;
    bool is_ipv6;
};

/*
 * Parses a line that ends in a NUL or a newline. False for the heading, and for sockets that are
 * not connected or whose inode is 0.
 */
bool net_socket_parse(const char *line, struct net_socket *out);

/* Appends "127.0.0.1:5432" or "[::1]:5432". */
void net_socket_put_peer(struct buf *out, const struct net_socket *from);

#endif
