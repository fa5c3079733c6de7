/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What pairs of readings tell of the tasks that ended between them. */
#include <string.h>

#include "lib/base/buf.h"
#include "lib/ended/infer.h"
#include "tests/unit/ended/readings.h"
#include "tests/unit/run.h"

static struct infer remembered;
static struct seen_lists lists;
static struct exit_sums exited;

static void teardown(void)
{
    infer_fini(&remembered);
    seen_fini(&lists);
    exit_sums_fini(&exited);
}

FIXTURE(NULL, teardown);

static void infer(bool threads)
{
    const struct infer_evidence evidence = {.forked = true};

    exit_sums_clear(&exited);
    ck_assert_int_eq(infer_update(&remembered, &lists, threads, &evidence, &exited), 0);
}

#define READINGS 4
#define ROWS     6

/* Rows as the processes of all readings begin. */
#define INIT(reaped)                      \
    {                                     \
        1, 0, 0, "init", 0, 100, (reaped) \
    }

/* Ancestors, each of which has reaped so much. */
#define FAMILY(init, manager, shell)                                              \
    {1, 0, 0, "init", 0, 100, (init)}, {20, 0, 1, "manager", 100, 50, (manager)}, \
    {                                                                             \
        30, 0, 20, "shell", 500, 20, (shell)                                      \
    }

/* What each reading tells by the one before, as "PARENT MS; ...". */
static const struct {
    const char *name;
    bool threads;
    struct {
        const char *found;
        struct reading_row rows[ROWS]; /* none: those of the reading before */
    } readings[READINGS];
} cases[] = {
    {"reaped children are those of their parent",
     false,
     {{"", {INIT(5000), {10, 0, 1, "make", 500, 20, 900}}},
      {"make 2000", {INIT(5000), {10, 0, 1, "make", 500, 30, 2900}}},
      {"", {{0}}}}},
    {"what was shown of children counts once: of cc1 700 of 1200 ms; gcc, too, is gone",
     false,
     {{"",
       {INIT(5000),
        {10, 0, 1, "make", 500, 20, 900},
        {11, 0, 10, "gcc", 600, 10, 40},
        {12, 0, 11, "cc1", 700, 700, 0}}},
      {"make 505", {INIT(5000), {10, 0, 1, "make", 500, 20, 900 + 10 + 40 + 1200 + 5}}}}},
    {"a new parent has reaped all since the last reading; an old one that was not seen some time",
     false,
     {{"", {INIT(5000)}},
      {"sh 800", {INIT(5000), {20, 0, 1, "sh", 2000, 5, 800}}},
      {"", {INIT(5000), {20, 0, 1, "sh", 2000, 5, 800}, {30, 0, 1, "old", 100, 5, 800}}}}},
    {"orphans are reaped by init",
     false,
     {{"",
       {INIT(5000),
        {10, 0, 1, "make", 500, 20, 900},
        {11, 0, 10, "sh", 600, 30, 0},
        {12, 0, 11, "daemon", 600, 300, 0}}},
      {"init 150", {INIT(5450), {10, 0, 1, "make", 500, 20, 900 + 30}}}}},
    {"a child that exits during the scan, after its parent was read, counts once",
     false,
     {{"", {INIT(5000), {10, 0, 1, "make", 500, 20, 900}, {11, 0, 10, "cc1", 700, 6000, 0}}},
      {"", {INIT(5000), {10, 0, 1, "make", 500, 20, 900}}},
      {"make 200", {INIT(5000), {10, 0, 1, "make", 500, 20, 7100}}},
      {"make 300", {INIT(5000), {10, 0, 1, "make", 500, 20, 7400}}}}},
    {"others than ancestors may reap, as below a process that joined another PID namespace",
     false,
     {{"",
       {INIT(0),
        {20, 0, 1, "shim", 100, 50, 0},
        {30, 0, 1, "other-init", 200, 50, 0},
        {40, 0, 20, "joined", 300, 10, 0},
        {50, 0, 40, "worker", 400, 6000, 0}}},
      {"other-init 500",
       {INIT(0), {20, 0, 1, "shim", 100, 50, 10}, {30, 0, 1, "other-init", 200, 50, 6500}}}}},
    {"where several others may have reaped an orphan, only their sum is certain",
     false,
     {{"",
       {INIT(0),
        {20, 0, 1, "one-init", 100, 50, 0},
        {30, 0, 1, "other-init", 200, 50, 0},
        {40, 0, 1, "joined", 300, 10, 0},
        {50, 0, 40, "worker", 400, 6000, 0}}},
      {"one-init 500; other-init 700;  6000",
       {INIT(0), {20, 0, 1, "one-init", 100, 50, 6500}, {30, 0, 1, "other-init", 200, 50, 6700}}}}},
    {"any ancestor may be a subreaper: of 8000 ms of an orphan and its parent 6020 have been shown",
     false,
     {{"",
       {FAMILY(5000, 400, 10),
        {40, 0, 30, "script", 600, 20, 0},
        {50, 0, 40, "burner", 700, 6000, 0}}},
      {"manager 1980", {FAMILY(5000, 400 + 7980, 10 + 20)}}}},
    {"reapers that cannot be told apart share what has been shown of the time that one of them has",
     false,
     {{"",
       {FAMILY(5000, 400, 10),
        {40, 0, 30, "script", 600, 20, 0},
        {50, 0, 40, "burner", 700, 6000, 0}}},
      {"init 300; manager 1980;  6000", {FAMILY(5000 + 6300, 400 + 7980, 10 + 20)}}}},
    {"the example of the README",
     false,
     {{"",
       {INIT(50000),
        {20, 0, 1, "manager", 100, 1000, 4000},
        {30, 0, 20, "make", 200, 1000, 10000},
        {31, 0, 30, "cc1", 300, 2000, 0},
        {40, 0, 20, "script", 300, 0, 0},
        {50, 0, 40, "burner", 400, 6000, 0}}},
      {"manager 2000; make 1000",
       {INIT(50000),
        {20, 0, 1, "manager", 100, 1000, 12000},
        {30, 0, 20, "make", 200, 1000, 13000}}}}},
    {"the same if init has grown, too",
     false,
     {{"",
       {INIT(50000),
        {20, 0, 1, "manager", 100, 1000, 4000},
        {30, 0, 20, "make", 200, 1000, 10000},
        {31, 0, 30, "cc1", 300, 2000, 0},
        {40, 0, 20, "script", 300, 0, 0},
        {50, 0, 40, "burner", 400, 6000, 0}}},
      {"init 1000; manager 2000; make 1000;  6000",
       {INIT(57000),
        {20, 0, 1, "manager", 100, 1000, 12000},
        {30, 0, 20, "make", 200, 1000, 13000}}}}},
    {"a parent that has no row, as it is outside of the PID namespace, reaps its child itself",
     false,
     {{"", {INIT(5000), {20, 0, 1, "make", 100, 20, 900}, {40, 0, 0, "job", 300, 1000, 0}}},
      {"make 2000", {INIT(5000), {20, 0, 1, "make", 100, 20, 2900}}}}},
    {"a child that is stuck and cannot be read has not exited, nor has its parent grown",
     false,
     {{"", {INIT(5000), {10, 0, 1, "make", 500, 20, 900}, {11, 0, 10, "cc1", 700, 6000, 0}}},
      {"make 40", {INIT(5000), {10, 0, 1, "make", 500, 20, 940}, {11, 0, 10, "", UNREAD, 0, 0}}},
      {"make 700", {INIT(5000), {10, 0, 1, "make", 500, 20, 7640}}}}},
    {"nor does one that is stuck count twice what it has reaped",
     false,
     {{"", {INIT(5000), {10, 0, 1, "make", 500, 20, 900}}},
      {"make 2000", {INIT(5000), {10, 0, 1, "make", 500, 30, 2900}}},
      {"", {INIT(5000), {10, 0, 1, "", UNREAD, 0, 0}}},
      {"make 300", {INIT(5000), {10, 0, 1, "make", 500, 40, 3200}}}}},
    {"nor are stuck threads dead",
     true,
     {{"",
       {{50, 0, 1, "pool", 500, 100, 0},
        {50, 50, 1, "pool", 500, 60, 0},
        {50, 51, 1, "exec-1", 600, 40, 0}}},
      {"", {{50, 0, 1, "", 0, 0, 0}, {50, 50, 1, "", UNREAD, 0, 0}, {50, 51, 1, "", UNREAD, 0, 0}}},
      {"pool 20",
       {{50, 0, 1, "pool", 500, 160, 0},
        {50, 50, 1, "pool", 500, 80, 0},
        {50, 51, 1, "exec-1", 600, 60, 0}}}}},
    {"nor does a process that is stuck lose threads twice, though it started in the last tick",
     true,
     {{"", {{1, 0, 0, "init", 0, 10, 0}, {1, 1, 0, "init", 0, 10, 0}}},
      {"pool 40", {{50, 0, 1, "pool", 3995, 100, 0}, {50, 50, 1, "pool", 3995, 60, 0}}},
      {"", {{50, 0, 1, "", 0, 0, 0}, {50, 50, 1, "", UNREAD, 0, 0}}}}},
    {"a parent that ignores children gets nothing",
     false,
     {{"", {INIT(5000), {10, 0, 1, "server", 500, 20, 0}, {11, 0, 10, "worker", 600, 300, 0}}},
      {"", {INIT(5000), {10, 0, 1, "server", 500, 20, 0}}}}},
    {"a number that is used again is another process",
     false,
     {{"", {INIT(5000), {10, 0, 1, "make", 500, 20, 900}}},
      {"init 80; sh 70", {INIT(6000), {10, 0, 1, "sh", 3000, 5, 70}}}}},
    {"parents in a circle end",
     false,
     {{"", {INIT(5000), {10, 0, 11, "a", 500, 20, 0}, {11, 0, 10, "b", 500, 20, 0}}},
      {"init 60", {INIT(5100)}}}},
    {"dead threads are what the living do not explain: one had shown 40 ms, one was never seen",
     true,
     {{"",
       {{50, 0, 1, "pool", 500, 100, 0},
        {50, 50, 1, "pool", 500, 60, 0},
        {50, 51, 1, "exec-1", 600, 40, 0}}},
      {"pool 290", {{50, 0, 1, "pool", 500, 400, 0}, {50, 50, 1, "pool", 500, 70, 0}}},
      {"", {{0}}}}},
    {"threads that were dead before do not count",
     true,
     {{"", {{50, 0, 1, "pool", 500, 1000, 0}, {50, 50, 1, "pool", 500, 60, 0}}}, {"", {{0}}}}},
    {"what goes up and down, as busy threads are read after their process, counts once",
     true,
     {{"", {{50, 0, 1, "busy", 500, 1000, 0}, {50, 50, 1, "busy", 500, 900, 0}}},
      {"", {{50, 0, 1, "busy", 500, 2000, 0}, {50, 50, 1, "busy", 500, 1980, 0}}},
      {"busy 5", {{50, 0, 1, "busy", 500, 3000, 0}, {50, 50, 1, "busy", 500, 2895, 0}}}}},
    /*
     * Thread 52 becomes the leader, and all others are gone: the leader had come to 110, 51 to 340,
     * and 52 to 150 as the new one. The leader's row shows 50 of that.
     */
    {"a program started by a thread",
     true,
     {{"",
       {{50, 0, 1, "java", 500, 100 + 300 + 20, 0},
        {50, 50, 1, "java", 500, 100, 0},
        {50, 51, 1, "java", 510, 300, 0},
        {50, 52, 1, "java", 520, 20, 0}}},
      {"sh 130", {{50, 0, 1, "sh", 500, 110 + 340 + 150, 0}, {50, 50, 1, "sh", 500, 150, 0}}}}},
    /* As above, but 52 had come to 60, of which the leader's row shows nothing. */
    {"a program started by a thread that has used less than the leader",
     true,
     {{"",
       {{50, 0, 1, "java", 500, 100 + 300 + 20, 0},
        {50, 50, 1, "java", 500, 100, 0},
        {50, 51, 1, "java", 510, 300, 0},
        {50, 52, 1, "java", 520, 20, 0}}},
      {"sh 90", {{50, 0, 1, "sh", 500, 110 + 340 + 60, 0}, {50, 50, 1, "sh", 500, 60, 0}}},
      {"", {{0}}}}},
};

static void describe(struct buf *out)
{
    for (size_t i = 0; i < exited.count; i++)
        buf_printf(out, "%s%s %lld", i ? "; " : "", exited.rows[i].key.by,
                   (long long)(exited.rows[i].used.cpu_ns / NS_PER_MS));
}

LOOP(pairs_of_readings_tell_what_ended, COUNT_OF(cases))
{
    const struct reading_row *rows = NULL;
    size_t count = 0;

    for (int i = 0; i < READINGS && cases[_i].readings[i].found; i++) {
        struct buf found = {0};

        if (cases[_i].readings[i].rows[0].tgid) {
            rows = cases[_i].readings[i].rows;
            for (count = 0; count < ROWS && rows[count].tgid; count++)
                continue;
        }
        take_reading(&lists, 1000 + (uint64_t)i * 3000, rows, count);
        infer(cases[_i].threads);
        describe(&found);
        ck_assert_msg(strcmp(buf_text(&found), cases[_i].readings[i].found) == 0,
                      "%s: reading %d: '%s'", cases[_i].name, i, buf_text(&found));
        buf_fini(&found);
    }
}

/* One process of a source that knows what exited threads have used beyond what rows have shown. */
static void take_known(uint64_t moment_ms, uint64_t cpu_ms, uint64_t leader_ms, uint64_t exited_ms)
{
    const struct reading_row rows[] = {{50, 0, 1, "sh", 500, cpu_ms, 0},
                                       {50, 50, 1, "sh", 500, leader_ms, 0}};
    struct snapshot snapshot;
    struct process process;

    make_reading(&snapshot, moment_ms, rows, 2);
    process = *snapshot.tasks[0].process;
    process.exited_ns = (int64_t)MS(exited_ms);
    snapshot.tasks[0].knows_exited = true;
    ck_assert_int_eq(snapshot_set_process(&snapshot, &snapshot.tasks[0], &process), 0);
    ck_assert_int_eq(seen_update(&lists, &snapshot), 0);
    snapshot_fini(&snapshot);
    infer(true);
}

/* A leader of 100 s is replaced by a thread of 60 ms, whose program starts threads. */
CASE(time_that_is_known_counts_behind_another_leader)
{
    take_known(1000, 100000, 100000, 0);
    take_known(4000, 100000, 100000, 0);
    take_known(7000, 103060, 60, 3000);
    ck_assert_int_eq(ms_of_all(&exited), 3000);
    take_known(10000, 108060, 60, 8000);
    ck_assert_int_eq(ms_of_all(&exited), 5000);
}

/* A zombie reaps nobody: its children were given to another process. */
CASE(a_zombie_is_no_reaper)
{
    const struct reading_row before[] = {FAMILY(5000, 400, 10),
                                         {40, 0, 30, "script", 600, 20, 0},
                                         {50, 0, 40, "burner", 700, 6000, 0}};
    const struct reading_row after[] = {FAMILY(5000, 400 + 7980, 10),
                                        {40, 0, 30, "script", 600, 20, 0}};

    TAKE(&lists, 10000, before);
    infer(false);
    TAKE(&lists, 14000, after);
    seen_find_process(&lists, 40)->leader_is_zombie = true;
    infer(false);
    ck_assert_int_eq(ms_by(&exited, "manager", TASK_PROCESS), 1980);
    ck_assert_int_eq(ms_of_all(&exited), 1980);
}

static const struct {
    uint64_t processors, scan_ms;
    int64_t all_ms, make_ms, sh_ms, unknown_ms;
} limits[] = {
    {0, 0, 9000, 5000, 4000, -1},   {4, 0, 9000, 5000, 4000, -1}, {2, 0, 7500, 3500, 4000, -1},
    {2, 500, 8500, 4500, 4000, -1}, /* the last task was read so much later */
    {1, 0, 3500, 0, 0, 3500},       /* whose time is too much cannot be known */
};

/* In 4 s, in which a living process has used 0.5 s. */
LOOP(nothing_exceeds_what_the_processors_had, COUNT_OF(limits))
{
    const struct infer_evidence evidence = {
        .forked = true, .processors = limits[_i].processors, .scan_ns = MS(limits[_i].scan_ms)};
    const struct reading_row before[] = {
        INIT(5000), {10, 0, 1, "make", 500, 20, 900}, {20, 0, 1, "sh", 600, 0, 0}};
    const struct reading_row after[] = {
        INIT(5000), {10, 0, 1, "make", 500, 520, 5900}, {20, 0, 1, "sh", 600, 0, 4000}};

    TAKE(&lists, 10000, before);
    infer(false);
    TAKE(&lists, 14000, after);
    exit_sums_clear(&exited);
    ck_assert_int_eq(infer_update(&remembered, &lists, false, &evidence, &exited), 0);
    ck_assert_int_eq(ms_of_all(&exited), limits[_i].all_ms);
    ck_assert_int_eq(ms_by(&exited, "make", TASK_PROCESS), limits[_i].make_ms);
    ck_assert_int_eq(ms_by(&exited, "sh", TASK_PROCESS), limits[_i].sh_ms);
    ck_assert_int_eq(ms_by(&exited, "", TASK_PROCESS), limits[_i].unknown_ms);
}

static const struct reading_row quiet[] = {
    {1, 0, 0, "init", 0, 100, 5000},   {10, 0, 1, "make", 500, 20, 900},
    {50, 0, 1, "pool", 500, 100, 0},   {50, 50, 1, "pool", 500, 60, 0},
    {50, 51, 1, "exec-1", 600, 40, 0},
};

/* Rows that are not of one moment: a sleeper was read before it ran, a parent later. */
static const struct reading_row skewed[] = {
    {1, 0, 0, "init", 0, 100, 5000},   {10, 0, 1, "make", 500, 20, 950},
    {50, 0, 1, "pool", 500, 300, 0},   {50, 50, 1, "pool", 500, 60, 0},
    {50, 51, 1, "exec-1", 600, 40, 0},
};

static void infer_by(const struct exit_table *exits, bool forked)
{
    const struct infer_evidence evidence = {.exits = exits, .forked = forked};

    exit_sums_clear(&exited);
    ck_assert_int_eq(infer_update(&remembered, &lists, true, &evidence, &exited), 0);
}

CASE(without_forks_nothing_has_exited)
{
    TAKE(&lists, 1000, quiet);
    infer_by(NULL, false);
    TAKE(&lists, 4000, skewed);
    infer_by(NULL, false);
    ck_assert_uint_eq(exited.count, 0);
    /* What is still unexplained then counts when something may have exited. */
    TAKE(&lists, 7000, skewed);
    infer_by(NULL, true);
    ck_assert_int_eq(ms_by(&exited, "pool", TASK_THREAD), 200);
}

CASE(without_exits_nothing_has_exited)
{
    struct exit_table exits = {0};

    exit_table_add_thread(&exits, 99);
    exit_table_add_leader(&exits, 98, 99);
    ck_assert_int_eq(exit_table_settle(&exits, &lists), 0);
    TAKE(&lists, 1000, quiet);
    infer_by(&exits, true);
    TAKE(&lists, 4000, skewed);
    infer_by(&exits, true);
    ck_assert_int_eq(ms_of_all(&exited), 0);
    exit_table_fini(&exits);
}

CASE(exits_of_the_interval_before_count)
{
    struct exit_table exits = {0};

    exit_table_add_thread(&exits, 50);
    exit_table_add_leader(&exits, 98, 10);
    ck_assert_int_eq(exit_table_settle(&exits, &lists), 0);
    TAKE(&lists, 1000, quiet);
    infer_by(&exits, true);
    exit_table_clear(&exits);
    TAKE(&lists, 4000, skewed);
    infer_by(&exits, true);
    ck_assert_int_eq(ms_by(&exited, "pool", TASK_THREAD), 200);
    ck_assert_int_eq(ms_by(&exited, "make", TASK_PROCESS), 50);
    exit_table_fini(&exits);
}

/* The kernel has lost no exit, but tells of it later than the row is gone. */
CASE(a_row_that_is_gone_has_exited)
{
    struct exit_table none = {0};

    TAKE(&lists, 1000, quiet);
    infer_by(&none, false);
    take_reading(&lists, 4000, skewed, 4);
    infer_by(&none, false);
    ck_assert_int_eq(ms_by(&exited, "pool", TASK_THREAD), 200);
}
