/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PARSE_HOST_LISTS_H
#define DOTPROC_SOURCE_PROC_PARSE_HOST_LISTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/buf.h"

/* A line of /proc/locks, or of fdinfo after "lock:" (proc(5), lock_get_status() in fs/locks.c). */

/* By flock(2), by fcntl(2), by fcntl(2) on an open file description. */
enum file_lock_kind {
    LOCK_FLOCK,
    LOCK_POSIX,
    LOCK_OFD
};

struct file_lock {
    enum file_lock_kind kind;
    bool waits; /* it waits for the last lock above it that does not wait */
    pid_t tgid; /* the process that holds the lock or waits for it; 0: not named by the kernel */
    uint64_t inode; /* of the file; its device is not parsed */
};

/* False for any other text, including leases. */
bool file_lock_parse(const char *line, size_t len, struct file_lock *lock);

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
