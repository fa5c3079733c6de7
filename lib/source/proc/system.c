/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/system.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/kernel.h"
#include "lib/base/span.h"
#include "lib/base/units.h"
#include "lib/source/proc/listing.h"
#include "lib/source/proc/parse/parse.h"
#include "lib/source/proc/read.h"
#include "lib/source/source.h"
#include "lib/task/snapshot.h"

/* See statfs(2); defined here because libc may lack the kernel's header. */
#define PROC_MAGIC 0x9fa0

/* Not by faccessat2(2), which filters of older container runtimes reject. */
static bool exists(int dir, const char *path)
{
    struct stat status;

    return fstatat(dir, path, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

static bool is_procfs(int dir)
{
    struct statfs fs;

    return fstatfs(dir, &fs) == 0 && fs.f_type == PROC_MAGIC;
}

/* Whether "self" is this process: false in a recorded tree or another PID namespace. */
static bool self_is_me(int dir)
{
    char target[16];
    ssize_t len = readlinkat(dir, "self", target, sizeof(target) - 1);

    if (len <= 0)
        return false;
    target[len] = '\0';
    return strtol(target, NULL, 10) == getpid();
}

/* Two lookups of our own entry determine the generation, without a listing. */
static void probe_self(int dir, struct generation *generation)
{
    char dotted[16];

    /* A patched kernel finds every PID with a dot, also that of a leader. */
    snprintf(dotted, sizeof(dotted), ".%d", getpid());
    generation->has_dot = exists(dir, dotted);
    generation->has_task = exists(dir, "self/task");
}

static int probe_listing(int dir, struct generation *generation)
{
    struct listing listing = {0};
    bool has_process = false;
    int result;

    result = listing_read(&listing, dir, ".", LISTING_WITH_DOTS);
    for (size_t i = 0; result == 0 && i < listing.count; i++) {
        char task[32];

        if (listing.entries[i].dot) {
            generation->has_dot = true;
            continue;
        }
        has_process = true;
        if (generation->has_task)
            continue;
        snprintf(task, sizeof(task), "%d/task", listing.entries[i].id);
        generation->has_task = exists(dir, task);
    }
    listing_fini(&listing);
    if (result < 0)
        return result;
    return has_process ? 0 : -ENOENT;
}

int generation_probe(int dir, struct generation *generation)
{
    *generation = (struct generation){.live = is_procfs(dir)};
    generation->same_pids = generation->live && self_is_me(dir);
    if (generation->same_pids) {
        probe_self(dir, generation);
        return 0;
    }
    return probe_listing(dir, generation);
}

/* --- the figures of the host --- */

/*
 * The default of pid_max, which was constant before 2.5.35. Stock ps and top take it, too, where
 * the file cannot be read; a longer PID only widens its line.
 */
#define PID_MAX_DEFAULT 32768

/* 0 or -errno; without the file the default stays. */
static int read_pid_max(int dir, struct read_buffer *buffer, uint64_t *pid_max)
{
    ssize_t len = read_file(buffer, dir, "sys/kernel/pid_max");

    if (len > 0)
        *pid_max = strtoull(buffer->data, NULL, 10);
    return read_error(len);
}

/* MemTotal of the file; unchanged if it does not have it. */
static int read_memory(int dir, struct read_buffer *buffer, struct system_info *system)
{
    const struct key_value memory = {"MemTotal:", &system->mem_total_kib};
    const ssize_t len = read_file(buffer, dir, "meminfo");

    if (len > 0)
        key_value_parse(buffer->data, (size_t)len, &memory, 1);
    return read_error(len);
}

/*
 * sysinfo(2) has the same MemTotal as the kernel's own file, and costs less. The clocks are those
 * of start times, also where a container has an uptime of its own.
 */
static int live_system(int dir, struct read_buffer *buffer, struct system_info *system)
{
    struct sysinfo info;

    system->uptime_ns = (uint64_t)clock_ns(CLOCK_BOOTTIME);
    system->realtime_ns = clock_ns(CLOCK_REALTIME);
    if (kernel_file_is_mounted(dir, "meminfo"))
        return read_memory(dir, buffer, system);
    if (sysinfo(&info) == 0)
        system->mem_total_kib = (uint64_t)info.totalram * info.mem_unit / BYTES_PER_KIB;
    return 0;
}

/* "350735.47 234388.90": seconds, with two decimal places. */
static uint64_t parse_uptime_ns(const char *text, size_t len)
{
    uint64_t hundredths = 0;

    decimal_take_fixed(&text, text + len, 2, &hundredths);
    return hundredths * (NS_PER_S / 100);
}

static int recorded_system(int dir, struct read_buffer *buffer, struct system_info *system)
{
    uint64_t boot_s = 0;
    const struct key_value boot = {"btime", &boot_s};
    ssize_t len = read_file(buffer, dir, "uptime");

    if (len > 0)
        system->uptime_ns = parse_uptime_ns(buffer->data, (size_t)len);
    if (read_error(len) == 0)
        len = read_file(buffer, dir, "stat");
    if (len > 0)
        key_value_parse(buffer->data, (size_t)len, &boot, 1);
    system->realtime_ns = (int64_t)(boot_s * NS_PER_S + system->uptime_ns);
    return read_error(len) < 0 ? read_error(len) : read_memory(dir, buffer, system);
}

int system_info_read(int dir, bool live, struct read_buffer *buffer, struct system_info *system)
{
    uint64_t pid_max = PID_MAX_DEFAULT;
    int result;

    memset(system, 0, sizeof(*system));
    system->monotonic_ns = (uint64_t)clock_ns(CLOCK_MONOTONIC);
    system->page_kib = (uint32_t)(sysconf(_SC_PAGESIZE) / BYTES_PER_KIB);
    result = read_pid_max(dir, buffer, &pid_max);
    if (result == 0)
        result = live ? live_system(dir, buffer, system) : recorded_system(dir, buffer, system);
    system->pid_digits = (uint32_t)snprintf(NULL, 0, "%" PRIu64, pid_max ? pid_max - 1 : 0);
    return result;
}

/* --- CPU clocks --- */

bool clock_may_fit(bool same_pids)
{
#if defined(__powerpc__) || defined(__s390__) || defined(__ia64__)
    (void)same_pids; /* CONFIG_VIRT_CPU_ACCOUNTING_NATIVE: no cputime_adjust() */
    return false;
#else
    return same_pids;
#endif
}

bool clock_fits(const char *status, size_t len, pid_t self)
{
    return status_sole_tid(status, len) == self && status_has_core_dumping(status, len);
}

/* --- processes of the running system --- */

/* From include/linux/posix-timers.h. */
#define CPUCLOCK_SCHED 2

bool process_clock_read(pid_t tgid, uint64_t *ns)
{
    /* The value of clock_getcpuclockid(3), without its additional system call. */
    const clockid_t clock = (clockid_t)(~(unsigned)tgid << 3 | CPUCLOCK_SCHED);
    struct timespec time;

    if (clock_gettime(clock, &time) < 0)
        return false;
    *ns = (uint64_t)timespec_ns(time);
    return true;
}

int process_start_read(pid_t tid, uint64_t *start_ns)
{
    struct read_buffer buffer = {0};
    struct stat_line line;
    char path[32];
    ssize_t len;

    snprintf(path, sizeof(path), "/proc/%d/stat", (int)tid);
    len = read_file(&buffer, AT_FDCWD, path);
    if (len == -ENOENT)
        len = access("/proc/self/stat", F_OK) < 0 ? -ENOSYS : -ESRCH;
    else if (len >= 0 && !stat_parse(buffer.data, (size_t)len, &line))
        len = -ESRCH;
    if (len >= 0)
        *start_ns = line.field[STAT_STARTTIME] * (uint64_t)ns_per_tick();
    read_buffer_fini(&buffer);
    return len < 0 ? (int)len : 0;
}
