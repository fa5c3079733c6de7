/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a pass over the kernel's tasks did not see, with the /proc of this machine. */
#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/source/bpf/gaps.h"
#include "lib/source/bpf/host.h"
#include "tests/unit/run.h"

#define SEEN_MAX 10000

static struct source *proc;
static struct gaps gaps;
static struct harvest harvest;
static struct snapshot snapshot;
static pid_t child;
static struct wire_task seen[SEEN_MAX];
static size_t seen_count;

static void setup(void)
{
    struct source_options options = {.name = "task"};
    struct buf why;

    buf_init(&why);
    if (source_open(&options, &proc, &why) < 0)
        ck_abort_msg("no /proc");
    buf_fini(&why);
    gaps_init(&gaps);
    harvest_init(&harvest);
    snapshot_init(&snapshot);
    child = fork();
    ck_assert_int_ne(child, -1);
    if (child == 0) {
        for (;;)
            pause();
    }
}

static void teardown(void)
{
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    source_close(proc);
    gaps_fini(&gaps);
    harvest_fini(&harvest);
    snapshot_fini(&snapshot);
}

/* A pass that saw every process but the first and `hidden`. */
static void harvest_without(pid_t hidden)
{
    DIR *dir = opendir("/proc");
    struct dirent *entry;

    ck_assert_ptr_nonnull(dir);
    harvest_clear(&harvest);
    seen_count = 0;
    while ((entry = readdir(dir)) && seen_count < SEEN_MAX) {
        uint32_t id = (uint32_t)strtoul(entry->d_name, NULL, 10);

        if (id > 1 && id != (uint32_t)hidden)
            seen[seen_count++] = (struct wire_task){.kind = WIRE_TASK, .tid = id, .tgid = id};
    }
    closedir(dir);
    for (size_t i = 0; i < seen_count; i++)
        ck_assert_int_eq(harvest_add_task(&harvest, &seen[i]), 0);
    ck_assert_int_eq(harvest_sort(&harvest), 0);
}

static void read_gaps(void)
{
    const struct scan_request request = {.rows = ROWS_PROCESSES, .need = NEED_COMM | NEED_STAT};

    ck_assert_int_eq(gaps_read(&gaps, (struct proc_source *)proc, &harvest, &request, &snapshot),
                     0);
    ck_assert_uint_eq(snapshot.count, 0);
}

static const struct task *row_of(pid_t pid)
{
    for (size_t i = 0; i < gaps.row_count; i++) {
        ck_assert(i == 0 || gaps.rows[i - 1].tgid < gaps.rows[i].tgid);
        if (gaps.rows[i].tgid == pid)
            return &gaps.rows[i];
    }
    return NULL;
}

/* Processes that have begun since the pass may be there as well. */
START_TEST(what_is_missing_is_read_from_procfs)
{
    const struct task *row;

    harvest_without(child);
    read_gaps();
    ck_assert_ptr_nonnull(row_of(1));
    row = row_of(child);
    ck_assert_ptr_nonnull(row);
    ck_assert_int_eq(row->process->ppid, getpid());
    ck_assert_str_ne(row->comm, "");
}
END_TEST

START_TEST(nothing_is_read_by_who_sees_the_first_and_itself)
{
    struct wire_task first = {.kind = WIRE_TASK, .tid = 1, .tgid = 1};

    harvest_without(child);
    ck_assert_int_eq(harvest_add_task(&harvest, &first), 0);
    ck_assert_int_eq(harvest_sort(&harvest), 0);
    read_gaps();
    ck_assert_uint_eq(gaps.row_count, 0);
}
END_TEST

/*
 * The count is made up here so that the first process explains it, and the child is not looked
 * for. Until no task comes or goes in between, for then the counts differ and /proc is listed.
 */
START_TEST(a_count_that_agrees_spares_the_listing)
{
    struct host_size host;
    bool spared = false;

    while (!spared) {
        harvest_without(child);
        ck_assert(host_read_size(&host));
        read_gaps();
        ck_assert_ptr_nonnull(row_of(1));
        harvest.expected = host.tasks;
        harvest.seen = host.tasks - (uint64_t)row_of(1)->process->nlwp;
        read_gaps();
        ck_assert_ptr_nonnull(row_of(1));
        spared = row_of(child) == NULL;
    }
    harvest.seen--;
    read_gaps();
    ck_assert_ptr_nonnull(row_of(child));
}
END_TEST

START_TEST(what_a_walk_was_kept_from_is_read_alone)
{
    harvest_without(child);
    harvest.tells_hidden = true;
    read_gaps();
    ck_assert_uint_eq(gaps.row_count, 0);

    harvest_without(child);
    harvest.tells_hidden = true;
    ck_assert_int_eq(harvest_add_hidden(&harvest, child), 0);
    ck_assert_int_eq(harvest_add_hidden(&harvest, getpid()), 0); /* was seen after all */
    ck_assert_int_eq(harvest_add_hidden(&harvest, child), 0);
    read_gaps();
    ck_assert_uint_eq(gaps.row_count, 1);
    ck_assert_ptr_nonnull(row_of(child));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bpf gaps");
    TCase *tests = tcase_create("gaps");

    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, what_is_missing_is_read_from_procfs);
    tcase_add_test(tests, nothing_is_read_by_who_sees_the_first_and_itself);
    tcase_add_test(tests, a_count_that_agrees_spares_the_listing);
    tcase_add_test(tests, what_a_walk_was_kept_from_is_read_alone);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
