/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/waits.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include "lib/base/task_flags.h"
#include "lib/source/bpf/object.h"
#include "lib/task/fields.h"
#include "lib/wait/call.h"
#include "lib/wait/futex.h"
#include "lib/wait/wait.h"

/*
 * The maximum number of attempts to sleep; then the clock is taken as it is, early by the time that
 * this thread has run.
 */
#define SLEEPS_MAX 100

int waits_run(int program, size_t count, struct wire_wait_page *page)
{
    int answer;

    page->count = (uint32_t)count;
    answer = object_run(program, page, sizeof(*page));
    if (answer < 0)
        return answer;
    return answer == WIRE_WALKED ? 0 : -EPROTO;
}

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

int waits_begin(int program, struct wire_wait_page *page)
{
    page->clock_ahead_ns = 0;
    begin_to_run();
    return waits_run(program, 0, page);
}

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

void waits_take(const struct wire_wait_page *page, const struct wire_wait *wait,
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

int waits_put(const struct kept_wait *kept, uint64_t now_ns, need_t groups,
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

void wait_cache_begin(struct wait_cache *cache, const struct records *records)
{
    cache->waits.name = "BPF waits";
    /* Waits that were read after this pass are no evidence for the time since. */
    if (records->clears == cache->pass)
        ledger_clear(&cache->waits);
    ledger_begin(&cache->waits, sizeof(struct kept_wait));
    cache->pass = records->clears;
}

const struct kept_wait *wait_cache_find(struct wait_cache *cache, const struct record_task *record)
{
    const struct wire_task *task = record->task;
    const struct kept_wait *kept = ledger_meet(&cache->waits, record->key, task->start);

    if (!kept || kept->runtime != task->runtime || kept->digest != task->digest)
        return NULL;
    if (kept->wait.known & WIRE_WAIT_CALL && kept->wait.place == PLACE_CPU)
        return NULL;
    return kept->wait.known ? kept : NULL;
}

int wait_cache_keep(struct wait_cache *cache, const struct record_task *record,
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

struct kept_wait *wait_cache_kept(struct wait_cache *cache, const struct task *row)
{
    return ledger_find(&cache->waits, record_key((uint32_t)row->tgid, (uint32_t)row->tid));
}
