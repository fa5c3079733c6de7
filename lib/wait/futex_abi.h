/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_WAIT_FUTEX_ABI_H
#define DOTPROC_WAIT_FUTEX_ABI_H

/*
 * From include/uapi/linux/futex.h, parts of which older headers lack. The word of a
 * priority-inheritance or robust futex is the owner's TID with two flags: futex(2),
 * set_robust_list(2).
 */

/* Operations of futex(2), and their flags. */
#define FUTEX_WAIT            0u
#define FUTEX_LOCK_PI         6u
#define FUTEX_WAIT_BITSET     9u
#define FUTEX_WAIT_REQUEUE_PI 11u
#define FUTEX_LOCK_PI2        13u
#define FUTEX_OPERATION       0x7fu
#define FUTEX_PRIVATE         0x80u /* of futex_wait(), too */
#define FUTEX_CLOCK_REALTIME  0x100u
#define FUTEX_ANY_BIT         0xffffffffu /* FUTEX_BITSET_MATCH_ANY */

/* The word. */
#define FUTEX_WAITERS 0x80000000u
#define FUTEX_TID     0x3fffffffu

#endif
