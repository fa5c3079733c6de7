/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a pass over the kernel's tasks did not see, with the /proc of this machine. The passes are
 * made up here.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/bpf/reader.h"
#include "lib/source/source.h"
#include "tests/common/child.h"
#include "tests/common/rows.h"
#include "tests/common/take_over.h"
#include "tests/common/wait.h"
#include "tests/unit/run.h"

#define SEEN_MAX   65536
#define HIDDEN_MAX 3

/* What the next passes bring. */
static struct {
    enum records_scope scope;
    struct wire_task tasks[SEEN_MAX];
    size_t task_count;
    struct wire_group group; /* of one of the tasks; tgid 0: of none */
    pid_t hidden[HIDDEN_MAX];
    size_t hidden_count;
    uint64_t expected, seen;
} made_up;

static struct source *source;
static struct snapshot snapshot;
static pid_t child;

TAKE_OVER(int, reader_read, struct reader *reader, const struct pass *pass, struct records *records)
{
    int result = 0;

    records_clear(records);
    records->scope = made_up.scope;
    records->expected = made_up.expected;
    records->seen = made_up.seen;
    for (size_t i = 0; result == 0 && i < made_up.task_count; i++)
        result = records_add_task(records, &made_up.tasks[i]);
    if (result == 0 && made_up.group.tgid > 0)
        result = records_add_group(records, &made_up.group);
    for (size_t i = 0; result == 0 && i < made_up.hidden_count; i++)
        result = records_add_hidden(records, made_up.hidden[i]);
    return result == 0 ? records_sort(records) : result;
}

static void setup(void)
{
    const struct source_options options = {.name = "bpf", .fills_only = true};
    struct buf why = {0};

    if (source_open(&options, &source, &why) < 0)
        ck_abort_msg("%s", buf_text(&why));
    buf_fini(&why);
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
    source_close(source);
    snapshot_fini(&snapshot);
}

FIXTURE(setup, teardown);

static void see(uint32_t id)
{
    ck_assert_uint_lt(made_up.task_count, SEEN_MAX);
    made_up.tasks[made_up.task_count++] =
        (struct wire_task){.kind = WIRE_TASK, .tid = id, .tgid = id};
}

static void hide(pid_t tgid)
{
    ck_assert_uint_lt(made_up.hidden_count, HIDDEN_MAX);
    made_up.hidden[made_up.hidden_count++] = tgid;
}

/* A pass that saw every process but the first and `hidden`; of their groups it has no records. */
static void see_all_but(pid_t hidden)
{
    DIR *dir = opendir("/proc");
    const struct dirent *entry;

    ck_assert_ptr_nonnull(dir);
    memset(&made_up, 0, sizeof(made_up));
    made_up.scope = SCOPE_ALLOWED;
    while ((entry = readdir(dir))) {
        uint32_t id = (uint32_t)strtoul(entry->d_name, NULL, 10);

        if (id > 1 && id != (uint32_t)hidden)
            see(id);
    }
    closedir(dir);
}

static void scan(void)
{
    const struct scan_request request = {.rows = ROWS_PROCESSES, .need = NEED_COMM | NEED_STAT};

    ck_assert_int_eq(source_scan(source, &request, &snapshot), 0);
    for (size_t i = 1; i < snapshot.count; i++)
        ck_assert(snapshot.tasks[i - 1].tgid < snapshot.tasks[i].tgid);
}

/* Processes that have begun since the pass may be there as well. */
CASE(what_is_missing_is_read_from_procfs)
{
    const struct task *row;

    see_all_but(child);
    scan();
    ck_assert_ptr_nonnull(find_row(&snapshot, 1));
    row = find_row(&snapshot, child);
    ck_assert_ptr_nonnull(row);
    ck_assert_int_eq(row->process->ppid, getpid());
    ck_assert_str_ne(row->comm, "");
}

CASE(nothing_is_read_if_the_first_and_itself_are_seen)
{
    see_all_but(child);
    see(1);
    scan();
    ck_assert_uint_eq(snapshot.count, 0);
}

/*
 * The count is made up here so that the first process explains it, and the child is not looked
 * for. Until no task comes or goes in between, for then the counts differ and /proc is listed.
 */
CASE(a_matching_count_saves_the_listing)
{
    struct host_size host;
    bool spared = false;

    WAIT_UNTIL (spared, "the child is there, %ju tasks expected", (uintmax_t)made_up.expected) {
        see_all_but(child);
        ck_assert(host_size_read(&host));
        scan();
        ck_assert_ptr_nonnull(find_row(&snapshot, 1));
        made_up.expected = host.tasks;
        made_up.seen = host.tasks - (uint64_t)find_row(&snapshot, 1)->process->nlwp;
        scan();
        ck_assert_ptr_nonnull(find_row(&snapshot, 1));
        spared = find_row(&snapshot, child) == NULL;
    }
    made_up.seen--;
    scan();
    ck_assert_ptr_nonnull(find_row(&snapshot, child));
}

CASE(only_hidden_groups_are_read)
{
    see_all_but(child);
    made_up.scope = SCOPE_BUT_HIDDEN;
    scan();
    ck_assert_uint_eq(snapshot.count, 0);

    see_all_but(child);
    made_up.scope = SCOPE_BUT_HIDDEN;
    hide(child);
    hide(getpid()); /* was seen after all */
    hide(child);
    scan();
    ck_assert_uint_eq(snapshot.count, 1);
    ck_assert_ptr_nonnull(find_row(&snapshot, child));
}

/* Rows from both stand in order: this process's is made from a record, those around it are not. */
CASE(rows_of_records_are_sorted_in)
{
    memset(&made_up, 0, sizeof(made_up));
    made_up.scope = SCOPE_BUT_HIDDEN;
    see((uint32_t)getpid());
    memcpy(made_up.tasks[0].comm, "made up", sizeof("made up"));
    made_up.group = (struct wire_group){.kind = WIRE_GROUP, .tgid = (uint32_t)getpid(), .nlwp = 1};
    hide(child);
    hide(1);
    scan();
    ck_assert_uint_eq(snapshot.count, 3);
    ck_assert_int_eq(snapshot.tasks[0].tgid, 1);
    ck_assert_str_eq(find_row(&snapshot, getpid())->comm, "made up");
    ck_assert_int_eq(find_row(&snapshot, child)->process->ppid, getpid());
}

/* What no pass was made for is procfs's. */
CASE(all_are_read_from_procfs_without_a_pass)
{
    memset(&made_up, 0, sizeof(made_up));
    scan();
    ck_assert_ptr_nonnull(find_row(&snapshot, 1));
    ck_assert_ptr_nonnull(find_row(&snapshot, getpid()));
    ck_assert_ptr_nonnull(find_row(&snapshot, child));
}
