/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/cgroup/column.h"
#include "lib/cgroup/mounts.h"
#include "lib/cgroup/path.h"
#include "lib/cgroup/reader.h"
#include "tests/common/take_over.h"
#include "tests/unit/run.h"
#include "tests/unit/tree.h"

static struct tree tree;
static struct cgroup_reader *reader;
static struct cgroup_table table;

static void set_up(void)
{
    tree_init(&tree);
    ck_assert_int_eq(cgroup_reader_open(tree.path, &reader), 0);
}

static void tear_down(void)
{
    cgroup_reader_close(reader);
    cgroup_table_fini(&table);
    tree_fini(&tree);
}

FIXTURE(set_up, tear_down);

static void read_all(unsigned need)
{
    const struct cgroup_request request = {.need = need};

    ck_assert_int_eq(cgroup_reader_read(reader, &request, &table), 0);
}

static const struct cgroup *find(const char *path)
{
    for (size_t i = 0; i < table.count; i++)
        if (strcmp(table.rows[i].path, path) == 0)
            return &table.rows[i];
    ck_abort_msg("no row %s", path);
}

static const char *cell(const char *path, const char *code)
{
    static char text[256];
    struct buf buf = {0};

    cgroup_column_put(cgroup_column_find(code), find(path), NULL, &buf);
    snprintf(text, sizeof(text), "%s", buf_text(&buf));
    buf_fini(&buf);
    return text;
}

/* The rows in their order, by one blank each. */
static const char *paths(void)
{
    static char text[1024];
    size_t len = 0;

    for (size_t i = 0; i < table.count; i++)
        len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s", i ? " " : "",
                                table.order[i]->path);
    return text;
}

static void put_v2(void)
{
    tree_put(&tree, "cgroup.controllers", "cpu memory io pids\n");
    tree_put(&tree, "cpu.stat", "usage_usec 90\n");
    tree_put(&tree, "cgroup.procs", "1\n2\n");
    tree_put(&tree, "a/cpu.stat",
             "usage_usec 10\nnr_periods 40\nnr_throttled 10\nthrottled_usec 5\n");
    tree_put(&tree, "a/cgroup.procs", "");
    tree_put(&tree, "a/b/cgroup.procs", "7\n0\n9\n"); /* 0: of another namespace */
    tree_put(&tree, "a/b/memory.current", "3145728\n");
    tree_put(&tree, "a.c/memory.current", "5\n");
}

CASE(throttling_since_the_creation)
{
    const struct cgroup_request request = {.need = CGROUP_ALL, .throttling_since_creation = true};

    put_v2();
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(cgroup_reader_read(reader, &request, &table), 0);
        ck_assert_str_eq(cell("/a", "pthr"), "25.0");
        ck_assert_str_eq(cell("/", "pthr"), "-");
    }
}

CASE(rows_of_version_2)
{
    put_v2();
    read_all(CGROUP_ALL);
    ck_assert(table.mounted && !table.incomplete && !table.live);
    ck_assert_str_eq(paths(), "/ /a /a/b /a.c");
    ck_assert_uint_eq(find("/a/b")->depth, 2);
    ck_assert_str_eq(find("/a/b")->groups, "0::/a/b");
    ck_assert_str_eq(cell("/a/b", "procs"), "3");
    ck_assert_str_eq(cell("/a", "procs"), "0");
    ck_assert_str_eq(cell("/a.c", "procs"), "-");
    ck_assert_str_eq(cell("/a/b", "mem"), "3.0M");
    ck_assert_str_eq(cell("/a", "mem"), "-");
    ck_assert_str_eq(cell("/a", "pthr"), "-"); /* of one reading no difference is known */
    ck_assert_str_eq(cell("/a", "pcpu"), "-");
}

CASE(only_what_is_needed_is_read)
{
    put_v2();
    read_all(CGROUP_PROCESSES);
    for (size_t i = 0; i < table.count; i++) {
        ck_assert_uint_eq(table.rows[i].asked, CGROUP_PROCESSES);
        ck_assert(!(table.rows[i].figures.have & ~(unsigned)CGROUP_PROCESSES));
    }
}

CASE(what_is_shown_is_read_in_the_order)
{
    struct cgroup_request request = {
        .need = CGROUP_PROCESSES,
        .shown_need = CGROUP_MEMORY,
        .order = {cgroup_column_find("procs"), true},
        .first = 0,
        .count = 1,
    };

    put_v2();
    ck_assert_int_eq(cgroup_reader_read(reader, &request, &table), 0);
    ck_assert_str_eq(paths(), "/a/b / /a /a.c");
    ck_assert_str_eq(cell("/a/b", "mem"), "3.0M");
    ck_assert(!(find("/a.c")->asked & CGROUP_MEMORY));
    request.shown[0] = find("/a.c")->id;
    request.shown_count = 1;
    ck_assert_int_eq(cgroup_reader_read(reader, &request, &table), 0);
    ck_assert_str_eq(cell("/a.c", "mem"), "5");
    ck_assert(!(find("/a")->asked & CGROUP_MEMORY));
}

CASE(changes_between_two_readings)
{
    const struct cgroup *row;

    put_v2();
    tree_put(&tree, "a/io.stat", "8:0 rbytes=100 wbytes=5\n");
    read_all(CGROUP_ALL);
    ck_assert_uint_eq(find("/a")->change.has, 0);
    tree_put(&tree, "a/cpu.stat",
             "usage_usec 25\nnr_periods 50\nnr_throttled 15\nthrottled_usec 9\n");
    tree_put(&tree, "a/io.stat", "8:0 rbytes=1124 wbytes=5\n");
    read_all(CGROUP_ALL);
    row = find("/a");
    ck_assert_uint_eq(row->change.has, CGROUP_USAGE | CGROUP_THROTTLING | CGROUP_IO);
    ck_assert_uint_eq(row->change.usage_us, 15);
    ck_assert_uint_eq(row->change.read_bytes, 1024);
    ck_assert_uint_eq(row->change.written_bytes, 0);
    ck_assert(row->change.usage_span_ns > 0 && row->change.io_span_ns > 0);
    ck_assert_str_eq(cell("/a", "pthr"), "50.0");
    /* They were reset, as when a controller is switched off and on. */
    tree_put(&tree, "a/cpu.stat",
             "usage_usec 7\nnr_periods 3\nnr_throttled 15\nthrottled_usec 9\n");
    tree_put(&tree, "a/io.stat", "8:0 rbytes=7 wbytes=5\n");
    read_all(CGROUP_ALL);
    ck_assert_uint_eq(find("/a")->change.has, 0);
    read_all(CGROUP_PROCESSES);
    read_all(CGROUP_ALL);
    ck_assert_uint_eq(find("/a")->change.has, 0);
}

static void remove_path(const char *path)
{
    char full[256];

    snprintf(full, sizeof(full), "%s/%s", tree.path, path);
    ck_assert_int_eq(remove(full), 0);
}

/* The folder of the first group keeps its inode from being used again. */
CASE(a_group_that_is_made_again_is_another)
{
    char from[256], to[256];

    put_v2();
    tree_put(&tree, "x/cpu.stat", "usage_usec 5\n");
    read_all(CGROUP_USAGE);
    snprintf(from, sizeof(from), "%s/x", tree.path);
    snprintf(to, sizeof(to), "%s/y", tree.path);
    ck_assert_int_eq(rename(from, to), 0);
    tree_put(&tree, "x/cpu.stat", "usage_usec 50\n");
    read_all(CGROUP_USAGE);
    ck_assert_uint_eq(find("/x")->change.has, 0);
    ck_assert_uint_eq(find("/y")->change.has, 0);
    ck_assert_uint_eq(find("/")->change.has, CGROUP_USAGE);
    remove_path("y/cpu.stat");
    remove_path("y");
    read_all(CGROUP_USAGE);
    ck_assert_str_eq(paths(), "/ /a /a/b /a.c /x");
    ck_assert_uint_eq(find("/x")->change.has, CGROUP_USAGE);
}

CASE(odd_files)
{
    char path[256];
    char *huge = malloc(300000);

    put_v2();
    ck_assert_ptr_nonnull(huge);
    memset(huge, '1', 299999);
    huge[299999] = '\0';
    tree_put(&tree, "a/memory.current", huge);
    snprintf(path, sizeof(path), "%s/a/pids.current", tree.path);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    snprintf(path, sizeof(path), "%s/a/loop", tree.path);
    ck_assert_int_eq(symlink("..", path), 0);
    tree_mkdir(&tree, "a/memory.peak");
    for (int i = 0; i < 100000; i++)
        memcpy(huge + 2 * i, "7\n", 2);
    huge[200000] = '\0';
    tree_put(&tree, "a/cgroup.procs", huge);
    read_all(CGROUP_ALL);
    ck_assert_str_eq(cell("/a", "mem"), "-");
    ck_assert_str_eq(cell("/a", "threads"), "-");
    ck_assert_str_eq(cell("/a", "peak"), "-");
    ck_assert_str_eq(cell("/a", "procs"), "100000");
    ck_assert_str_eq(paths(), "/ /a /a/b /a/memory.peak /a.c");
    free(huge);
}

CASE(trees_of_version_1)
{
    tree_put(&tree, "systemd/cgroup.procs", "1\n");
    tree_put(&tree, "systemd/x/cgroup.procs", "2\n3\n");
    tree_put(&tree, "memory/x/memory.usage_in_bytes", "2048\n");
    tree_put(&tree, "memory/only/memory.usage_in_bytes", "1024\n");
    tree_put(&tree, "cpu/x/cpu.cfs_period_us", "100000\n");
    tree_put(&tree, "cpu/x/cpu.cfs_quota_us", "150000\n");
    read_all(CGROUP_ALL);
    ck_assert_str_eq(paths(), "/ /only /x");
    ck_assert_str_eq(find("/x")->groups, "1:name=systemd:/x");
    ck_assert_str_eq(find("/only")->groups, "1:memory:/only");
    ck_assert_str_eq(cell("/x", "procs"), "2");
    ck_assert_str_eq(cell("/x", "mem"), "2.0K");
    ck_assert_str_eq(cell("/x", "cpus"), "1.50");
    ck_assert_str_eq(cell("/x", "psicpu"), "-");
    ck_assert_str_eq(cell("/x", "kills"), "-");
    ck_assert_str_eq(cell("/only", "procs"), "-");
}

CASE(a_hybrid_tree)
{
    tree_put(&tree, "unified/cgroup.controllers", "");
    tree_put(&tree, "unified/x/cpu.stat", "usage_usec 1000000\n");
    tree_put(&tree, "memory/x/memory.usage_in_bytes", "1024\n");
    tree_put(&tree, "cpuacct/x/cpuacct.usage", "9000000000\n");
    read_all(CGROUP_ALL);
    ck_assert_str_eq(paths(), "/ /x");
    ck_assert_str_eq(find("/x")->hierarchy, "");
    ck_assert_str_eq(cell("/x", "time"), "1.00"); /* that of version 2 counts */
    ck_assert_str_eq(cell("/x", "mem"), "1.0K");
}

static void count_turn(void *count)
{
    ++*(int *)count;
}

/* By which a guard lets each block for itself. */
CASE(a_turn_for_each_group)
{
    const struct cgroup_request request = {
        .need = CGROUP_PROCESSES, .shown_need = CGROUP_MEMORY, .count = 2};
    struct cgroup_figures figures;
    int turns = 0;

    put_v2();
    cgroup_reader_on_group(reader, count_turn, &turns);
    ck_assert_int_eq(cgroup_reader_read(reader, &request, &table), 0);
    ck_assert_int_eq(turns, 4 + 2);
    ck_assert_int_eq(cgroup_reader_read_group(reader, "/a", CGROUP_ALL, &figures), 0);
    ck_assert_int_eq(turns, 4 + 2 + 1);
}

static const char *vanishing;  /* a group that is removed when its parent has been listed */
static const char *unreadable; /* and this parent of it is a file then */

TAKE_OVER(ssize_t, getdents64, int fd, void *buffer, size_t size)
{
    const ssize_t len = __real_getdents64(fd, buffer, size);
    struct stat parent, listed;
    char path[300];

    if (!vanishing || len <= 0)
        return len;
    snprintf(path, sizeof(path), "%s/%s/..", tree.path, vanishing);
    if (stat(path, &parent) != 0 || fstat(fd, &listed) != 0 || parent.st_ino != listed.st_ino)
        return len;
    remove_path(vanishing);
    if (unreadable) {
        remove_path(unreadable);
        tree_put(&tree, unreadable, "");
    }
    return len;
}

/* Figures of another hierarchy stay, whichever of both is read first. */
LOOP(a_group_that_vanishes_from_one_hierarchy, 2)
{
    static const char *const groups[] = {"unified/x", "cpuacct/x"};

    tree_put(&tree, "unified/cgroup.controllers", "");
    tree_mkdir(&tree, "unified/x");
    tree_mkdir(&tree, "cpuacct/x");
    vanishing = groups[_i];
    read_all(CGROUP_ALL);
    ck_assert_str_eq(paths(), "/ /x");
    ck_assert_str_eq(find("/x")->groups, _i == 0 ? "1:cpuacct:/x" : "0::/x");
    ck_assert_str_eq(find("/x")->hierarchy, _i == 0 ? "cpuacct" : "");
    tree_mkdir(&tree, groups[_i]);
    remove_path(groups[1 - _i]);
    read_all(CGROUP_ALL);
    ck_assert_str_eq(paths(), "/");
    vanishing = NULL;
}

LOOP(a_group_that_one_hierarchy_does_not_show, 2)
{
    static const char *const groups[] = {"unified/x/y", "cpuacct/x/y"};
    static const char *const parents[] = {"unified/x", "cpuacct/x"};

    tree_put(&tree, "unified/cgroup.controllers", "");
    tree_mkdir(&tree, "unified/x/y");
    tree_mkdir(&tree, "cpuacct/x/y");
    vanishing = groups[_i];
    unreadable = parents[_i];
    read_all(CGROUP_ALL);
    ck_assert_str_eq(paths(), "/ /x /x/y");
    ck_assert(!table.incomplete);
    remove_path(parents[_i]);
    tree_mkdir(&tree, groups[_i]);
    remove_path(groups[1 - _i]);
    read_all(CGROUP_ALL);
    ck_assert_str_eq(paths(), "/ /x /x/y");
    ck_assert(table.incomplete);
    vanishing = unreadable = NULL;
}

CASE(no_hierarchy_at_all)
{
    read_all(CGROUP_ALL);
    ck_assert(!table.mounted);
    ck_assert_uint_eq(table.count, 0);
}

CASE(a_deep_tree)
{
    char path[5000] = "";
    char here[PATH_MAX];

    put_v2();
    ck_assert_ptr_nonnull(getcwd(here, sizeof(here)));
    ck_assert_int_eq(chdir(tree.path), 0);
    for (int i = 0; i < 40; i++) {
        memset(path, 'd', 200);
        path[200] = '\0';
        ck_assert_int_eq(mkdir(path, 0700), 0);
        ck_assert_int_eq(chdir(path), 0);
    }
    read_all(CGROUP_ALL);
    ck_assert(table.incomplete);
    ck_assert_uint_eq(table.count, 4 + (CGROUP_PATH_SIZE - 1) / 201);
    for (int i = 0; i < 40; i++) {
        ck_assert_int_eq(chdir(".."), 0);
        ck_assert_int_eq(rmdir(path), 0);
    }
    ck_assert_int_eq(chdir(here), 0);
}

/* --- mounts --- */

CASE(mounts_of_a_host)
{
    static struct cgroup_mounts mounts;

    cgroup_mounts_parse(
        "22 1 0:20 / /proc rw - proc proc rw\n"
        "30 23 0:28 / /sys/fs/cgroup/memory rw shared:1 - cgroup cgroup rw,memory\n"
        "31 23 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
        "32 23 0:30 / /sys/fs/cgroup/systemd rw - cgroup cgroup rw,xattr,name=systemd\n"
        "33 23 0:31 /x /my\\040groups rw shared:2 master:3 - cgroup2 cgroup2 rw,nsdelegate\n"
        "34 23 0:31 / /again rw - cgroup2 cgroup2 rw\n"
        "35 23 0:32 / /sys/fs/cgroup/freezer rw - cgroup cgroup rw,freezer\n"
        "36 - cgroup2\n"
        "-\n\n garbage",
        &mounts);
    ck_assert_uint_eq(mounts.count, 4);
    ck_assert_str_eq(mounts.list[0].path, "/my groups");
    ck_assert_str_eq(mounts.list[0].root, "/x");
    ck_assert_str_eq(mounts.list[0].name, "");
    ck_assert_str_eq(mounts.list[1].name, "name=systemd");
    ck_assert_str_eq(mounts.list[2].name, "memory");
    ck_assert_uint_eq(mounts.list[3].hierarchies, CGROUP_V1_CPU | CGROUP_V1_CPUACCT);
    cgroup_mounts_parse("", &mounts);
    ck_assert_uint_eq(mounts.count, 0);
}
