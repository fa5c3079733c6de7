/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_SOCKETS_H
#define DOTPROC_SOURCE_PROC_SOCKETS_H

/*
 * The peers of sockets, which procfs has only in lists of all sockets of a network namespace. A
 * list serves all that ask within a moment, and a long one is not read to its end: of sockets
 * beyond no peer is known. Of those of unix(7) each is asked for (unix_peer.h), but not more than a
 * few hundred within that moment.
 */

#include "lib/base/buf.h"
#include "lib/source/proc/parse/net_socket.h"
#include "lib/source/proc/task_folder.h"

/* Zero-initialise. */
struct sockets {
    struct net_socket *list; /* sorted by inode */
    size_t count, capacity;
    uint64_t namespace_inode; /* of this network namespace; 0: none was read */
    uint64_t own_namespace;   /* our own, when it was read */
    int64_t read_ns;          /* by CLOCK_MONOTONIC */
    unsigned asked;           /* sockets of unix(7) that were asked for since */
};

void sockets_fini(struct sockets *sockets);

/*
 * Appends " ADDRESS:PORT", or what unix_peer_put() has, to the name of a socket of this task,
 * "socket:[INODE]"; nothing to any other name, and where no peer is known. 0, -ENOMEM, or the error
 * of running out of descriptors.
 */
int sockets_put_peer(struct sockets *sockets, const struct task_folder *folder, struct buf *name);

#endif
