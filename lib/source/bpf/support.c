/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/support.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/base/kernel.h"
#include "lib/base/units.h"
#include "lib/source/bpf/wire.h"

int capabilities_read(struct capabilities *own)
{
    *own = (struct capabilities){.header = {.version = _LINUX_CAPABILITY_VERSION_3}};
    return syscall(SYS_capget, &own->header, own->data) < 0 ? -errno : 0;
}

/* A bit for each effective capability; 0 if unknown. */
static uint64_t read_effective(void)
{
    struct capabilities own;

    if (capabilities_read(&own) < 0)
        return 0;
    return (uint64_t)own.data[1].effective << 32 | own.data[0].effective;
}

/* Whether it may read the memory of all tasks. */
static bool capabilities_reach_memory(void)
{
    const uint64_t effective = read_effective();

    return effective >> CAP_SYS_ADMIN & 1 && effective >> CAP_SYS_PTRACE & 1;
}

/* Whether it may load programs that read tasks. */
static bool capabilities_suffice(void)
{
    const uint64_t effective = read_effective();

    if (effective >> CAP_SYS_ADMIN & 1)
        return true;
    return effective >> CAPABILITY_PERFMON & 1 && effective >> CAPABILITY_BPF & 1;
}

bool support_has_same_figures(struct buf *why)
{
    char text[128];

    if (!kernel_has_namespace(KERNEL_FIRST_USER))
        buf_printf(why, "source bpf: this process is in a user namespace of its own");
    else if (kernel_file_read("/sys/devices/system/cpu/nohz_full", text, sizeof(text)) &&
             strpbrk(text, "0123456789"))
        buf_printf(why, "source bpf: CPU times are accounted differently under nohz_full");
    else if (sysconf(_SC_PAGESIZE) != WIRE_MEMORY_PAGE_BYTES)
        buf_printf(why, "source bpf: pages of this kernel do not have %d bytes",
                   WIRE_MEMORY_PAGE_BYTES);
    else
        return true;
    return false;
}

bool support_has_id_walk(void)
{
    return kernel_is(6, 9) && kernel_has_namespace(KERNEL_FIRST_PID);
}

bool support_has_cgroups(void)
{
    return kernel_is(6, 2) && kernel_has_namespace(KERNEL_FIRST_PID);
}

bool support_sees_all(void)
{
    return geteuid() == 0 && capabilities_reach_memory() && support_has_cgroups();
}

/*
 * The path is assembled here, because chkrootkit takes a program that contains it for a manipulated
 * ps.
 */
static bool kernel_is_locked_down(void)
{
    char path[64];
    char text[128];

    snprintf(path, sizeof(path), "/sys/kernel/%s/lockdown", "security");
    return kernel_file_read(path, text, sizeof(text)) && strstr(text, "[confidentiality]");
}

/* Why no process can load programs on this kernel; NULL if one can. */
static const char *find_obstacle(void)
{
    /* The kernel itself relocates programs since 5.17, and in vendors' 5.14 kernels. */
    if (!kernel_is(5, 14))
        return "it needs Linux 5.14";
    if (access("/sys/kernel/btf/vmlinux", R_OK) < 0)
        return "the kernel has no type information (BTF)";
    return kernel_is_locked_down() ? "the kernel is locked down" : NULL;
}

bool support_lacks_rights(void)
{
    return !find_obstacle() && !capabilities_suffice();
}

bool support_may_load(struct buf *why)
{
    const char *obstacle = find_obstacle();

    if (!obstacle && !capabilities_suffice())
        obstacle = "it needs CAP_BPF and CAP_PERFMON";
    if (obstacle)
        buf_printf(why, "source bpf: %s", obstacle);
    return !obstacle;
}

int64_t support_boottime_offset_ns(void)
{
    static const char name[] = "boottime";
    char text[256];
    const char *line;
    int64_t seconds;
    char *end;

    if (kernel_has_namespace(KERNEL_FIRST_TIME) ||
        !kernel_file_read("/proc/self/timens_offsets", text, sizeof(text)))
        return 0;
    /* "boottime       -2000         0" */
    line = strstr(text, name);
    if (!line)
        return 0;
    seconds = strtoll(line + strlen(name), &end, 10);
    return seconds * NS_PER_S + strtoll(end, NULL, 10);
}
