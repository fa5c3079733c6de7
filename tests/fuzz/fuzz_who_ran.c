/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads start, run, run on while they are asked, and exit as the input says (libFuzzer), and the
 * search has to find who ran: none is missed when it says that it is exact, no more than the slack
 * when it is not, and exited threads get no more time than they ran.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/source/proc/history/who_ran.h"
#include "tests/fuzz/fuzz.h"

#define TGID     100
#define THREADS  200
#define TICK_NS  10000000
#define SLACK_NS WHO_RAN_SLACK(TICK_NS)
#define MS       1000000

/* The process: `ids` are those that live, by ascending TID, and their run times; ids are not used
 * again. */
static struct {
    struct task_id ids[THREADS];
    uint64_t run_ns[THREADS];
    size_t count;
    pid_t next_tid;
    uint64_t exited_ns;
    uint64_t runs_on_ns; /* so much the thread at `runs_on` runs whenever one is asked */
    size_t runs_on;
} process;

static struct who_ran who;

static bool ask_thread(void *context, pid_t tid, uint64_t *ns)
{
    (void)context;
    for (size_t i = 0; i < process.count; i++) {
        if (process.ids[i].tid != tid)
            continue;
        *ns = process.run_ns[i];
        process.run_ns[process.runs_on % process.count] += process.runs_on_ns;
        return true;
    }
    return false;
}

static bool ask_process(void *context, uint64_t *ns)
{
    (void)context;
    *ns = process.exited_ns;
    for (size_t i = 0; i < process.count; i++)
        *ns += process.run_ns[i];
    return true;
}

static void start(uint8_t count)
{
    for (; count > 0 && process.count < THREADS; count--) {
        process.ids[process.count] = (struct task_id){TGID, process.next_tid++};
        process.run_ns[process.count++] = 0;
    }
}

/* The leader stays. */
static void end(size_t at)
{
    if (at % process.count == 0)
        return;
    at %= process.count;
    process.exited_ns += process.run_ns[at];
    process.count--;
    memmove(&process.ids[at], &process.ids[at + 1], (process.count - at) * sizeof(*process.ids));
    memmove(&process.run_ns[at], &process.run_ns[at + 1],
            (process.count - at) * sizeof(*process.run_ns));
}

static void check_order(void)
{
    bool there[THREADS] = {false};

    must(who.ran_count + who.unread_count <= who.count);
    for (size_t i = 0; i < who.count; i++) {
        must(who.order[i] < who.count && !there[who.order[i]]);
        there[who.order[i]] = true;
    }
}

/* Without threads that run on: what the search knows of each, against the truth. */
static void check_found(void)
{
    uint64_t missed_ns = 0;

    for (size_t i = 0; i < who.count; i++) {
        must(who.ids[i].tid == process.ids[i].tid);
        must(who.threads[i].run_ns <= process.run_ns[i]);
        missed_ns += process.run_ns[i] - who.threads[i].run_ns;
    }
    if (who.is_exact)
        must(missed_ns == 0);
    else if (!who.unread_count)
        must(missed_ns < SLACK_NS);
}

/* As a scan does: threads that have run are read, and show their run time in ticks. */
static void read_figures(void)
{
    for (size_t i = 0; i < who.count; i++) {
        struct run_thread *thread = &who.threads[i];

        if (!thread->ran)
            continue;
        thread->figures.state = 'S';
        thread->figures.utime_ns = thread->run_ns / TICK_NS * TICK_NS;
        thread->ran = false;
    }
}

static void search(bool lists, bool is_late)
{
    const struct id_span ids = {process.ids, process.count};
    const struct run_clocks clocks = {ask_thread, ask_process, NULL, SLACK_NS, .until_ns = is_late};
    uint64_t used_ns;
    bool explained;

    ask_process(NULL, &used_ns);
    explained = who_ran_begin(&who, &clocks, used_ns);
    lists |= !explained || who.saw_exit; /* as a scan does */
    if (lists)
        must(who_ran_set(&who, &ids) == 0);
    who_ran_end(&who, &clocks, used_ns, lists);
    check_order();
    must(who.exited_ns <= (int64_t)process.exited_ns);
    if (lists && !process.runs_on_ns)
        check_found();
    read_figures();
}

static void act(struct input *input)
{
    const uint8_t what = next_byte(input), at = next_byte(input);

    switch (what % 8) {
    case 0:
    case 1:
        process.run_ns[at % process.count] += (uint64_t)next_byte(input) * MS;
        break;
    case 2:
        process.run_ns[at % process.count] += next_byte(input);
        break;
    case 3:
        start(at);
        break;
    case 4:
        end(at);
        break;
    case 5:
        process.runs_on = at;
        process.runs_on_ns = next_byte(input) * (uint64_t)1000;
        break;
    default:
        search(what & 16, what & 32);
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {data, size};

    memset(&process, 0, sizeof(process));
    process.next_tid = TGID;
    process.exited_ns = next_byte(&input) * (uint64_t)MS;
    start(1);
    start(next_byte(&input));
    while (input.left > 0)
        act(&input);
    search(true, false);
    who_ran_fini(&who);
    return 0;
}
