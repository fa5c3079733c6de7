/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/capabilities.h"

#include <errno.h>
#include <linux/capability.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Missing in older headers. */
#define CAPABILITY_PERFMON 38
#define CAPABILITY_BPF     39

/* Of this thread: the low and the high halves. */
struct capabilities {
    struct __user_cap_header_struct header;
    struct __user_cap_data_struct data[2];
};

static bool capabilities_read(struct capabilities *own)
{
    *own = (struct capabilities){.header = {.version = _LINUX_CAPABILITY_VERSION_3}};
    return syscall(SYS_capget, &own->header, own->data) == 0;
}

int capabilities_give_up(void)
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

bool capabilities_suffice(void)
{
    struct capabilities own;
    const struct __user_cap_data_struct *data = own.data;
    uint64_t effective;

    if (!capabilities_read(&own))
        return false;
    effective = (uint64_t)data[1].effective << 32 | data[0].effective;
    if (effective >> CAP_SYS_ADMIN & 1)
        return true;
    return effective >> CAPABILITY_PERFMON & 1 && effective >> CAPABILITY_BPF & 1;
}
