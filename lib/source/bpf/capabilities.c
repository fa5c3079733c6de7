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

/* A bit for each; 0 if they are unknown. */
static uint64_t read_effective(void)
{
    struct capabilities own;

    if (!capabilities_read(&own))
        return 0;
    return (uint64_t)own.data[1].effective << 32 | own.data[0].effective;
}

bool capabilities_reach_memory(void)
{
    const uint64_t effective = read_effective();

    return effective >> CAP_SYS_ADMIN & 1 && effective >> CAP_SYS_PTRACE & 1;
}

bool capabilities_suffice(void)
{
    const uint64_t effective = read_effective();

    if (effective >> CAP_SYS_ADMIN & 1)
        return true;
    return effective >> CAPABILITY_PERFMON & 1 && effective >> CAPABILITY_BPF & 1;
}
