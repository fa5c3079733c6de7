/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_UNIX_PEER_H
#define DOTPROC_SOURCE_PROC_UNIX_PEER_H

#include <stdint.h>

#include "lib/base/buf.h"

/*
 * The peer of a unix(7) socket, which procfs does not have: by sock_diag(7). Appends a blank and
 * the other end of the socket with this inode, if it is connected and in our own network namespace:
 * the path that one end is bound to, raw bytes, with "@" for an abstract one; else "socket:[INODE]"
 * of the other end. 0, -ENOMEM, or the error of running out of descriptors.
 */
int unix_peer_put(struct buf *out, uint64_t inode);

#endif
