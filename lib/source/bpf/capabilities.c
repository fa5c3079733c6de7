/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/capabilities.h"

#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

bool capabilities_read(struct capabilities *own)
{
    *own = (struct capabilities){.header = {.version = _LINUX_CAPABILITY_VERSION_3}};
    return syscall(SYS_capget, &own->header, own->data) == 0;
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
