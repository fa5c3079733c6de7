/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_BLOCKER_WIRE_H
#define DOTPROC_SOURCE_BPF_BLOCKER_WIRE_H

#include "lib/source/bpf/wire.h"

/* The argument of blocker.bpf.c, in and out. It is never pinned, so it needs no version. */
struct blocker_page {
    uint32_t tid;                   /* in */
    uint32_t lock;                  /* out, as is all that follows: enum blocker_lock */
    uint32_t owner_tid, owner_tgid; /* 0: not known */
};

enum blocker_lock {
    BLOCKER_NONE,
    BLOCKER_MUTEX,
    BLOCKER_SEMAPHORE, /* its owner is the last one that took it */
    BLOCKER_RWSEM,     /* readers that have it together are not known */
};

#endif
