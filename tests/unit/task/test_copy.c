/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Groups of figures copied to another snapshot: every column reads as in the first one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/column/column.h"
#include "lib/source/source.h"
#include "lib/task/fields.h"
#include "lib/text/names.h"
#include "tests/unit/run.h"
#include "tests/unit/tree.h"

/* Of a container, for the columns that are about one. */
#define CGROUP "0::/docker/0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

#define ALL_NEEDS ((need_t)~NEED_DELTA)

static struct tree tree;
static struct snapshot first, second;
static struct source *source;
static struct name_cache *names;

/*
 * Groups of which a recorded tree says nothing: libsystemd is asked, or the host's nodes; numbers
 * of system calls are those of a processor that is not known.
 */
#define NOT_IN_A_TREE                                                                        \
    (NEED_LOGINS | NEED_NODE | NEED_SYSCALL | NEED_WAIT_FILE | NEED_WAIT_KEY | NEED_WAITED | \
     NEED_LOCK_HOLDER)
#define LINKS (NEED_NAMESPACES | NEED_EXE)

static void put_link(const char *file)
{
    char path[128];

    snprintf(path, sizeof(path), "10/%s", file);
    *strrchr(path, '/') = '\0';
    tree_mkdir(&tree, path);
    snprintf(path, sizeof(path), "%s/10/%s", tree.path, file);
    ck_assert_int_eq(symlink("link:[3]", path), 0);
}

/* Something for every group of details: a number, or where that does not do what follows it. */
static void put_details(void)
{
    const struct task_field *field;
    char path[128];

    for (size_t i = 0; (field = task_field_at(i)); i++) {
        if (!field->file)
            continue;
        ck_assert_msg(strcmp(field->file, "stat") != 0 && strcmp(field->file, "status") != 0,
                      "a row of lib/task/fields.c names %s, which more than its group needs: leave "
                      "the file out, and read it in lib/source/proc/details.c",
                      field->file);
        snprintf(path, sizeof(path), "10/%s", field->file);
        if (field->need & LINKS)
            put_link(field->file);
        else
            tree_put(&tree, path, "1\n");
    }
}

static void setup(void)
{
    const struct source_options options = {.procfs = tree.path};
    struct buf why = {0};

    tree_init(&tree);
    tree_put_task(&tree, &(struct tree_task){"10", 10, 10, "name", 1, 52, 3, 4, 1});
    tree_put_task(&tree, &(struct tree_task){"10/task/10", 10, 10, "name", 1, 52, 3, 4, 1});
    put_details();
    tree_put(&tree, "10/statm", "100 50 25 12 0 6 0\n");
    tree_put(&tree, "10/cmdline", "name one");
    tree_put(&tree, "10/environ", "A=1");
    tree_put(&tree, "10/cgroup", CGROUP "\n");
    tree_put(&tree, "10/wchan", "do_wait");
    tree_put(&tree, "10/attr/current", "label");
    tree_put(&tree, "10/io",
             "rchar: 1\nwchar: 2\nsyscr: 3\nsyscw: 4\n"
             "read_bytes: 5\nwrite_bytes: 6\ncancelled_write_bytes: 0\n");
    tree_put(&tree, "10/smaps_rollup",
             "Pss: 3 kB\nPss_Anon: 1 kB\nPss_File: 1 kB\nPss_Shmem: 1 kB\n"
             "Private_Clean: 0 kB\nPrivate_Dirty: 4 kB\n"
             "Shared_Hugetlb: 0 kB\nPrivate_Hugetlb: 0 kB\n");
    tree_put(&tree, "10/autogroup", "/autogroup-5 nice 6\n");
    tree_put(&tree, "10/loginuid", "7");
    tree_put(&tree, "10/oom_score", "8\n");
    tree_put(&tree, "10/oom_score_adj", "9\n");
    tree_put(&tree, "10/fd/0", "");
    tree_put(&tree, "10/syscall", "202 0x7f00 0x80 0x0 0x0 0x0 0x0 0x7ffe0000 0x7f0000\n");
    tree_put(&tree, "10/schedstat", "1000 2000000 7\n");
    snapshot_init(&first);
    snapshot_init(&second);
    names = name_cache_new();
    ck_assert_ptr_nonnull(names);
    ck_assert_int_eq(source_open(&options, &source, &why), 0);
    buf_fini(&why);
}

static void teardown(void)
{
    source_close(source);
    snapshot_fini(&first);
    snapshot_fini(&second);
    name_cache_free(names);
    tree_fini(&tree);
}

FIXTURE(setup, teardown);

static void scan(struct snapshot *snapshot, need_t need)
{
    const struct scan_request request = {.rows = ROWS_PROCESSES, .need = need};

    ck_assert_int_eq(source_scan(source, &request, snapshot), 0);
    ck_assert_uint_eq(snapshot->count, 1);
}

static const char *text_of(const struct column *column, const struct task *task, struct buf *out)
{
    const struct column_context context = {
        .system = &first.system, .names = names, .with_environ = true};
    const struct cell cell = {
        .context = &context, .tree_prefix = "", .width = column->width, .room = 100};

    buf_clear(out);
    column_format(out, column, task, &cell);
    return buf_text(out);
}

CASE(every_column_reads_the_same)
{
    struct buf before = {0}, after = {0};
    const struct column *column;

    scan(&first, ALL_NEEDS);
    ck_assert_int_eq(source_fill(source, &first, &first.tasks[0], ALL_NEEDS), 0);
    scan(&second, NEED_STAT);
    ck_assert_int_eq(snapshot_copy_groups(&second, &second.tasks[0], &first.tasks[0], ALL_NEEDS),
                     0);
    ck_assert_uint_eq(second.tasks[0].have, first.tasks[0].have);
    for (size_t i = 0; (column = column_at(i)); i++)
        ck_assert_str_eq(text_of(column, &second.tasks[0], &after),
                         text_of(column, &first.tasks[0], &before));

    /* Nothing is shared: the first snapshot may be reused. */
    snapshot_clear(&first);
    for (int i = 0; i < 100; i++)
        ck_assert_ptr_nonnull(arena_copy(&first.arena, "overwritten", 11));
    ck_assert_str_eq(text_of(column_find("args"), &second.tasks[0], &after), "name one A=1");
    ck_assert_str_eq(second.tasks[0].details->cgroup, CGROUP);
    ck_assert_str_eq(text_of(column_find("rchars"), &second.tasks[0], &after), "1");
    ck_assert_str_eq(text_of(column_find("pss"), &second.tasks[0], &after), "3");
    ck_assert_str_eq(text_of(column_find("fds"), &second.tasks[0], &after), "1");
    buf_fini(&before);
    buf_fini(&after);
}

/* What is made of control groups, which name only some things. */
static bool is_of_container(const struct column *column)
{
    return column->figure->need & NEED_CGROUP && strcmp(column->code, "cgroup") != 0;
}

CASE(every_group_is_read)
{
    const struct column_context context = {.system = &first.system, .names = names};
    const struct column *column;

    scan(&first, ALL_NEEDS);
    ck_assert_int_eq(source_fill(source, &first, &first.tasks[0], ALL_NEEDS), 0);
    for (size_t i = 0; (column = column_at(i)); i++) {
        const need_t need = column->figure->need & NEED_DETAILS;

        if (need && !(need & NOT_IN_A_TREE) && !is_of_container(column))
            ck_assert_msg(column_value(column, &first.tasks[0], &context).kind != VALUE_NONE,
                          "%s: nothing is read for it", column->code);
    }
}

CASE(only_what_is_asked_for)
{
    scan(&first, ALL_NEEDS);
    ck_assert_int_eq(source_fill(source, &first, &first.tasks[0], ALL_NEEDS), 0);
    scan(&second, NEED_STAT);
    ck_assert_int_eq(
        snapshot_copy_groups(&second, &second.tasks[0], &first.tasks[0], NEED_CGROUP | NEED_MEM),
        0);
    ck_assert_str_eq(second.tasks[0].details->cgroup, CGROUP);
    ck_assert_uint_eq(second.tasks[0].process->rss_kib, first.tasks[0].process->rss_kib);
    ck_assert_ptr_null(second.tasks[0].cmdline);
    ck_assert_ptr_null(second.tasks[0].status);
    ck_assert(!(second.tasks[0].have & (NEED_CMDLINE | NEED_STATUS | NEED_STATM)));
}

/* Marks the bytes of a record that the table has; fails where two rows have the same one. */
static void mark_fields(enum record record, bool *bytes)
{
    const struct task_field *field;

    for (size_t i = 0; (field = task_field_at(i)); i++) {
        const size_t size = field->kind == FIELD_NUMBER ? field->size : sizeof(void *);

        for (size_t at = 0; field->record == record && at < size; at++) {
            ck_assert_msg(!bytes[field->offset + at], "row %zu: two rows have the same byte", i);
            bytes[field->offset + at] = true;
        }
        if (field->record == record && field->length)
            memset(bytes + field->length, true, sizeof(uint32_t));
    }
}

#define MARK(bytes, type, member) \
    memset((bytes) + offsetof(type, member), true, sizeof(((type *)NULL)->member))

static size_t count_unmarked(const bool *bytes, size_t size)
{
    size_t count = 0;

    for (size_t i = 0; i < size; i++)
        count += !bytes[i];
    return count;
}

CASE(every_member_has_a_row)
{
    bool task[sizeof(struct task)] = {0}, process[sizeof(struct process)] = {0};
    bool details[sizeof(struct task_details)] = {0};
    const size_t padding = offsetof(struct task_details, ended) -
                           offsetof(struct task_details, environ_len) - sizeof(uint32_t);

    mark_fields(RECORD_TASK, task);
    MARK(task, struct task, have);
    MARK(task, struct task, process);
    MARK(task, struct task, details);
    /* The kind, and bits that belong to one scan. */
    ck_assert_uint_eq(count_unmarked(task, sizeof(task)), 2);
    mark_fields(RECORD_PROCESS, process);
    ck_assert_uint_eq(count_unmarked(process, sizeof(process)), 0);
    mark_fields(RECORD_DETAILS, details);
    MARK(details, struct task_details, ended);
    ck_assert_uint_eq(count_unmarked(details, sizeof(details)), padding);
}

CASE(rows_are_found)
{
    struct task task = {.kind = TASK_THREAD};

    for (int tgid = 1; tgid < 200; tgid += 3) {
        for (int i = -1; i < 4; i++) {
            struct task *row = snapshot_add(&first);

            ck_assert_ptr_nonnull(row);
            row->tgid = tgid;
            row->kind = i < 0 ? TASK_PROCESS : TASK_THREAD;
            row->tid = i <= 0 ? tgid : 1000 - tgid * 5 + i; /* below its leader's id as well */
        }
    }
    for (size_t i = 0; i < first.count; i++)
        ck_assert_ptr_eq(snapshot_find(&first, &first.tasks[i]), &first.tasks[i]);
    task.tgid = task.tid = 2;
    ck_assert_ptr_null(snapshot_find(&first, &task));
    task.tgid = task.tid = 1000;
    ck_assert_ptr_null(snapshot_find(&first, &task));
    ck_assert_ptr_null(snapshot_find(&second, &task));
}
