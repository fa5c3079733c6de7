/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/capabilities.h"

#include <sys/syscall.h>
#include <unistd.h>

bool capabilities_read(struct capabilities *own)
{
    *own = (struct capabilities){.header = {.version = _LINUX_CAPABILITY_VERSION_3}};
    return syscall(SYS_capget, &own->header, own->data) == 0;
}
