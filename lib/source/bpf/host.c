/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/host.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "lib/base/units.h"

#define BOOTTIME "boottime"

/* Missing in older headers. */
#define CAPABILITY_PERFMON 38
#define CAPABILITY_BPF     39

/* The inodes of the initial namespaces: include/linux/proc_ns.h. */
#define FIRST_USER_NAMESPACE "user:[4026531837]"
#define FIRST_TIME_NAMESPACE "time:[4026531834]"
#define FIRST_PID_NAMESPACE  "pid:[4026531836]"

/* The beginning of a small file as a string; false when it cannot be read. */
static bool read_text(const char *path, char *text, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t len;

    if (fd < 0)
        return false;
    len = read(fd, text, size - 1);
    close(fd);
    text[len > 0 ? len : 0] = '\0';
    return len > 0;
}

bool host_read_size(struct host_size *size)
{
    char text[128];
    const char *slash;
    struct stat proc;

    /* "0.30 0.23 0.14 3/105 20800": 105 tasks */
    if (!read_text("/proc/loadavg", text, sizeof(text)))
        return false;
    slash = strchr(text, '/');
    if (!slash || stat("/proc", &proc) < 0)
        return false;
    size->tasks = (uint32_t)strtoul(slash + 1, NULL, 10);
    /* The link count includes every process, as a subdirectory. */
    size->processes = (uint32_t)proc.st_nlink;
    if (size->processes > size->tasks)
        size->processes = size->tasks;
    return size->tasks > 0;
}

static bool link_is(const char *path, const char *target)
{
    char text[64];
    ssize_t len = readlink(path, text, sizeof(text) - 1);

    if (len < 0)
        return false;
    text[len] = '\0';
    return strcmp(text, target) == 0;
}

bool host_suits_bpf(struct buf *why)
{
    char text[128];

    if (!link_is("/proc/self/ns/user", FIRST_USER_NAMESPACE))
        buf_printf(why, "source bpf: this process is in a user namespace of its own");
    else if (read_text("/sys/devices/system/cpu/nohz_full", text, sizeof(text)) &&
             strpbrk(text, "0123456789"))
        buf_printf(why, "source bpf: CPU times are accounted differently under nohz_full");
    else
        return true;
    return false;
}

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

int host_give_up_capabilities(void)
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

static bool has_capabilities(void)
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

static bool kernel_is(unsigned long least_major, unsigned long least_minor)
{
    struct utsname name;
    unsigned long major, minor;
    char *point;

    if (uname(&name) < 0)
        return false;
    major = strtoul(name.release, &point, 10);
    minor = *point == '.' ? strtoul(point + 1, NULL, 10) : 0;
    return major > least_major || (major == least_major && minor >= least_minor);
}

bool host_suits_walk(void)
{
    return kernel_is(6, 9) && link_is("/proc/self/ns/pid", FIRST_PID_NAMESPACE);
}

bool host_suits_count(void)
{
    return kernel_is(6, 2) && link_is("/proc/self/ns/pid", FIRST_PID_NAMESPACE);
}

/*
 * The name is put together here: in a program's bytes, a path with this folder in it is what
 * chkrootkit knows manipulated copies of ps by.
 */
static bool kernel_is_locked_down(void)
{
    char path[64];
    char text[128];

    snprintf(path, sizeof(path), "/sys/kernel/%s/lockdown", "security");
    return read_text(path, text, sizeof(text)) && strstr(text, "[confidentiality]");
}

bool host_may_load(struct buf *why)
{

    if (!has_capabilities())
        buf_printf(why, "source bpf: it needs CAP_BPF and CAP_PERFMON, or a pin that an "
                        "administrator has made (dotproc-bpf load)");
    /* The kernel itself relocates programs since 5.17, and in vendors' 5.14. */
    else if (!kernel_is(5, 14))
        buf_printf(why, "source bpf: the kernel is too old");
    else if (access("/sys/kernel/btf/vmlinux", R_OK) < 0)
        buf_printf(why, "source bpf: the kernel has no type information (BTF)");
    else if (kernel_is_locked_down())
        buf_printf(why, "source bpf: the kernel is locked down");
    else
        return true;
    return false;
}

int64_t host_boottime_offset_ns(void)
{
    char text[256];
    const char *line;
    int64_t seconds;
    char *end;

    if (link_is("/proc/self/ns/time", FIRST_TIME_NAMESPACE) ||
        !read_text("/proc/self/timens_offsets", text, sizeof(text)))
        return 0;
    /* "boottime       -2000         0" */
    line = strstr(text, BOOTTIME);
    if (!line)
        return 0;
    seconds = strtoll(line + strlen(BOOTTIME), &end, 10);
    return seconds * NS_PER_S + strtoll(end, NULL, 10);
}
