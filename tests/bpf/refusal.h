/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_REFUSAL_H
#define DOTPROC_TESTS_BPF_REFUSAL_H

#include <errno.h>
#include <stdbool.h>

#include "lib/base/kernel.h"

/* The kernel's ENOTSUPP, which is not ENOTSUP: it has no JIT, which our programs need. */
#define KERNEL_ENOTSUPP 524

/*
 * Whether loading has failed, with this -errno, because the kernel takes no program at all from us,
 * whatever it does: a sandbox or a security module forbids it, the kernel is emulated, has no JIT,
 * or is too old to relocate programs, which a vendor's 5.14 may be or not. Else our program is
 * wrong.
 */
static inline bool is_refusal(int error)
{
    return error == -EPERM || error == -ENOSYS || error == -KERNEL_ENOTSUPP ||
           (error < 0 && !kernel_is(5, 17));
}

#endif
