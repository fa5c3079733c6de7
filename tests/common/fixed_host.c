/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/common/fixed_host.h"

#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

#include "lib/base/units.h"
#include "lib/source/source.h"
#include "lib/task/wait_report.h"
#include "lib/wait/wait.h"

#define MINUTE 60
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

/* 2024-02-29 12:34:56 UTC, three days and a bit after boot. */
#define REALTIME_S INT64_C(1709210096)
#define UPTIME_S   (3 * DAY + 4 * HOUR + 5 * MINUTE)

#define INTERVAL_MS 2000

/*
 * The figures in which tasks differ; `cpu_ms` is CPU time in the interval, `time_s` since the
 * start.
 */
struct shape {
    pid_t pid, ppid;
    const char *comm, *cmdline;
    uid_t uid;
    char state;
    int priority, nice, nlwp, processor;
    uint64_t cpu_ms, time_s, children_s;
    uint64_t vsize_kib, rss_kib, shared_kib;
};

/* Ends a literal in which NULs separate arguments; shape_cmdline_len() looks for it. */
#define END "\001"

static const struct shape processes[] = {
    {1, 0, "init", "/sbin/init\0splash" END, 0, 'S', 20, 0, 1, 0, 0, 83, 900, 169032, 13312, 8448},
    {2, 0, "kthreadd", "" END, 0, 'S', 20, 0, 1, 1, 0, 0, 0, 0, 0, 0},
    {40, 2, "migration/0", "" END, 0, 'S', -100, 0, 1, 0, 0, 7, 0, 0, 0, 0},
    {41, 2, "kworker/0:1H-kblockd", "" END, 0, 'I', 0, -20, 1, 0, 2, 1, 0, 0, 0, 0},
    {300, 1, "database", "/usr/lib/database\0--data=/srv" END, 99993001, 'S', 20, 0, 64, 3, 4600,
     90 * HOUR, 0, 1500000000, 9200000, 512000},
    {412, 1, "compile", "cc\0-O2\0-c\0a b.c" END, 99993002, 'R', 25, 5, 1, 2, 1990, 61, 5, 412000,
     250112, 31000},
    {413, 412, "cc1", "" END, 99993002, 'Z', 25, 5, 1, 2, 0, 2, 0, 0, 0, 0},
    {420, 1, "paused",
     "sleep\0"
     "100" END,
     99993002, 'T', 20, 0, 1, 1, 0, 0, 0, 5600, 700, 640},
    {421, 1, "traced", "gdb-target" END, 99993002, 't', 20, 0, 1, 1, 0, 3, 0, 5600, 700, 640},
    {430, 1, "backup", "/usr/bin/backup\0/home" END, 0, 'D', 39, 19, 2, 0, 40, 20 * DAY, 0, 8000,
     999999, 1024},
    {440, 1, "e\033[31mvil\n", "evil\0\033]0;title\007\0\xff\xfe" END, 65533, 'S', 20, 0, 1, 0, 0,
     12 * HOUR, 0, 9000, 1000000, 100},
    {441, 1, "\xe7\x8c\xab\xe7\x8c\xab\xe7\x8c\xab\xe7\x8c\xab\xe7\x8c\xab\xe7\x8c\xab",
     "\xe7\x8c\xab\0--\xc3\xbc" END, 65533, 'S', 20, 0, 1, 0, 2, 400 * MINUTE, 0, 9000, 102400,
     100},
    {32000, 412, "a) R (b c", "/bin/a) R (b c" END, 99993002, 'S', 15, -5, 1, 3, 0, 360 * MINUTE, 0,
     12000, 4096, 2048},
};

static const struct shape threads[] = {
    {300, 1, "database", "/usr/lib/database\0--data=/srv" END, 99993001, 'S', 20, 0, 3, 3, 600,
     30 * HOUR, 0, 1500000000, 9200000, 512000},
    {301, 1, "db writer", "/usr/lib/database\0--data=/srv" END, 99993001, 'R', 20, 0, 3, 3, 2000,
     40 * HOUR, 0, 1500000000, 9200000, 512000},
    {302, 1, "db reader", "/usr/lib/database\0--data=/srv" END, 99993001, 'D', 20, 0, 3, 1, 2000,
     20 * HOUR, 0, 1500000000, 9200000, 512000},
    {303, 1, "exec-1", "/usr/lib/database\0--data=/srv" END, 99993001, 'S', 20, 0, 3, 1, 100, 60, 0,
     1500000000, 9200000, 512000},
    {304, 1, "exec-2", "/usr/lib/database\0--data=/srv" END, 99993001, 'R', 20, 0, 3, 1, 200, 30, 0,
     1500000000, 9200000, 512000},
    {310, 1, "exec-10", "/usr/lib/database\0--data=/srv" END, 99993001, 'S', 20, 0, 3, 1, 0, 5, 0,
     1500000000, 9200000, 512000},
};

/* A chain of waits: the database waits for a lock, whose owner waits for another one, and so on. */
#define LOCK_CALL(address)                                                                   \
    {                                                                                        \
        .number = SYS_futex, .place = PLACE_CALL, .bits = 8 * sizeof(void *), .arguments = { \
            (address),                                                                       \
            128,                                                                             \
            2                                                                                \
        }                                                                                    \
    }
#define LINK(tid_, name_, owner_, address)                                   \
    {                                                                        \
        .tid = (tid_), .name = name_, .owner_tid = (owner_), .state = 'S',   \
        .sleeps_for = WAIT_FUTEX, .kind = FUTEX_MUTEX, .owner = OWNER_NAMED, \
        .call = LOCK_CALL(address)                                           \
    }
#define KERNEL_STACK "futex_do_wait\0__futex_wait\0futex_wait\0do_futex\0__x64_sys_futex"

static const struct wait_report lock_report = {
    .links = {LINK(300, "database", 301, 0x7f3c2a10), LINK(301, "db writer", 302, 0x7f3c2b50),
              LINK(302, "db reader\033[31m", 301, 0x7f3c2c90)},
    .link_count = 3,
    .cycle = 1,
    .waiters = 12,
    .pools = {{"exec-*", 9}, {"db writer", 2}, {"\033]0;title\007", 1}},
    .pool_count = 3,
    .waiters_known = true,
    .frames = {{0x7f3c1000, 0x9f0c4, "libc.so.6"},
               {0x55d01234, 0x1234, "database"},
               {0x7f3c5000, 0, ""}},
    .frame_count = 3,
    .kernel_stack = KERNEL_STACK,
    .kernel_stack_len = sizeof(KERNEL_STACK),
};

static uint32_t shape_cmdline_len(const struct shape *shape)
{
    uint32_t len = 0;

    while (shape->cmdline[len] != *END)
        len++;
    return len ? len + 1 : 0; /* the kernel ends the last argument with a NUL, too */
}

static void *must(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

static void add_status(struct snapshot *snapshot, struct task *task)
{
    struct task_status *status = must(arena_alloc(&snapshot->arena, sizeof(*status)));

    for (int kind = 0; kind < ID_KINDS; kind++) {
        status->uid[kind] = task->euid;
        status->gid[kind] = task->egid;
    }
    /* A set-user-ID program of another user: -U finds it by either UID. */
    if (task->tgid == 430)
        status->uid[ID_REAL] = 99993002;
    status->vm_swap_kib = task->process->rss_kib / 2;
    status->vm_locked_kib = task->process->rss_kib / 100;
    status->rss_anon_kib = task->process->rss_kib - task->process->shared_kib;
    status->rss_file_kib = task->process->shared_kib;
    status->groups = "99993100,99993200";
    task->status = status;
}

/* The busy ones write and grow, the others shrink. */
static void add_details(struct snapshot *snapshot, struct task *task)
{
    static const char variables[] = "HOME=/\0TERM=xterm";
    struct task_details *details = must(snapshot_add_details(snapshot, task));

    details->environ = variables;
    details->environ_len = sizeof(variables);
    details->cgroup = "0::/user.slice";
    if (task->tid == 440) /* seen for the first time */
        return;
    details->new_voluntary = task->delta_minflt;
    details->new_forced = task->delta_minflt / 2;
    details->new_read = (int64_t)task->delta_minflt * 1024;
    details->new_written = (int64_t)task->delta_minflt * 100;
    details->new_io_calls = task->delta_minflt;
    details->rss_growth_kib = (int64_t)task->delta_minflt - 100;
    task->has_new_faults = true;
}

static void add_task(struct sample *sample, const struct shape *shape, enum task_kind kind)
{
    struct snapshot *snapshot = &sample->snapshot;
    struct task *task = must(snapshot_add(snapshot));
    struct process *process = must(arena_alloc(&snapshot->arena, sizeof(*process)));
    uint32_t len = shape_cmdline_len(shape);
    char *cmdline = must(arena_alloc(&snapshot->arena, len + 1));

    if (len)
        memcpy(cmdline, shape->cmdline, len - 1);
    *process = (struct process){
        .ppid = shape->ppid,
        .pgrp = shape->pid,
        .sid = 1,
        .tpgid = -1,
        .cutime_ns = shape->children_s * NS_PER_S,
        .nlwp = shape->nlwp,
        .vsize_kib = shape->vsize_kib,
        .rss_kib = shape->rss_kib,
        .shared_kib = shape->shared_kib,
        .code_kib = shape->shared_kib / 4,
        .data_kib = shape->vsize_kib / 2,
    };
    *task = (struct task){
        .process = process,
        .have = ~NEED_IDS,
        .kind = kind,
        .tid = shape->pid,
        .tgid = kind == TASK_THREAD ? 300 : shape->pid,
        .comm = shape->comm,
        .euid = shape->uid,
        .egid = shape->uid,
        .state = shape->state,
        .flags = 0x00404100,
        .minflt = shape->rss_kib,
        .majflt = shape->time_s,
        .utime_ns = shape->time_s * NS_PER_S,
        .stime_ns = shape->cpu_ms * NS_PER_S / 1000,
        .priority = shape->priority,
        .nice = shape->nice,
        .processor = shape->processor,
        .start_ns = (uint64_t)shape->pid * NS_PER_S,
        .cmdline = cmdline,
        .cmdline_len = len,
        .wchan = shape->state == 'S' ? "do_select" : "",
        .delta_cpu_ns = shape->cpu_ms * NS_PER_S / 1000,
        .delta_minflt = (uint32_t)shape->cpu_ms,
    };
    add_status(snapshot, task);
    add_details(snapshot, task);
}

static void add_host(struct host_figures *host)
{
    static const int cores[] = {0, 0, 0, 1};

    static const struct cpu_ticks spent[] = {
        {.in = {100, 20, 5, 60, 10, 0, 5, 0}},
        {.in = {0, 0, 0, 200, 0, 0, 0, 0}},
        {.in = {200, 0, 0, 0, 0, 0, 0, 0}},
        {.in = {50, 50, 0, 50, 0, 25, 0, 25}},
    };

    host->uptime_ns = UPTIME_S * NS_PER_S;
    host->load[0] = 2.5;
    host->load[1] = 1.25;
    host->load[2] = 0.005;
    host->users = 3;
    host->cpu_count = host->cpu_capacity = sizeof(spent) / sizeof(spent[0]);
    host->cpus = must(calloc(host->cpu_count, sizeof(*host->cpus)));
    for (size_t i = 0; i < host->cpu_count; i++) {
        host->cpus[i].place.id = i < 3 ? (int)i : 11; /* some processors are offline */
        host->cpus[i].place.core = cores[i];
        host->cpus[i].place.node = (int)i / 2;
        host->cpus[i].ticks = spent[i];
    }
    host->cpu_total = (struct cpu_ticks){.in = {350, 70, 5, 310, 10, 25, 5, 25}};
    host->memory = (struct host_memory){
        .total_kib = 16000000,
        .free_kib = 1000000,
        .used_kib = 12500000,
        .cache_kib = 3000000,
        .available_kib = 3500000,
        .swap_total_kib = 2097148,
        .swap_free_kib = 2000000,
        .swap_used_kib = 97148,
    };
}

static void init(struct sample *sample, unsigned rows)
{
    sample_init(sample);
    sample->snapshot.system = (struct system_info){
        .uptime_ns = UPTIME_S * NS_PER_S,
        .realtime_ns = REALTIME_S * NS_PER_S,
        .monotonic_ns = UPTIME_S * NS_PER_S,
        .mem_total_kib = 16000000,
        .page_kib = 4,
        .pid_digits = 5,
    };
    sample->interval_ns = INTERVAL_MS * NS_PER_S / 1000;
    sample->request = (struct sample_request){.rows = rows, .need = ~(need_t)0};
    sample->host_known = true;
    sample->report = lock_report;
    sample->report_tid = 300;
    sample->cost = (struct scan_cost){
        .source = "task", .scan_ns = 4321000, .cpu_ns = 15000000, .since_ns = 3 * NS_PER_S};
    add_host(&sample->host);
}

void fixed_host_init(struct sample *sample)
{
    init(sample, ROWS_PROCESSES);
    for (size_t i = 0; i < sizeof(processes) / sizeof(processes[0]); i++)
        add_task(sample, &processes[i], TASK_PROCESS);
}

void fixed_host_init_threads(struct sample *sample)
{
    init(sample, ROWS_THREADS);
    for (size_t i = 0; i < sizeof(threads) / sizeof(threads[0]); i++)
        add_task(sample, &threads[i], TASK_THREAD);
}

void fixed_host_make_hybrid(struct sample *sample)
{
    for (size_t i = 0; i < sample->host.cpu_count; i++)
        sample->host.cpus[i].place.kind = i < 3 ? CORE_PERFORMANCE : CORE_EFFICIENT;
    strcpy(sample->host.scheduler, "lavd");
}

void fixed_host_make_container(struct sample *sample)
{
    sample->host.limits =
        (struct host_limits){.cpus = 1.5, .mem_kib = 10485760, .mem_used_kib = 9646899};
    sample->snapshot.system.mem_total_kib = sample->host.limits.mem_kib;
}

void fixed_host_make_unknown(struct sample *sample)
{
    host_figures_fini(&sample->host);
    memory_file_parse("", 0, &sample->host.memory);
    for (int i = 0; i < 3; i++)
        sample->host.load[i] = REAL_UNKNOWN;
    sample->host.users = USERS_UNKNOWN;
    sample->snapshot.system.mem_total_kib = 0;
    sample->snapshot.tasks[0].cpu_not_compared = true;
}

void fixed_host_make_earlier(struct sample *sample)
{
    const int64_t before_ns = 65 * (int64_t)NS_PER_S;
    struct snapshot *snapshot = &sample->snapshot;
    size_t count = 0;

    snapshot->system.uptime_ns -= (uint64_t)before_ns;
    snapshot->system.monotonic_ns -= (uint64_t)before_ns;
    snapshot->system.realtime_ns -= before_ns;
    sample->host.uptime_ns -= (uint64_t)before_ns;
    sample->host.load[0] = 0.5;
    for (size_t i = 0; i < snapshot->count; i++) {
        struct task *task = &snapshot->tasks[i];
        struct process process = *task->process;

        if (task->tgid == 412 || task->tgid == 413)
            continue;
        if (task->tgid == 300) {
            task->utime_ns -= 61 * NS_PER_S;
            task->delta_cpu_ns /= 2;
            process.rss_kib -= 200000;
            if (snapshot_set_process(snapshot, task, &process) < 0)
                abort();
        }
        if (task->tgid == 441) {
            task->tid = task->tgid = 442;
            task->comm = "gone since";
        }
        snapshot->tasks[count++] = *task;
    }
    snapshot->count = count;
}

void fixed_host_fini(struct sample *sample)
{
    sample_fini(sample);
}
