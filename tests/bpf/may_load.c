/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bpf/may_load.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/kernel.h"
#include "lib/source/bpf/support.h"
#include "tests/common/verdict.h"

/* The kernel's ENOTSUPP, which is not ENOTSUP: it has no JIT, which our programs need. */
#define KERNEL_ENOTSUPP 524

bool is_refusal(int error)
{
    return error == -EPERM || error == -ENOSYS || error == -KERNEL_ENOTSUPP ||
           (error < 0 && !kernel_is(5, 17));
}

bool may_load(enum program program, struct buf *why)
{
    int fd;
    int result;

    if (!support_may_load(why))
        return false;
    result = load_program(program, &fd);
    if (result == 0)
        close(fd);
    else if (is_refusal(result))
        buf_printf(why, "the kernel takes no programs: %s", strerror(-result));
    else
        fail("a program cannot be loaded: %s", strerror(-result));
    return result == 0;
}
