/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/common/may_load.h"

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

int may_load_open(enum program program, struct buf *why)
{
    int fd;
    int result;

    if (!support_may_load(why))
        return -1;
    result = load_program(program, &fd);
    if (result == 0)
        return fd;
    if (!is_refusal(result))
        fail("a program cannot be loaded: %s", strerror(-result));
    buf_printf(why, "the kernel takes no programs: %s", strerror(-result));
    return -1;
}

bool may_load(enum program program, struct buf *why)
{
    const int fd = may_load_open(program, why);

    if (fd >= 0)
        close(fd);
    return fd >= 0;
}
