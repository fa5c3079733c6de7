/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/system_info.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/source/proc/parse/key_value.h"

/* The default of pid_max, which was fixed before 2.5.35. */
#define PID_MAX_DEFAULT 32768

static uint32_t digits_of(uint64_t number)
{
    uint32_t digits = 1;

    for (; number >= 10; number /= 10)
        digits++;
    return digits;
}

/* 0 or -ENOMEM; if the file is missing the default stays. */
static int read_pid_max(int dir, struct read_buffer *buffer, uint64_t *pid_max)
{
    ssize_t len = read_file(buffer, dir, "sys/kernel/pid_max");

    if (len > 0)
        *pid_max = strtoull(buffer->data, NULL, 10);
    return len == -ENOMEM ? -ENOMEM : 0;
}

static void live_system(struct system_info *system)
{
    struct sysinfo info;

    system->uptime_ns = (uint64_t)clock_ns(CLOCK_BOOTTIME);
    system->realtime_ns = clock_ns(CLOCK_REALTIME);
    if (sysinfo(&info) == 0)
        system->mem_total_kib = (uint64_t)info.totalram * info.mem_unit / BYTES_PER_KIB;
}

/* "350735.47 234388.90": seconds, with two decimal places. */
static uint64_t parse_uptime_ns(const char *text)
{
    char *point;
    uint64_t ns = strtoull(text, &point, 10) * NS_PER_S;

    if (*point == '.')
        ns += strtoull(point + 1, NULL, 10) * (NS_PER_S / 100);
    return ns;
}

static int recorded_system(int dir, struct read_buffer *buffer, struct system_info *system)
{
    uint64_t boot_s = 0;
    const struct key_value boot = {"btime", &boot_s};
    const struct key_value memory = {"MemTotal:", &system->mem_total_kib};
    ssize_t len = read_file(buffer, dir, "uptime");

    if (len > 0)
        system->uptime_ns = parse_uptime_ns(buffer->data);
    if (len != -ENOMEM)
        len = read_file(buffer, dir, "stat");
    if (len > 0)
        key_value_parse(buffer->data, (size_t)len, &boot, 1);
    if (len != -ENOMEM)
        len = read_file(buffer, dir, "meminfo");
    if (len > 0)
        key_value_parse(buffer->data, (size_t)len, &memory, 1);
    system->realtime_ns = (int64_t)(boot_s * NS_PER_S + system->uptime_ns);
    return len == -ENOMEM ? -ENOMEM : 0;
}

int system_info_read(int dir, bool live, struct read_buffer *buffer, struct system_info *system)
{
    uint64_t pid_max = PID_MAX_DEFAULT;
    int result;

    memset(system, 0, sizeof(*system));
    system->monotonic_ns = (uint64_t)clock_ns(CLOCK_MONOTONIC);
    system->page_kib = (uint32_t)(sysconf(_SC_PAGESIZE) / BYTES_PER_KIB);
    result = read_pid_max(dir, buffer, &pid_max);
    if (result == 0 && !live)
        result = recorded_system(dir, buffer, system);
    if (live)
        live_system(system);
    system->pid_digits = digits_of(pid_max ? pid_max - 1 : 0);
    return result;
}
