/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What scans keep of rows for later ones, of processes that are made up. */
#include "lib/base/task_flags.h"
#include "lib/source/proc/recall.h"
#include "tests/unit/run.h"

#define TGID 10

static struct proc_source source;
static struct snapshot snapshot;
static struct task row;

static void setup(void)
{
    snapshot_init(&snapshot);
    group_records_begin(&source.records);
    ck_assert_int_eq(group_records_enter(&source.records, TGID), 0);
}

static void teardown(void)
{
    group_records_end(&source.records);
    group_records_fini(&source.records);
    snapshot_fini(&snapshot);
}

FIXTURE(setup, teardown);

static struct task_reader reader_of(enum task_kind kind, pid_t tid)
{
    source.process = (struct process){0};
    row = (struct task){
        .kind = kind, .tgid = TGID, .tid = tid, .comm = "a", .process = &source.process};
    source.cursor.next = tid == TGID ? 1 : 2;
    return (struct task_reader){
        .source = &source, .snapshot = &snapshot, .task = &row, .process = &source.process};
}

static void keep_process(uint64_t start_ns)
{
    const struct task_reader reader = reader_of(TASK_PROCESS, TGID);

    row.state = 'S';
    row.start_ns = start_ns;
    recall_keep(&reader);
    recall_finish(&source, &row);
}

/* Its clock need not be behind that of the one before. */
CASE(time_of_threads_that_exited_is_not_that_of_another_process)
{
    const struct task_id ids[] = {{TGID, TGID}, {TGID, TGID + 1}};
    struct who_ran *who = &source.records.current->who;

    ck_assert_int_eq(who_ran_set(who, &(struct id_span){ids, 2}), 0);
    keep_process(5);
    who->has_baseline = true;
    who->exited_ns = 7;
    who->threads[1] = (struct run_thread){.figures = {.state = 'S'}, .run_ns = 3, .asked = true};
    keep_process(5);
    ck_assert(row.knows_exited);
    ck_assert_int_eq(source.process.exited_ns, 7);
    keep_process(6);
    ck_assert(!row.knows_exited);
    ck_assert_int_eq(source.process.exited_ns, 0);
    ck_assert(who->threads[1].ran);
    ck_assert_uint_eq(who->threads[1].run_ns, 0);
    ck_assert_uint_eq(who->count, 2);
}

static void keep_thread(pid_t tid, char state, uint64_t size)
{
    const struct task_reader reader = reader_of(TASK_THREAD, tid);

    row.state = state;
    source.process.nlwp = 2;
    source.process.stat_vsize_bytes = size;
    recall_keep(&reader);
}

static uint64_t recalled_size(pid_t tid)
{
    const struct task_reader reader = reader_of(TASK_THREAD, tid);

    ck_assert_int_eq(recall_show(&reader, NEED_STAT), 0);
    ck_assert(row.have & NEED_STAT);
    return source.process.stat_vsize_bytes;
}

/* main() has called pthread_exit(3). */
CASE(threads_have_memory_without_their_leader)
{
    const struct task_id ids[] = {{TGID, TGID}, {TGID, TGID + 1}};

    ck_assert_int_eq(who_ran_set(&source.records.current->who, &(struct id_span){ids, 2}), 0);
    source.due.scan = 5; /* in which neither has its turn */
    keep_thread(TGID, 'S', 4096);
    keep_thread(TGID + 1, 'S', 4096);
    keep_thread(TGID, STATE_ZOMBIE, 0);
    ck_assert_uint_eq(recalled_size(TGID + 1), 4096);
    ck_assert_uint_eq(recalled_size(TGID), 0);
}
