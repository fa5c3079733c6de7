/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_SOCKETS_H
#define DOTPROC_SOURCE_PROC_SOCKETS_H

#include <stddef.h>
#include <stdint.h>

#include "lib/base/buf.h"

/*
 * The peers of sockets, which procfs only has in lists of all sockets of a network namespace. The
 * lists of NAMESPACES_KEPT namespaces are kept, each for 1 s, or longer if reading it took long. Of
 * a long list only the beginning is read, so the peers of later sockets are unknown. unix(7)
 * sockets are requested one by one, at most ASKED_MAX per second in all.
 */

#define NAMESPACES_KEPT 8

struct net_socket;
struct task_folder;

/* The sockets of one namespace. */
struct socket_list {
    struct net_socket *sockets; /* sorted by inode */
    size_t count, capacity;
    uint64_t namespace_inode; /* 0: not read */
    int64_t until_ns;         /* CLOCK_MONOTONIC: when it is to be read again */
};

/* Zero-initialise. */
struct sockets {
    struct socket_list lists[NAMESPACES_KEPT]; /* the one used last comes first */
    int64_t asked_ns;                          /* when the second of `asked` began */
    unsigned asked;                            /* unix(7) sockets requested in it */
    uint64_t own_namespace;                    /* that of this process, then */
};

void sockets_fini(struct sockets *sockets);

/*
 * Appends a blank and the peer to `name`, the target of a descriptor of this task, if it is
 * "socket:[INODE]": ADDRESS:PORT, or what unix_peer_put() appends. Appends nothing to any
 * other name, or if the peer is unknown. 0, -ENOMEM, or the error of running out of descriptors.
 */
int sockets_put_peer(struct sockets *sockets, const struct task_folder *folder, struct buf *name);

/*
 * The peer of a unix(7) socket, which procfs does not have: by sock_diag(7). Appends a blank and
 * the other end of the socket with this inode, if it is connected and in our own network namespace:
 * the path that one end is bound to, raw bytes, with "@" for an abstract one; else "socket:[INODE]"
 * of the other end. 0, -ENOMEM, or the error of running out of descriptors.
 */
int unix_peer_put(struct buf *out, uint64_t inode);

#endif
