/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_UNIX_PEER_H
#define DOTPROC_SOURCE_PROC_UNIX_PEER_H

/* The peers of unix(7) sockets, which procfs does not have: by sock_diag(7). */

#include <stdint.h>

#include "lib/base/buf.h"

/*
 * Appends a blank and where the socket with this inode leads to, if it is connected and of our own
 * network namespace: the path that one end is bound to, raw bytes, an abstract one with "@"; else
 * the other end, "socket:[INODE]". 0, -ENOMEM, or the error of running out of descriptors.
 */
int unix_peer_put(struct buf *out, uint64_t inode);

#endif
