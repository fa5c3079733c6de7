/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/host/host.h"

#include <errno.h>
#include <fcntl.h>
#include <libproc2/misc.h>
#include <paths.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <utmpx.h>

#include "lib/base/array.h"
#include "lib/base/buf.h"
#include "lib/base/resources.h"
#include "lib/base/span.h"

/* More than any host has: a line of /proc/stat for each of 65,536 CPUs, and its interrupts. */
#define FILE_BYTES_MAX (16 * 1024 * BYTES_PER_KIB)

struct host {
    int procfs;                   /* its folder */
    bool is_live;                 /* /proc, and not another folder */
    bool knows_limits;            /* limits of this process also hold for the tasks shown */
    struct buf text;              /* of the file that was read last */
    struct stat_file now, before; /* this sample and the last one; swapped in each read */
    struct topology topology;     /* of the CPUs in the last sample */
    uint64_t forks_at_first;      /* the count cannot be used until it changes */
};

/* Reads a file into host->text, "" if it cannot be read. 0, or the error of a shortage. */
static int read_text(struct host *host, const char *path)
{
    const int fd = host->is_live || kernel_file_is_regular(host->procfs, path, 0)
                       ? openat(host->procfs, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
                       : -1;
    int result = fd < 0 ? -errno : 0;

    buf_clear(&host->text);
    if (fd >= 0) {
        result = buf_read(&host->text, fd, FILE_BYTES_MAX);
        close(fd);
    }
    if (result < 0)
        buf_clear(&host->text);
    return is_shortage(result) ? result : 0;
}

/* Fills host->now. */
static int read_stat(struct host *host)
{
    const int result = read_text(host, "stat");

    return result < 0 ? result
                      : stat_file_parse(buf_text(&host->text), buf_len(&host->text), &host->now);
}

int host_open(const char *procfs, struct host **out)
{
    struct host *host = calloc(1, sizeof(*host));
    int result = 0;

    if (!host)
        return -ENOMEM;
    host->procfs = open(procfs ? procfs : "/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (host->procfs < 0)
        result = -errno;
    /* Another procfs may have the tasks of another container, or of the host. */
    host->is_live = !procfs;
    host->knows_limits = !procfs && host_is_container();
    if (result == 0 && !kernel_file_is_mounted(host->procfs, "stat")) {
        result = read_stat(host);
        host->forks_at_first = host->now.forks;
    }
    if (result < 0)
        host_close(host);
    else
        *out = host;
    return result;
}

void host_close(struct host *host)
{
    if (!host)
        return;
    if (host->procfs >= 0)
        close(host->procfs);
    buf_fini(&host->text);
    stat_file_fini(&host->now);
    stat_file_fini(&host->before);
    topology_fini(&host->topology);
    free(host);
}

void host_figures_fini(struct host_figures *figures)
{
    free(figures->cpus);
    *figures = (struct host_figures){0};
}

/* --- CPUs --- */

static bool has_same_cpus(const struct stat_file *a, const struct stat_file *b)
{
    if (a->cpu_count != b->cpu_count)
        return false;
    for (size_t i = 0; i < a->cpu_count; i++)
        if (a->cpus[i].id != b->cpus[i].id)
            return false;
    return true;
}

/* The difference from the last sample; unknown if the CPU was not in it. */
static void put_cpus(const struct host *host, struct host_figures *out)
{
    const struct stat_file *now = &host->now, *before = &host->before;

    out->cpu_count = now->cpu_count;
    for (size_t i = 0, old = 0; i < now->cpu_count; i++) {
        const struct cpu_line *cpu = &now->cpus[i];

        while (old < before->cpu_count && before->cpus[old].id < cpu->id)
            old++;
        out->cpus[i] = (struct host_cpu){.place = topology_find(&host->topology, cpu->id)};
        if (old < before->cpu_count && before->cpus[old].id == cpu->id)
            out->cpus[i].ticks = cpu_ticks_since(&cpu->ticks, &before->cpus[old].ticks);
    }
}

/*
 * The line of all CPUs may include those that are offline or not: if their number changes, only the
 * CPUs that were in both samples count.
 */
static void put_total(const struct host *host, bool is_same, struct host_figures *out)
{
    out->cpu_total = (struct cpu_ticks){0};
    if (!is_same)
        for (size_t i = 0; i < out->cpu_count; i++)
            cpu_ticks_add(&out->cpu_total, &out->cpus[i].ticks);
    else if (cpu_ticks_known(&host->before.total))
        out->cpu_total = cpu_ticks_since(&host->now.total, &host->before.total);
}

static int read_cpus(struct host *host, struct host_figures *out)
{
    int result = read_stat(host);
    const bool is_same = result == 0 && has_same_cpus(&host->now, &host->before);
    struct stat_file swap;

    if (result == 0 && !is_same)
        result = topology_read(&host->topology);
    if (result == 0)
        result = ARRAY_RESERVE(&out->cpus, &out->cpu_capacity, host->now.cpu_count);
    if (result < 0)
        return result;
    put_cpus(host, out);
    put_total(host, is_same, out);
    /* On emulations of Linux the count may be constant. */
    out->forks =
        host->forks_at_first && host->now.forks != host->forks_at_first ? host->now.forks : 0;
    swap = host->before;
    host->before = host->now;
    host->now = swap;
    return 0;
}

/* --- memory --- */

/* The lines that are read. */
enum memory_line {
    TOTAL,
    FREE,
    AVAILABLE,
    BUFFERS,
    CACHED,
    SLABS,
    SWAP_TOTAL,
    SWAP_FREE,
    MEMORY_LINES,
};

/* Unknown if one of them is; 0 if the part is larger, as memory changes while the kernel writes. */
static uint64_t rest(uint64_t whole, uint64_t part)
{
    if (whole == MEMORY_UNKNOWN || part == MEMORY_UNKNOWN)
        return MEMORY_UNKNOWN;
    return whole > part ? whole - part : 0;
}

static uint64_t used(const uint64_t kib[MEMORY_LINES])
{
    const bool by_free = kib[AVAILABLE] == MEMORY_UNKNOWN || kib[AVAILABLE] > kib[TOTAL];

    return rest(kib[TOTAL], by_free ? kib[FREE] : kib[AVAILABLE]);
}

/* Kernels before 2.6.19 have no line of slabs. */
static uint64_t cache(const uint64_t kib[MEMORY_LINES])
{
    if (kib[BUFFERS] == MEMORY_UNKNOWN || kib[CACHED] == MEMORY_UNKNOWN)
        return MEMORY_UNKNOWN;
    return kib[BUFFERS] + kib[CACHED] + (kib[SLABS] == MEMORY_UNKNOWN ? 0 : kib[SLABS]);
}

void memory_file_parse(const char *text, size_t len, struct host_memory *memory)
{
    uint64_t kib[MEMORY_LINES];
    const struct key_value lines[] = {
        {"MemTotal:", &kib[TOTAL]},         {"MemFree:", &kib[FREE]},
        {"MemAvailable:", &kib[AVAILABLE]}, {"Buffers:", &kib[BUFFERS]},
        {"Cached:", &kib[CACHED]},          {"SReclaimable:", &kib[SLABS]},
        {"SwapTotal:", &kib[SWAP_TOTAL]},   {"SwapFree:", &kib[SWAP_FREE]},
    };

    memset(kib, 0xff, sizeof(kib)); /* MEMORY_UNKNOWN */
    key_value_parse(text, len, lines, MEMORY_LINES);
    *memory = (struct host_memory){
        .total_kib = kib[TOTAL],
        .free_kib = kib[FREE],
        .used_kib = used(kib),
        .cache_kib = cache(kib),
        .available_kib = kib[AVAILABLE],
        .swap_total_kib = kib[SWAP_TOTAL],
        .swap_free_kib = kib[SWAP_FREE],
        .swap_used_kib = rest(kib[SWAP_TOTAL], kib[SWAP_FREE]),
    };
}

static int read_memory(struct host *host, struct host_figures *out)
{
    const int result = read_text(host, "meminfo");

    memory_file_parse(buf_text(&host->text), buf_len(&host->text), &out->memory);
    return result;
}

/* --- all else --- */

/* "2.66", to two decimal places; REAL_UNKNOWN if there is no number. Moves *text past it. */
static double take_hundredths(const char **text, const char *end)
{
    uint64_t hundredths;

    return decimal_take_fixed(text, end, 2, &hundredths) ? (double)hundredths / 100 : REAL_UNKNOWN;
}

/* "0.30 0.23 0.14 3/105 20800" */
static int read_load(struct host *host, struct host_figures *out)
{
    const int result = read_text(host, "loadavg");
    const char *at = buf_text(&host->text);
    const char *end = at + host->text.len;

    for (int i = 0; i < 3; i++)
        out->load[i] = take_hundredths(&at, end);
    return result;
}

/* "350735.47 234388.90". The kernel's own file has its clock of the time since boot. */
static int read_uptime(struct host *host, struct host_figures *out)
{
    uint64_t hundredths = 0;
    const char *at;
    int result;

    out->uptime_ns = (uint64_t)clock_ns(CLOCK_BOOTTIME);
    if (!kernel_file_is_mounted(host->procfs, "uptime"))
        return 0;
    result = read_text(host, "uptime");
    at = buf_text(&host->text);
    decimal_take_fixed(&at, at + host->text.len, 2, &hundredths);
    out->uptime_ns = hundredths * (NS_PER_S / 100);
    return result;
}

/* Read each time: limits change, and a process may be moved. */
static int read_limits(const struct host *host, struct host_figures *out)
{
    int result;

    out->limits = (struct host_limits){0};
    if (!host->knows_limits)
        return 0;
    result = host_limits_read("", &out->limits);
    host_limits_compare(&out->limits, out->cpu_count, out->memory.total_kib);
    return result;
}

/* Newer libraries also count sessions without a record in utmp(5). */
static int ask_for_users(void)
{
#ifdef PROC2_HAVE_USERS
    return procps_users();
#else
    const struct utmpx *record;
    int users = 0;

    setutxent();
    while ((record = getutxent()))
        if (record->ut_type == USER_PROCESS && record->ut_user[0])
            users++;
    endutxent();
    return users;
#endif
}

/* Whether there is anything that knows who is logged in: utmp(5), or as sd_booted(3) asks. */
static bool records_users(void)
{
    return access(_PATH_UTMP, R_OK) == 0 || access("/run/systemd/system", F_OK) == 0;
}

static int count_users(void)
{
    const int users = ask_for_users();

    if (users < 0)
        return USERS_UNKNOWN;
    return users > 0 || records_users() ? users : USERS_NO_RECORDS;
}

int host_read(struct host *host, struct host_figures *out)
{
    int result = read_cpus(host, out);

    if (result == 0)
        result = read_memory(host, out);
    if (result == 0)
        result = read_load(host, out);
    if (result == 0)
        result = read_uptime(host, out);
    if (result == 0)
        result = read_limits(host, out);
    if (result < 0)
        return result;
    if (!host->is_live || !scheduler_read(SCHEDULER_FOLDER, out->scheduler, sizeof(out->scheduler)))
        out->scheduler[0] = '\0';
    out->users = count_users();
    return 0;
}
