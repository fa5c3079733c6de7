/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a pass over the kernel's tasks did not see, with the /proc of this machine. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/bpf/bpf.h"
#include "tests/common/child.h"
#include "tests/unit/run.h"

#define SEEN_MAX 10000

/* A source whose pass over the kernel's tasks is made up. */
static struct bpf_source *bpf;
static struct source_ops ops;
static struct scan_ops scan_ops;
static struct snapshot snapshot;
static pid_t child;
static struct wire_task seen[SEEN_MAX];
static size_t seen_count;

static void setup(void)
{
    struct source_options options = {.name = "bpf", .fills_only = true};
    struct source *source = NULL;
    struct buf why = {0};
    if (source_open(&options, &source, &why) < 0)
        ck_abort_msg("%s", buf_text(&why));
    buf_fini(&why);
    bpf = (struct bpf_source *)source;
    ops = *source->ops;
    scan_ops = *ops.scan;
    scan_ops.begin = bpf_scan_begin_rows;
    ops.scan = &scan_ops;
    source->ops = &ops;
    snapshot_init(&snapshot);
    child = child_fork();
    ck_assert_int_ne(child, -1);
    if (child == 0) {
        for (;;)
            pause();
    }
}

static void teardown(void)
{
    child_end(child);
    source_close(&bpf->base);
    snapshot_fini(&snapshot);
}

/* A pass that saw every process but the first and `hidden`; of their groups it has no records. */
static void see_all_but(pid_t hidden)
{
    DIR *dir = opendir("/proc");
    struct dirent *entry;

    ck_assert_ptr_nonnull(dir);
    records_clear(&bpf->records);
    bpf->records.scope = SCOPE_ALLOWED;
    seen_count = 0;
    while ((entry = readdir(dir)) && seen_count < SEEN_MAX) {
        uint32_t id = (uint32_t)strtoul(entry->d_name, NULL, 10);

        if (id > 1 && id != (uint32_t)hidden)
            seen[seen_count++] = (struct wire_task){.kind = WIRE_TASK, .tid = id, .tgid = id};
    }
    closedir(dir);
    for (size_t i = 0; i < seen_count; i++)
        ck_assert_int_eq(records_add_task(&bpf->records, &seen[i]), 0);
    ck_assert_int_eq(records_sort(&bpf->records), 0);
}

static void scan(void)
{
    const struct scan_request request = {.rows = ROWS_PROCESSES, .need = NEED_COMM | NEED_STAT};

    ck_assert_int_eq(source_scan(&bpf->base, &request, &snapshot), 0);
    for (size_t i = 1; i < snapshot.count; i++)
        ck_assert(snapshot.tasks[i - 1].tgid < snapshot.tasks[i].tgid);
}

static const struct task *row_of(pid_t pid)
{
    for (size_t i = 0; i < snapshot.count; i++) {
        if (snapshot.tasks[i].tgid == pid)
            return &snapshot.tasks[i];
    }
    return NULL;
}

/* Processes that have begun since the pass may be there as well. */
START_TEST(what_is_missing_is_read_from_procfs)
{
    const struct task *row;

    see_all_but(child);
    scan();
    ck_assert_ptr_nonnull(row_of(1));
    row = row_of(child);
    ck_assert_ptr_nonnull(row);
    ck_assert_int_eq(row->process->ppid, getpid());
    ck_assert_str_ne(row->comm, "");
}
END_TEST

START_TEST(nothing_is_read_if_the_first_and_itself_are_seen)
{
    struct wire_task first = {.kind = WIRE_TASK, .tid = 1, .tgid = 1};

    see_all_but(child);
    ck_assert_int_eq(records_add_task(&bpf->records, &first), 0);
    ck_assert_int_eq(records_sort(&bpf->records), 0);
    scan();
    ck_assert_uint_eq(snapshot.count, 0);
}
END_TEST

/*
 * The count is made up here so that the first process explains it, and the child is not looked
 * for. Until no task comes or goes in between, for then the counts differ and /proc is listed.
 */
START_TEST(a_matching_count_saves_the_listing)
{
    struct host_size host;
    bool spared = false;

    while (!spared) {
        see_all_but(child);
        ck_assert(host_size_read(&host));
        scan();
        ck_assert_ptr_nonnull(row_of(1));
        bpf->records.expected = host.tasks;
        bpf->records.seen = host.tasks - (uint64_t)row_of(1)->process->nlwp;
        scan();
        ck_assert_ptr_nonnull(row_of(1));
        spared = row_of(child) == NULL;
    }
    bpf->records.seen--;
    scan();
    ck_assert_ptr_nonnull(row_of(child));
}
END_TEST

START_TEST(only_hidden_groups_are_read)
{
    see_all_but(child);
    bpf->records.scope = SCOPE_BUT_HIDDEN;
    scan();
    ck_assert_uint_eq(snapshot.count, 0);

    see_all_but(child);
    bpf->records.scope = SCOPE_BUT_HIDDEN;
    ck_assert_int_eq(records_add_hidden(&bpf->records, child), 0);
    ck_assert_int_eq(records_add_hidden(&bpf->records, getpid()), 0); /* was seen after all */
    ck_assert_int_eq(records_add_hidden(&bpf->records, child), 0);
    scan();
    ck_assert_uint_eq(snapshot.count, 1);
    ck_assert_ptr_nonnull(row_of(child));
}
END_TEST

/* Rows from both stand in order: this process's is made from a record, those around it are not. */
START_TEST(rows_of_records_are_sorted_in)
{
    struct wire_task task = {.kind = WIRE_TASK,
                             .tid = (uint32_t)getpid(),
                             .tgid = (uint32_t)getpid(),
                             .comm = "made up"};
    struct wire_group group = {.kind = WIRE_GROUP, .tgid = task.tgid, .nlwp = 1};

    records_clear(&bpf->records);
    bpf->records.scope = SCOPE_BUT_HIDDEN;
    ck_assert_int_eq(records_add_task(&bpf->records, &task), 0);
    ck_assert_int_eq(records_add_group(&bpf->records, &group), 0);
    ck_assert_int_eq(records_add_hidden(&bpf->records, child), 0);
    ck_assert_int_eq(records_add_hidden(&bpf->records, 1), 0);
    ck_assert_int_eq(records_sort(&bpf->records), 0);
    scan();
    ck_assert_uint_eq(snapshot.count, 3);
    ck_assert_int_eq(snapshot.tasks[0].tgid, 1);
    ck_assert_str_eq(row_of(getpid())->comm, "made up");
    ck_assert_int_eq(row_of(child)->process->ppid, getpid());
}
END_TEST

/* What no pass was made for is procfs's. */
START_TEST(all_are_read_from_procfs_without_a_pass)
{
    records_clear(&bpf->records);
    scan();
    ck_assert_ptr_nonnull(row_of(1));
    ck_assert_ptr_nonnull(row_of(getpid()));
    ck_assert_ptr_nonnull(row_of(child));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bpf hidden groups");
    TCase *tests = tcase_create("hidden groups");

    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, what_is_missing_is_read_from_procfs);
    tcase_add_test(tests, nothing_is_read_if_the_first_and_itself_are_seen);
    tcase_add_test(tests, a_matching_count_saves_the_listing);
    tcase_add_test(tests, only_hidden_groups_are_read);
    tcase_add_test(tests, rows_of_records_are_sorted_in);
    tcase_add_test(tests, all_are_read_from_procfs_without_a_pass);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
