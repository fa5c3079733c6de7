/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/host/host.h"

#include <errno.h>
#include <libproc2/meminfo.h>
#include <libproc2/misc.h>
#include <libproc2/stat.h>
#include <linux/magic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <utmpx.h>

#include "lib/base/array.h"
#include "lib/base/spare_memory.h"
#include "lib/host/proc2.h"

/* Processors with their ticks since boot, in ascending order of id. */
struct cpu_list {
    struct host_cpu *cpus;
    size_t count;
    size_t capacity;
};

struct host {
    struct stat_info *stat;
    struct meminfo_info *meminfo;
    struct cpu_list now, before; /* this sample and the last one; swapped each time */
    struct cpu_ticks total_before;
    uint64_t forks_at_first; /* the count is not usable */
};

/* The items that are requested from libproc2, by their position in the list. */
enum stat_place {
    PLACE_ID,
    PLACE_CORE,
    PLACE_NODE,
    PLACE_KIND,
    PLACE_USER,
    PLACE_NICE,
    PLACE_SYSTEM,
    PLACE_IDLE,
    PLACE_IOWAIT,
    PLACE_IRQ,
    PLACE_SOFTIRQ,
    PLACE_STEAL,
    STAT_PLACES,
};

static const enum stat_item stat_items[STAT_PLACES] = {
    [PLACE_ID] = STAT_TIC_ID,           [PLACE_CORE] = STAT_TIC_ID_CORE,
    [PLACE_NODE] = STAT_TIC_NUMA_NODE,  [PLACE_KIND] = STAT_TIC_TYPE_CORE,
    [PLACE_USER] = STAT_TIC_USER,       [PLACE_NICE] = STAT_TIC_NICE,
    [PLACE_SYSTEM] = STAT_TIC_SYSTEM,   [PLACE_IDLE] = STAT_TIC_IDLE,
    [PLACE_IOWAIT] = STAT_TIC_IOWAIT,   [PLACE_IRQ] = STAT_TIC_IRQ,
    [PLACE_SOFTIRQ] = STAT_TIC_SOFTIRQ, [PLACE_STEAL] = STAT_TIC_STOLEN,
};

enum memory_place {
    PLACE_MEM_TOTAL,
    PLACE_MEM_FREE,
    PLACE_MEM_USED,
    PLACE_MEM_BUFFERS,
    PLACE_MEM_CACHED_ALL,
    PLACE_MEM_AVAILABLE,
    PLACE_SWAP_TOTAL,
    PLACE_SWAP_FREE,
    PLACE_SWAP_USED,
    MEMORY_PLACES,
};

static const enum meminfo_item memory_items[MEMORY_PLACES] = {
    [PLACE_MEM_TOTAL] = MEMINFO_MEM_TOTAL,
    [PLACE_MEM_FREE] = MEMINFO_MEM_FREE,
    [PLACE_MEM_USED] = MEMINFO_MEM_USED,
    [PLACE_MEM_BUFFERS] = MEMINFO_MEM_BUFFERS,
    [PLACE_MEM_CACHED_ALL] = MEMINFO_MEM_CACHED_ALL,
    [PLACE_MEM_AVAILABLE] = MEMINFO_MEM_AVAILABLE,
    [PLACE_SWAP_TOTAL] = MEMINFO_SWAP_TOTAL,
    [PLACE_SWAP_FREE] = MEMINFO_SWAP_FREE,
    [PLACE_SWAP_USED] = MEMINFO_SWAP_USED,
};

/* In containers a file may be mounted over /proc/stat (lxcfs). */
static bool stat_is_of_kernel(void)
{
    struct statfs fs;

    return statfs("/proc/stat", &fs) == 0 && fs.f_type == PROC_SUPER_MAGIC;
}

/* The library rereads the file if its last read is a second old: the count is at least that new. */
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

static struct cpu_ticks stack_ticks(const struct stat_stack *stack, const struct stat_info *info)
{
    (void)info; /* used only by older versions of libproc2 */
    return (struct cpu_ticks){
        .user = PROC2_VAL(STAT, PLACE_USER, ull_int, stack, info),
        .nice = PROC2_VAL(STAT, PLACE_NICE, ull_int, stack, info),
        .system = PROC2_VAL(STAT, PLACE_SYSTEM, ull_int, stack, info),
        .idle = PROC2_VAL(STAT, PLACE_IDLE, ull_int, stack, info),
        .iowait = PROC2_VAL(STAT, PLACE_IOWAIT, ull_int, stack, info),
        .irq = PROC2_VAL(STAT, PLACE_IRQ, ull_int, stack, info),
        .softirq = PROC2_VAL(STAT, PLACE_SOFTIRQ, ull_int, stack, info),
        .steal = PROC2_VAL(STAT, PLACE_STEAL, ull_int, stack, info),
    };
}

/* The kernel's idle and iowait counters may go back a little; that counts as 0. */
static uint64_t since(uint64_t now, uint64_t before)
{
    return now > before ? now - before : 0;
}

static struct cpu_ticks ticks_since(const struct cpu_ticks *now, const struct cpu_ticks *before)
{
    return (struct cpu_ticks){
        .user = since(now->user, before->user),
        .nice = since(now->nice, before->nice),
        .system = since(now->system, before->system),
        .idle = since(now->idle, before->idle),
        .iowait = since(now->iowait, before->iowait),
        .irq = since(now->irq, before->irq),
        .softirq = since(now->softirq, before->softirq),
        .steal = since(now->steal, before->steal),
    };
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

/* Sets the figures' ticks to what was spent since the last sample. */
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
    /* Some versions do not say that they got no memory for them. */
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

static int read_memory(struct host *host, struct host_figures *out)
{
    enum meminfo_item items[MEMORY_PLACES];
    struct meminfo_stack *stack;

    memcpy(items, memory_items, sizeof(items));
    stack = procps_meminfo_select(host->meminfo, items, MEMORY_PLACES);
    if (!stack)
        return -errno;
#define KIB(place) PROC2_VAL(MEMINFO, place, ul_int, stack, host->meminfo)
    out->mem_total_kib = KIB(PLACE_MEM_TOTAL);
    out->mem_free_kib = KIB(PLACE_MEM_FREE);
    out->mem_used_kib = KIB(PLACE_MEM_USED);
    out->mem_cache_kib = KIB(PLACE_MEM_BUFFERS) + KIB(PLACE_MEM_CACHED_ALL);
    out->mem_available_kib = KIB(PLACE_MEM_AVAILABLE);
    out->swap_total_kib = KIB(PLACE_SWAP_TOTAL);
    out->swap_free_kib = KIB(PLACE_SWAP_FREE);
    out->swap_used_kib = KIB(PLACE_SWAP_USED);
#undef KIB
    return 0;
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

/* On emulations of Linux the count may never change. */
static uint64_t trusted_forks(const struct host *host)
{
    uint64_t forks = host->forks_at_first ? read_forks(host) : 0;

    return forks != host->forks_at_first ? forks : 0;
}

int host_read(struct host *host, struct host_figures *out)
{
    int result = spare_memory_check(); /* libnuma, by which libproc2 asks, crashes without */

    if (result == 0)
        result = read_cpus(host, out);
    out->forks = result < 0 ? 0 : trusted_forks(host);
    if (result == 0)
        result = read_memory(host, out);
    if (result == 0)
        result = procps_loadavg(&out->load[0], &out->load[1], &out->load[2]);
    if (result == 0)
        out->users = count_users();
    return result;
}
