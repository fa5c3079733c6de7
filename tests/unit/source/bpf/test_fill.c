/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Filling by a BPF source: what is read by a program, and what by procfs. */
#include <dirent.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/bpf/support.h"
#include "lib/source/source.h"
#include "tests/common/may_load.h"
#include "tests/unit/run.h"

static struct source *source;
static struct snapshot snapshot;
static struct buf why;

static void setup(void)
{
    snapshot_init(&snapshot);
}

static void teardown(void)
{
    source_close(source);
    source = NULL;
    snapshot_fini(&snapshot);
    buf_fini(&why);
}

FIXTURE(setup, teardown);

/* How many descriptors this process has of BPF programs, links and maps. */
static size_t count_bpf_files(void)
{
    DIR *dir = opendir("/proc/self/fd");
    const struct dirent *entry;
    size_t count = 0;

    ck_assert_ptr_nonnull(dir);
    while ((entry = readdir(dir))) {
        char target[64] = "";

        if (readlinkat(dirfd(dir), entry->d_name, target, sizeof(target) - 1) > 0)
            count += strstr(target, "bpf") != NULL;
    }
    closedir(dir);
    return count;
}

CASE(nothing_is_loaded)
{
    const struct source_options options = {.name = "bpf", .fills_only = true};
    struct task *task = snapshot_add(&snapshot);

    ck_assert_ptr_nonnull(task);
    task->tid = task->tgid = getpid();
    if (source_open(&options, &source, &why) < 0)
        ck_abort_msg("%s", buf_text(&why));
    ck_assert_str_eq(source_name(source), "bpf");
    ck_assert_int_eq(source_fill(source, &snapshot, task, NEED_MEM | NEED_CMDLINE), 0);
    ck_assert_uint_gt(task->process->rss_kib, 0);
    ck_assert_uint_gt(task->cmdline_len, 0);
    ck_assert_uint_eq(count_bpf_files(), 0);
}

CASE(auto_takes_a_procfs)
{
    const struct source_options options = {.fills_only = true};

    if (source_open(&options, &source, &why) < 0)
        ck_abort_msg("%s", buf_text(&why));
    ck_assert_str_ne(source_name(source), "bpf");
}

/* Programs are loaded for a report, and for nothing before. */
CASE(reports_load_what_they_need)
{
    const struct source_options options = {.fills_only = true, .reports = true};
    struct task *task = snapshot_add(&snapshot);
    const bool programs = support_may_load(&why);
    struct wait_report report;

    ck_assert_ptr_nonnull(task);
    task->tid = task->tgid = getpid();
    ck_assert_int_eq(source_open(&options, &source, &why), 0);
    ck_assert_int_eq(strcmp(source_name(source), "bpf") == 0, programs);
    ck_assert_int_eq(source_fill(source, &snapshot, task, NEED_CMDLINE | NEED_SYSCALL), 0);
    ck_assert_uint_eq(count_bpf_files(), 0);
    ck_assert_int_eq(source_report_wait(source, task, &report), 0);
    ck_assert_uint_eq(report.link_count, 1);
    ck_assert_int_eq(report.links[0].tid, getpid());
    ck_assert_int_eq(report.links[0].lock, KERNEL_LOCK_NONE);
    if (programs && support_sees_all())
        ck_assert_uint_gt(count_bpf_files(), 0);
}

/* A guard that lets nothing be read of many processes at once, and counts what it is asked. */
struct strict_guard {
    struct source_guard guard;
    int many, single;
};

static need_t refuse_many(struct source_guard *guard, pid_t tgid, need_t need)
{
    struct strict_guard *strict = (struct strict_guard *)guard;

    if (tgid != SOURCE_MANY) {
        strict->single++;
        return need;
    }
    strict->many++;
    return need & ~(need_t)NEED_MAY_BLOCK;
}

/* Whether the kernel takes the program here, which is then seen to be counted. */
static bool can_read_texts(void)
{
    const int program = support_sees_all() ? may_load_open(PROGRAM_TEXTS, &why) : -1;

    if (program < 0)
        return false;
    ck_assert_uint_gt(count_bpf_files(), 0);
    close(program);
    return true;
}

/* What was refused for many is read of each. */
CASE(a_refusal_leads_to_procfs)
{
    const struct source_options options = {.name = "bpf"};
    struct strict_guard strict = {.guard.allow = refuse_many};

    if (!can_read_texts() || source_open(&options, &source, &why) < 0)
        return;
    source_set_guard(source, &strict.guard);
    for (int i = 0; i < 3; i++) {
        struct task *task = snapshot_add(&snapshot);

        ck_assert_ptr_nonnull(task);
        task->tid = task->tgid = i == 0 ? 1 : getpid();
    }
    ck_assert_int_eq(source_fill_all(source, &snapshot, NEED_CMDLINE, 0), 0);
    ck_assert_int_eq(strict.many, 1);
    ck_assert_int_gt(strict.single, 0);
    for (size_t i = 0; i < snapshot.count; i++)
        ck_assert_uint_gt(snapshot.tasks[i].cmdline_len, 0);
}
