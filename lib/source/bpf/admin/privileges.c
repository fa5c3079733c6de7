/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/admin/privileges.h"

#include <errno.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/source/bpf/capabilities.h"

int privileges_give_up(void)
{
    const uint64_t kept = UINT64_C(1) << CAP_CHOWN | UINT64_C(1) << CAPABILITY_BPF;
    struct capabilities own;

    if (!capabilities_read(&own))
        return -errno;
    for (int i = 0; i < 2; i++) {
        const uint32_t half = (uint32_t)(kept >> 32 * i);

        own.data[i].effective &= half;
        own.data[i].permitted &= half;
        own.data[i].inheritable = 0;
    }
    return syscall(SYS_capset, &own.header, own.data) < 0 ? -errno : 0;
}
