/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What is read only for rows that show it. Each group has a file, link or call of its own. A figure
 * that cannot be read keeps its default of lib/task/fields.c.
 */
#include "lib/source/proc/needs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/span.h"
#include "lib/base/units.h"
#include "lib/source/proc/libraries.h"
#include "lib/source/proc/numa.h"
#include "lib/source/proc/parse/parse.h"
#include "lib/task/fields.h"

static int copy(const struct task_reader *reader, ssize_t len, const char **string)
{
    const char *text = len > 0 ? reader->source->buffer.data : "";
    int result = (int)len;

    if (result < 0 && !task_is_lost(result))
        return result;
    *string = arena_copy(&reader->snapshot->arena, text, len > 0 ? (size_t)len : 0);
    return *string ? 0 : -ENOMEM;
}

/*
 * The command line belongs to the memory map too, so that of a neighbouring row is taken over. A
 * task without memory has none, and large hosts have thousands of kernel threads.
 */
static bool has_cmdline(const struct task *task)
{
    return task->cmdline_len > 0;
}

static int read_cmdline(const struct task_reader *reader)
{
    const struct task *neighbour = task_reader_neighbour(reader, has_cmdline);
    struct task *task = reader->task;
    ssize_t len;

    if (neighbour) {
        task->cmdline = neighbour->cmdline;
        task->cmdline_len = neighbour->cmdline_len;
        return 0;
    }
    len = task_reader_without_memory(reader) ? 0 : task_reader_read(reader, "cmdline");
    task->cmdline_len = len > 0 ? (uint32_t)len : 0;
    return copy(reader, len, &task->cmdline);
}

static const char *read_bytes(const struct task_reader *reader)
{
    return reader->source->buffer.data;
}

/* Stores what was just read; nothing if the length is 0 or the error concerns only this task. */
static int keep_read(const struct task_reader *reader, const struct task_field *field, ssize_t len)
{
    return len > 0 ? task_reader_keep(reader, field, read_bytes(reader), (size_t)len)
                   : read_error(len);
}

/*
 * All threads of a process share its environment, so that of a neighbouring row is taken over. A
 * task without memory has none.
 */
static bool has_environ(const struct task *task)
{
    return task->details && task->details->environ_len > 0;
}

static int read_environ(const struct task_reader *reader, const struct task_field *field)
{
    const struct task *neighbour = task_reader_neighbour(reader, has_environ);
    struct task_details *details = reader->task->details;

    if (neighbour) {
        details->environ = neighbour->details->environ;
        details->environ_len = neighbour->details->environ_len;
        return 0;
    }
    if (task_reader_without_memory(reader))
        return 0;
    return keep_read(reader, field, task_reader_read(reader, field->file));
}

static int read_cgroup(const struct task_reader *reader, const struct task_field *field)
{
    ssize_t len = task_reader_read(reader, field->file);

    if (len > 0)
        len = (ssize_t)cgroup_join(reader->source->buffer.data, (size_t)len);
    return keep_read(reader, field, len);
}

/* libselinux reads from the running kernel, so it is used only for tasks of that kernel. */
static int read_selinux_label(const struct task_reader *reader, const struct task_field *field)
{
    const struct selinux *selinux = &reader->source->selinux;
    char *label;
    int result = selinux_label(selinux, reader->task->tid, &label);

    if (result < 0 || !label)
        return result;
    result = task_reader_keep(reader, field, label, strlen(label));
    selinux_free(selinux, label);
    return result;
}

/* Without a security module the kernel returns EINVAL; some modules end the text with a NUL. */
static int read_label(const struct task_reader *reader, const struct task_field *field)
{
    ssize_t len;

    if (reader->source->generation.same_pids && selinux_is_used(&reader->source->selinux))
        return read_selinux_label(reader, field);
    len = task_reader_read(reader, field->file);
    if (len > 0)
        len = (ssize_t)strcspn(read_bytes(reader), "\n");
    return keep_read(reader, field, len);
}

static int read_io(const struct task_reader *reader, const struct task_field *field)
{
    ssize_t len = task_reader_read(reader, field->file);
    struct task_io io;

    if (len <= 0 || !io_parse(read_bytes(reader), (size_t)len, &io))
        return read_error(len);
    return task_reader_keep(reader, field, &io, sizeof(io));
}

static bool has_smaps(const struct task *task)
{
    return task->details && task->details->smaps;
}

/* The kernel walks all page tables to make it, so it is read once per process. */
static int read_smaps(const struct task_reader *reader, const struct task_field *field)
{
    const struct task *neighbour = task_reader_neighbour(reader, has_smaps);
    struct task_smaps smaps;
    ssize_t len;

    if (neighbour) {
        reader->task->details->smaps = neighbour->details->smaps;
        return 0;
    }
    len = task_reader_read(reader, field->file);
    if (len <= 0 || !smaps_parse(read_bytes(reader), (size_t)len, &smaps))
        return read_error(len);
    return task_reader_keep(reader, field, &smaps, sizeof(smaps));
}

/* Only the process has the file, its threads do not. */
static int read_autogroup(const struct task_reader *reader, const struct task_field *field)
{
    const struct task_id id = {reader->task->tgid, reader->task->tgid};
    struct proc_source *source = reader->source;
    struct task_details *details = reader->task->details;
    struct task_folder folder;
    ssize_t len;

    task_folder_set(&folder, source->dir, "G", id);
    len = task_folder_read(&folder, field->file, &source->buffer);
    if (len > 0)
        autogroup_parse(read_bytes(reader), (size_t)len, &details->autogroup,
                        &details->autogroup_nice);
    return read_error(len);
}

/* A file that holds one number. */
static int read_number(const struct task_reader *reader, const struct task_field *field)
{
    ssize_t len = task_reader_read(reader, field->file);
    int64_t number;

    if (len > 0 && number_parse_start(read_bytes(reader), (size_t)len, &number))
        task_field_set(field, reader->task->details, number);
    return read_error(len);
}

static int read_loginuid(const struct task_reader *reader, const struct task_field *field)
{
    int result = read_number(reader, field);

    /* (uid_t)-1: no login. */
    if (reader->task->details->login_uid >= UINT32_MAX)
        reader->task->details->login_uid = field->none;
    return result;
}

static int read_exe(const struct task_reader *reader, const struct task_field *field)
{
    char text[PATH_MAX];
    ssize_t len = task_reader_link(reader, field->file, text);

    return len < 0 ? read_error(len) : task_reader_keep(reader, field, text, (size_t)len);
}

/*
 * Counts the entries of a directory, without those that begin with a dot. readdir(3) would take a
 * task that exits meanwhile for the end of the directory.
 */
static int count_entries(int at, const char *path, int64_t *count)
{
    _Alignas(struct dirent64) char entries[8 * BYTES_PER_KIB];
    int fd = openat(at, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int64_t found = 0;
    ssize_t bytes;
    int result;

    if (fd < 0)
        return -errno;
    while ((bytes = getdents64(fd, entries, sizeof(entries))) > 0)
        for (ssize_t next = 0; next < bytes;) {
            const struct dirent64 *entry = (const void *)(entries + next);

            found += entry->d_name[0] != '.';
            next += entry->d_reclen;
        }
    result = bytes < 0 ? -errno : 0;
    close(fd);
    if (result == 0)
        *count = found;
    return result;
}

/*
 * Since Linux 6.2 the directory's size is the number of descriptors, but it includes those that the
 * kernel has reserved for calls still waiting for a file, such as accept(2).
 */
static int read_fds(const struct task_reader *reader, const struct task_field *field)
{
    char path[TASK_PATH_MAX];

    task_folder_path(reader->folder, "fd", path);
    return read_error(count_entries(reader->folder->dir, path, &reader->task->details->fds));
}

static int read_node(const struct task_reader *reader, const struct task_field *field)
{
    struct numa *numa = &reader->source->numa;
    const int32_t cpu = reader->task->processor;
    int result = 0;

    if (reader->source->base.live)
        result = numa_read(numa, cpu);
    task_field_set(field, reader->task->details, numa_find(numa, cpu));
    return result;
}

static int read_namespace(const struct task_reader *reader, const struct task_field *field)
{
    char text[PATH_MAX];
    ssize_t len = task_reader_link(reader, field->file, text);

    if (len > 0)
        task_field_set(field, reader->task->details, (int64_t)namespace_parse(text, (size_t)len));
    return read_error(len);
}

/* libsystemd reads /proc itself, so it can only be used for tasks of that procfs. */
static int read_login(const struct task_reader *reader, const struct task_field *field)
{
    struct proc_source *source = reader->source;
    /* The bits of the kinds are adjacent. */
    const enum login_kind kind = (enum login_kind)__builtin_ctzll(field->need / NEED_LOGIN(0));
    char *answer;
    int result;

    if (!source->generation.same_pids)
        return 0;
    result = login_ask(&source->login, kind, reader->task->tid, &answer);
    if (result < 0 || !answer)
        return result;
    result = task_reader_keep(reader, field, answer, strlen(answer));
    free(answer);
    return result;
}

/* The readers of all groups that are not just a number in a file. */
static const struct {
    need_t groups;
    int (*read)(const struct task_reader *reader, const struct task_field *field);
} readers[] = {
    {NEED_ENVIRON, read_environ},
    {NEED_CGROUP, read_cgroup},
    {NEED_LABEL, read_label},
    {NEED_IO, read_io},
    {NEED_SMAPS, read_smaps},
    {NEED_AUTOGROUP, read_autogroup},
    {NEED_LOGINUID, read_loginuid},
    {NEED_EXE, read_exe},
    {NEED_FDS, read_fds},
    {NEED_NODE, read_node},
    {NEED_SYSCALL, waits_read_syscall},
    {NEED_WAIT, waits_read_wait},
    {NEED_WAIT_FILE, waits_read_file},
    {NEED_WAIT_KEY, waits_read_key},
    {NEED_LOCK_HOLDER, waits_read_lock_holder},
    {NEED_RUN_DELAY, waits_read_run_delay},
    {NEED_SWITCHES, waits_read_switches},
    {NEED_NAMESPACES, read_namespace},
    {NEED_LOGINS, read_login},
};

static int read_detail(const struct task_reader *reader, const struct task_field *field)
{
    for (size_t i = 0; i < ARRAY_COUNT(readers); i++)
        if (field->need & readers[i].groups)
            return readers[i].read(reader, field);
    return field->file ? read_number(reader, field) : 0; /* not available from procfs */
}

int details_read(const struct task_reader *reader, need_t need)
{
    const struct task_field *field;
    need_t missing = need & NEED_DETAILS;
    int result = 0;

    if (missing && !snapshot_add_details(reader->snapshot, reader->task))
        return -ENOMEM;
    if (need & NEED_CMDLINE)
        result = read_cmdline(reader);
    if (result == 0 && need & NEED_WCHAN)
        result = copy(reader, task_reader_read_wchan(reader), &reader->task->wchan);
    for (size_t i = 0; missing && result == 0 && (field = task_field_at(i)); i++) {
        if (field->record != RECORD_DETAILS || !(missing & field->need))
            continue;
        result = read_detail(reader, field);
        missing &= ~field->need; /* and so the other rows of the group */
    }
    if (result == 0)
        reader->task->have |= need;
    return result;
}
