/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What many rows wait for, read by waits.bpf.c and kept; ambiguous waits are left to procfs.
 */
#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include "lib/base/task_flags.h"
#include "lib/source/bpf/bpf.h"
#include "lib/source/bpf/support.h"
#include "lib/task/fields.h"
#include "lib/wait/call.h"
#include "lib/wait/futex.h"
#include "lib/wait/wait.h"

/*
 * The maximum number of attempts to sleep; then the clock is taken as it is, early by the time that
 * this thread has run.
 */
#define SLEEPS_MAX 100

/* What is known of a task's wait; a row of wait_cache::waits. */
struct kept_wait {
    struct ledger_id id;
    uint64_t runtime; /* of the task's record, as is the digest */
    uint32_t digest;
    bool has_kind;      /* the kind of the wait is known */
    int32_t sleeps_for; /* as in struct task_details */
    int64_t left_ns;    /* when it last ran, by the scheduler's clock; -1: never */
    struct wire_wait wait;
};

/* --- the clock --- */

static long own_switches(void)
{
    struct rusage used;

    getrusage(RUSAGE_THREAD, &used);
    return used.ru_nvcsw + used.ru_nivcsw;
}

/*
 * Sleeps briefly, so that this thread has just been scheduled in. The sleep may end before the CPU
 * was given up, but rarely.
 */
static void begin_to_run(void)
{
    const struct timespec moment = {.tv_nsec = 1};
    const long switches = own_switches();

    for (int i = 0; i < SLEEPS_MAX && own_switches() == switches; i++)
        nanosleep(&moment, NULL);
}

/* Determines the time, by a run that reads no task. Returns as bpf_run(). */
static int find_clock(struct bpf_source *source)
{
    struct wire_wait_page *page = source->pages[PROGRAM_WAITS];

    page->clock_ahead_ns = 0;
    page->count = 0;
    begin_to_run();
    return bpf_run(source, PROGRAM_WAITS, sizeof(*page));
}

/* --- one task --- */

/* Files whose kind is as informative as their name. */
static const char *file_of_mode(uint32_t mode)
{
    if (S_ISSOCK(mode))
        return "socket:";
    return S_ISFIFO(mode) ? "pipe:" : "";
}

/* False if procfs can determine more. */
static bool find_wait(const struct wire_wait *wait, const struct task_syscall *call,
                      int32_t *sleeps_for)
{
    const struct wait_facts facts = {
        .call = call_name(call),
        .futex = futex_wait_of(call),
        .runs = call->place == PLACE_CPU,
        .in_user_space = call->place == PLACE_USER,
        .channel = "",
        .file = file_of_mode(wait->file_mode),
    };
    const struct wait_answer answer = wait_of_sleeper(&facts);

    *sleeps_for = answer.kind;
    /* io_uring always waits like this, whatever for. */
    if (answer.is_sure || !wait->waits_for_io || answer.kind == WAIT_URING)
        return answer.is_sure;
    if (!facts.in_user_space)
        *sleeps_for = WAIT_DISK;
    return true;
}

static struct task_syscall call_of(const struct wire_wait *wait)
{
    struct task_syscall call = {
        .number = wait->number,
        .place = wait->place,
        .bits = wait->bits,
        .stack_pointer = wait->stack_pointer,
    };

    memcpy(call.arguments, wait->arguments, sizeof(call.arguments));
    return call;
}

/*
 * Stores what the program returned for a task, and determines the kind of its wait if it is
 * unambiguous.
 */
static void take_wait(const struct wire_wait_page *page, const struct wire_wait *wait,
                      struct kept_wait *kept)
{
    const struct task_syscall call = call_of(wait);

    kept->wait = *wait;
    kept->has_kind = wait->known & WIRE_WAIT_CALL && find_wait(wait, &call, &kept->sleeps_for);
    kept->left_ns = wait->waited_ns < 0 ? -1 : (int64_t)page->now_ns - wait->waited_ns;
}

static void put_times(const struct kept_wait *kept, uint64_t now_ns, struct task_details *details)
{
    const struct wire_wait *wait = &kept->wait;
    const int64_t waited_ns = (int64_t)now_ns - kept->left_ns;

    details->run_delay_ns = (int64_t)wait->run_delay_ns;
    details->voluntary_switches = (int64_t)wait->voluntary;
    details->forced_switches = (int64_t)wait->forced;
    details->waited_ns = kept->left_ns < 0 ? -1 : waited_ns > 0 ? waited_ns : 0;
}

/* Not for restarted system calls: only procfs shows what they wait for. */
static int put_call(const struct wire_wait *wait, need_t groups, struct snapshot *snapshot,
                    struct task *task)
{
    struct task_syscall call = call_of(wait);

    if (call_is_resumed(&call))
        return 0;
    task->have |= groups & NEED_SYSCALL;
    call_set_at(&call);
    return task_field_keep(task_field_find(NEED_SYSCALL), task->details, &snapshot->arena, &call,
                           sizeof(call));
}

/*
 * Sets those of `groups` in the task that are known; the others must be read from procfs. 0 or
 * -ENOMEM.
 */
static int put_wait(const struct kept_wait *kept, uint64_t now_ns, need_t groups,
                    struct snapshot *snapshot, struct task *task)
{
    struct task_details *details = snapshot_add_details(snapshot, task);

    if (!details)
        return -ENOMEM;
    if (kept->wait.known & WIRE_WAIT_TIMES) {
        put_times(kept, now_ns, details);
        task->have |= groups & (NEED_RUN_DELAY | NEED_SWITCHES | NEED_WAITED);
    }
    if (kept->has_kind) {
        details->sleeps_for = kept->sleeps_for;
        task->have |= groups & NEED_WAIT;
    }
    if (!(kept->wait.known & WIRE_WAIT_CALL) ||
        !(groups & ~task->have & (NEED_SYSCALL | NEED_WAIT)))
        return 0;
    return put_call(&kept->wait, groups, snapshot, task);
}

/* --- the cache --- */

void wait_cache_fini(struct wait_cache *cache)
{
    ledger_fini(&cache->waits);
    *cache = (struct wait_cache){0};
}

/*
 * Called before the rows of a snapshot; `records` are those of its pass. ledger_end() follows the
 * rows.
 */
static void begin_cache(struct wait_cache *cache, const struct records *records)
{
    cache->waits.name = "BPF waits";
    /* Waits that were read after this pass are no evidence for the time since. */
    if (records->clears == cache->pass)
        ledger_clear(&cache->waits);
    ledger_begin(&cache->waits, sizeof(struct kept_wait));
    cache->pass = records->clears;
}

/*
 * The kept wait of the task with this record; NULL if there is none, if the task has run since, or
 * if it ran when it was read and may have slept since.
 */
static const struct kept_wait *find_kept(struct wait_cache *cache, const struct record_task *record)
{
    const struct wire_task *task = record->task;
    const struct kept_wait *kept = ledger_meet(&cache->waits, record->key, task->start);

    if (!kept || kept->runtime != task->runtime || kept->digest != task->digest)
        return NULL;
    if (kept->wait.known & WIRE_WAIT_CALL && kept->wait.place == PLACE_CPU)
        return NULL;
    return kept->wait.known ? kept : NULL;
}

/* Keeps the wait of the task with this record for the next snapshot. 0 or -ENOMEM. */
static int keep_wait(struct wait_cache *cache, const struct record_task *record,
                     const struct kept_wait *wait)
{
    const struct wire_task *task = record->task;
    bool is_new;
    struct kept_wait *kept = ledger_take(&cache->waits, record->key, task->start, &is_new);
    struct ledger_id id;

    if (!kept)
        return -ENOMEM;
    id = kept->id;
    *kept = *wait;
    kept->id = id;
    kept->runtime = task->runtime;
    kept->digest = task->digest;
    return 0;
}

/* --- rows --- */

/* With this many rows the program saves what loading it costs. */
#define ROWS_MIN 400

/* A row to be read. */
struct unread {
    size_t row;                       /* its index in the snapshot */
    const struct record_task *record; /* NULL: the wait cannot be kept */
};

struct filling {
    const struct fill *fill;
    uint64_t now_ns;                  /* the scheduler's clock */
    size_t next;                      /* index in the records */
    struct unread unread[WIRE_WAITS]; /* of the next run */
    size_t count;
};

static int put(struct filling *filling, const struct kept_wait *kept, struct task *task)
{
    return put_wait(kept, filling->now_ns, fill_missing(filling->fill, task),
                    filling->fill->snapshot, task);
}

/* Reads the rows that were added. Returns as bpf_run(). */
static int read_unread(struct filling *filling)
{
    struct bpf_source *source = filling->fill->source;
    struct task *tasks = filling->fill->snapshot->tasks;
    struct wire_wait_page *page = source->pages[PROGRAM_WAITS];
    int result;

    for (size_t i = 0; i < filling->count; i++)
        page->waits[i].tid = (uint32_t)tasks[filling->unread[i].row].tid;
    page->count = (uint32_t)filling->count;
    result = bpf_run(source, PROGRAM_WAITS, sizeof(*page));
    for (size_t i = 0; result == 0 && i < filling->count; i++) {
        const struct unread *unread = &filling->unread[i];
        struct kept_wait wait = {0};

        take_wait(page, &page->waits[i], &wait);
        result = put(filling, &wait, &tasks[unread->row]);
        if (result == 0 && unread->record)
            result = keep_wait(&source->wait_cache, unread->record, &wait);
    }
    filling->count = 0;
    return result;
}

/* Task states in which a debugger cannot change a task's registers. */
#define SLEEPS (0x1u | 0x2u) /* TASK_INTERRUPTIBLE, TASK_UNINTERRUPTIBLE */

/*
 * The record of a row, each after that of the last one; NULL if this pass has none, or none that
 * can be compared later.
 */
static const struct record_task *record_of(struct filling *filling, const struct task *row)
{
    const struct records *records = &filling->fill->source->records;
    const uint64_t key = record_key((uint32_t)row->tgid, (uint32_t)row->tid);
    const struct record_task *record;

    while (filling->next < records->task_count && records->tasks[filling->next].key < key)
        filling->next++;
    record = &records->tasks[filling->next];
    if (filling->next == records->task_count || record->key != key)
        return NULL;
    return record->task->digest != 0 && record->task->state & SLEEPS ? record : NULL;
}

static int fill_row(struct filling *filling, size_t row)
{
    struct task *task = &filling->fill->snapshot->tasks[row];
    struct wait_cache *cache = &filling->fill->source->wait_cache;
    const struct record_task *record = record_of(filling, task);
    const struct kept_wait *kept = record ? find_kept(cache, record) : NULL;

    if (kept)
        return put(filling, kept, task);
    filling->unread[filling->count++] = (struct unread){row, record};
    return filling->count == WIRE_WAITS ? read_unread(filling) : 0;
}

static int fill_rows(const struct fill *fill)
{
    struct bpf_source *source = fill->source;
    const struct snapshot *snapshot = fill->snapshot;
    const struct wire_wait_page *page = source->pages[PROGRAM_WAITS];
    struct filling filling = {.fill = fill};
    int result = find_clock(source);

    filling.now_ns = page->now_ns;
    begin_cache(&source->wait_cache, &source->records);
    for (size_t i = 0; result == 0 && i < snapshot->count; i++)
        if (fill_missing(fill, &snapshot->tasks[i]))
            result = fill_row(&filling, i);
    if (result == 0 && filling.count > 0)
        result = read_unread(&filling);
    ledger_end(&source->wait_cache.waits);
    if (result != 0)
        wait_cache_fini(&source->wait_cache);
    return result < 0 ? result : 0;
}

void bpf_keep_wait(struct bpf_source *source, const struct task *task)
{
    const uint64_t key = record_key((uint32_t)task->tgid, (uint32_t)task->tid);
    struct kept_wait *kept = ledger_find(&source->wait_cache.waits, key);

    if (!kept || kept->has_kind || task->is_left_out)
        return;
    kept->has_kind = true;
    kept->sleeps_for = task->details->sleeps_for;
}

int fill_waits(const struct fill *fill)
{
    const int result =
        fill_begin(fill, ROWS_MIN, PROGRAM_WAITS, support_sees_all, sizeof(struct wire_wait_page));

    return result > 0 ? fill_rows(fill) : result;
}
