/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/host/host.h"

#include <errno.h>
#include <libproc2/meminfo.h>
#include <libproc2/misc.h>
#include <libproc2/stat.h>
#include <linux/magic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <utmpx.h>

#include "lib/base/array.h"
#include "lib/base/memory.h"
#include "lib/base/unused.h"

/*
 * One spelling for the two interfaces of libproc2.
 *
 * Up to 4.0.4 its STAT_VAL and MEMINFO_VAL macros take a fourth argument, the info handle; since
 * 4.0.5 they do not. The build decides. `item` is the value's position in the list of items, `type`
 * the member of the result union.
 */
#ifdef PROC2_VAL_WITHOUT_INFO
#define PROC2_VAL(family, item, type, stack, info) family##_VAL(item, type, stack)
#else
#define PROC2_VAL(family, item, type, stack, info) family##_VAL(item, type, stack, info)
#endif

/* CPUs with their ticks since boot, in ascending order of id. */
struct cpu_list {
    struct host_cpu *cpus;
    size_t count;
    size_t capacity;
};

struct host {
    struct stat_info *stat;
    struct meminfo_info *meminfo;
    struct cpu_list now, before; /* this sample and the last one; swapped in each read */
    struct cpu_ticks total_before;
    bool is_container;
    uint64_t forks_at_first; /* the count cannot be used until it changes */
};

/* The items that are requested from libproc2, by their position in the list. */
enum stat_place {
    PLACE_TICKS, /* one for each state */
    PLACE_ID = PLACE_TICKS + CPU_STATES,
    PLACE_CORE,
    PLACE_NODE,
    PLACE_KIND,
    STAT_PLACES,
};

static const enum stat_item stat_items[STAT_PLACES] = {
    [PLACE_TICKS + CPU_USER] = STAT_TIC_USER,
    [PLACE_TICKS + CPU_NICE] = STAT_TIC_NICE,
    [PLACE_TICKS + CPU_SYSTEM] = STAT_TIC_SYSTEM,
    [PLACE_TICKS + CPU_IDLE] = STAT_TIC_IDLE,
    [PLACE_TICKS + CPU_IOWAIT] = STAT_TIC_IOWAIT,
    [PLACE_TICKS + CPU_IRQ] = STAT_TIC_IRQ,
    [PLACE_TICKS + CPU_SOFTIRQ] = STAT_TIC_SOFTIRQ,
    [PLACE_TICKS + CPU_STEAL] = STAT_TIC_STOLEN,
    [PLACE_ID] = STAT_TIC_ID,
    [PLACE_CORE] = STAT_TIC_ID_CORE,
    [PLACE_NODE] = STAT_TIC_NUMA_NODE,
    [PLACE_KIND] = STAT_TIC_TYPE_CORE,
};

/* The items of memory, each with the member of struct host_figures that it is a part of. */
static const struct {
    enum meminfo_item item;
    size_t offset;
} memory_items[] = {
    {MEMINFO_MEM_TOTAL, offsetof(struct host_figures, mem_total_kib)},
    {MEMINFO_MEM_FREE, offsetof(struct host_figures, mem_free_kib)},
    {MEMINFO_MEM_USED, offsetof(struct host_figures, mem_used_kib)},
    {MEMINFO_MEM_BUFFERS, offsetof(struct host_figures, mem_cache_kib)},
    {MEMINFO_MEM_CACHED_ALL, offsetof(struct host_figures, mem_cache_kib)},
    {MEMINFO_MEM_AVAILABLE, offsetof(struct host_figures, mem_available_kib)},
    {MEMINFO_SWAP_TOTAL, offsetof(struct host_figures, swap_total_kib)},
    {MEMINFO_SWAP_FREE, offsetof(struct host_figures, swap_free_kib)},
    {MEMINFO_SWAP_USED, offsetof(struct host_figures, swap_used_kib)},
};

#define MEMORY_ITEMS (sizeof(memory_items) / sizeof(memory_items[0]))

/* In containers a file may be mounted over /proc/stat (lxcfs). */
static bool stat_is_of_kernel(void)
{
    struct statfs fs;

    return statfs("/proc/stat", &fs) == 0 && fs.f_type == PROC_SUPER_MAGIC;
}

/*
 * libproc2 rereads the file if its last read is a second old, so the count is at most a second old.
 */
static uint64_t read_forks(const struct host *host)
{
    const struct stat_result *forks = procps_stat_get(host->stat, STAT_SYS_PROC_CREATED);

    return forks ? forks->result.ul_int : 0;
}

int host_open(struct host **out)
{
    struct host *host = calloc(1, sizeof(*host));
    int result;

    if (!host)
        return -ENOMEM;
    result = procps_stat_new(&host->stat);
    if (result == 0)
        result = procps_meminfo_new(&host->meminfo);
    if (result < 0) {
        host_close(host);
        return result;
    }
    host->is_container = host_is_container();
    if (stat_is_of_kernel())
        host->forks_at_first = read_forks(host);
    *out = host;
    return 0;
}

void host_close(struct host *host)
{
    if (!host)
        return;
    if (host->stat)
        procps_stat_unref(&host->stat);
    if (host->meminfo)
        procps_meminfo_unref(&host->meminfo);
    free(host->now.cpus);
    free(host->before.cpus);
    free(host);
}

void host_figures_fini(struct host_figures *figures)
{
    free(figures->cpus);
    *figures = (struct host_figures){0};
}

static struct cpu_ticks stack_ticks(const struct stat_stack *stack,
                                    const struct stat_info *info UNUSED)
{
    struct cpu_ticks ticks;

    for (int i = 0; i < CPU_STATES; i++)
        ticks.in[i] = PROC2_VAL(STAT, PLACE_TICKS + i, ull_int, stack, info);
    return ticks;
}

/* The kernel's idle and iowait counters may decrease a little; that counts as 0. */
static struct cpu_ticks ticks_since(const struct cpu_ticks *now, const struct cpu_ticks *before)
{
    struct cpu_ticks ticks;

    for (int i = 0; i < CPU_STATES; i++)
        ticks.in[i] = now->in[i] > before->in[i] ? now->in[i] - before->in[i] : 0;
    return ticks;
}

static enum core_kind core_kind_of(int type)
{
    return type == 2 ? CORE_PERFORMANCE : type == 1 ? CORE_EFFICIENT : CORE_UNKNOWN;
}

static struct host_cpu stack_cpu(const struct stat_stack *stack, const struct stat_info *info)
{
    int node = PROC2_VAL(STAT, PLACE_NODE, s_int, stack, info);

    return (struct host_cpu){
        .id = PROC2_VAL(STAT, PLACE_ID, s_int, stack, info),
        .core = PROC2_VAL(STAT, PLACE_CORE, s_int, stack, info),
        .node = node == STAT_NODE_INVALID ? NODE_UNKNOWN : node,
        .kind = core_kind_of(PROC2_VAL(STAT, PLACE_KIND, s_int, stack, info)),
        .ticks = stack_ticks(stack, info),
    };
}

static int cpu_compare(const void *a, const void *b)
{
    const struct host_cpu *left = a;
    const struct host_cpu *right = b;

    return (left->id > right->id) - (left->id < right->id);
}

/* Sets the ticks of the figures to the difference from the last sample. */
static int cpus_put_difference(const struct host *host, struct host_figures *out)
{
    const struct cpu_list *before = &host->before;
    int result = ARRAY_RESERVE(&out->cpus, &out->cpu_capacity, host->now.count);

    if (result < 0)
        return result;
    out->cpu_count = host->now.count;
    for (size_t i = 0, old = 0; i < host->now.count; i++) {
        struct host_cpu cpu = host->now.cpus[i];

        while (old < before->count && before->cpus[old].id < cpu.id)
            old++;
        if (old < before->count && before->cpus[old].id == cpu.id)
            cpu.ticks = ticks_since(&cpu.ticks, &before->cpus[old].ticks);
        out->cpus[i] = cpu;
    }
    return 0;
}

static int read_cpus(struct host *host, struct host_figures *out)
{
    enum stat_item items[STAT_PLACES];
    struct stat_reaped *reaped;
    struct cpu_ticks total;
    struct cpu_list swap;
    int result;

    memcpy(items, stat_items, sizeof(items));
    reaped = procps_stat_reap(host->stat, STAT_REAP_NUMA_NODES_TOO, items, STAT_PLACES);
    if (!reaped)
        return errno ? -errno : -ENOMEM;
    /* Some versions do not report that there was no memory for them. */
    if (!reaped->summary || (reaped->cpus->total > 0 && !reaped->cpus->stacks))
        return -ENOMEM;

    result = ARRAY_RESERVE(&host->now.cpus, &host->now.capacity, (size_t)reaped->cpus->total);
    if (result < 0)
        return result;
    host->now.count = (size_t)reaped->cpus->total;
    for (size_t i = 0; i < host->now.count; i++)
        host->now.cpus[i] = stack_cpu(reaped->cpus->stacks[i], host->stat);
    qsort(host->now.cpus, host->now.count, sizeof(*host->now.cpus), cpu_compare);

    result = cpus_put_difference(host, out);
    if (result < 0)
        return result;
    total = stack_ticks(reaped->summary, host->stat);
    out->cpu_total = ticks_since(&total, &host->total_before);

    host->total_before = total;
    swap = host->before;
    host->before = host->now;
    host->now = swap;
    return 0;
}

static uint64_t *memory_figure(struct host_figures *out, size_t item)
{
    return (uint64_t *)(void *)((char *)out + memory_items[item].offset);
}

static int read_memory(struct host *host, struct host_figures *out)
{
    enum meminfo_item items[MEMORY_ITEMS];
    struct meminfo_stack *stack;

    for (size_t i = 0; i < MEMORY_ITEMS; i++)
        items[i] = memory_items[i].item;
    stack = procps_meminfo_select(host->meminfo, items, MEMORY_ITEMS);
    if (!stack)
        return -errno;
    for (size_t i = 0; i < MEMORY_ITEMS; i++)
        *memory_figure(out, i) = 0;
    for (size_t i = 0; i < MEMORY_ITEMS; i++)
        *memory_figure(out, i) += PROC2_VAL(MEMINFO, i, ul_int, stack, host->meminfo);
    return 0;
}

/* Read each time: limits change, and a process may be moved. */
static void read_limits(const struct host *host, struct host_figures *out)
{
    out->limits = (struct host_limits){0};
    if (!host->is_container)
        return;
    host_limits_read("", &out->limits);
    host_limits_compare(&out->limits, out->cpu_count, out->mem_total_kib);
}

/* Newer libraries also count sessions without a record in utmp(5). */
static unsigned count_users(void)
{
#ifdef PROC2_HAVE_USERS
    int users = procps_users();

    return users > 0 ? (unsigned)users : 0;
#else
    const struct utmpx *record;
    unsigned users = 0;

    setutxent();
    while ((record = getutxent()))
        if (record->ut_type == USER_PROCESS && record->ut_user[0])
            users++;
    endutxent();
    return users;
#endif
}

/* On emulations of Linux the count may be constant. */
static uint64_t trusted_forks(const struct host *host)
{
    uint64_t forks = host->forks_at_first ? read_forks(host) : 0;

    return forks != host->forks_at_first ? forks : 0;
}

int host_read(struct host *host, struct host_figures *out)
{
    int result = spare_memory_check(); /* libnuma, which libproc2 calls, crashes without */

    if (result == 0)
        result = read_cpus(host, out);
    out->forks = result < 0 ? 0 : trusted_forks(host);
    if (result == 0)
        result = read_memory(host, out);
    if (result == 0)
        read_limits(host, out);
    if (result == 0)
        result = procps_loadavg(&out->load[0], &out->load[1], &out->load[2]);
    if (result == 0)
        out->users = count_users();
    return result;
}
