/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Each from a file, a link or a call of its own. What cannot be read keeps the default of
 * lib/task/details.c.
 */
#include "lib/source/proc/details.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/unused.h"
#include "lib/source/proc/parse/autogroup.h"
#include "lib/source/proc/parse/cgroup.h"
#include "lib/source/proc/parse/io.h"
#include "lib/source/proc/parse/key_value.h"
#include "lib/source/proc/parse/namespace.h"
#include "lib/source/proc/parse/smaps.h"
#include "lib/source/proc/wait_report.h"
#include "lib/source/proc/waits.h"
#include "lib/task/details.h"

static const char *read_bytes(const struct task_reader *reader)
{
    return reader->source->buffer.data;
}

static int keep(const struct task_reader *reader, const struct detail *detail, const void *bytes,
                size_t len)
{
    return detail_keep(detail, reader->task->details, &reader->snapshot->arena, bytes, len);
}

/* Keeps what was just read; a length of 0 or an error of this task alone keeps nothing. */
static int keep_read(const struct task_reader *reader, const struct detail *detail, ssize_t len)
{
    return len > 0 ? keep(reader, detail, read_bytes(reader), (size_t)len) : read_error(len);
}

/*
 * An environment belongs to the memory map: that of a neighbour does as well, and without memory
 * there is none.
 */
static bool has_environ(const struct task *task)
{
    return task->details && task->details->environ_len > 0;
}

static int read_environ(const struct task_reader *reader, const struct detail *detail)
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
    return keep_read(reader, detail, task_reader_read(reader, detail->file));
}

static int read_cgroup(const struct task_reader *reader, const struct detail *detail)
{
    ssize_t len = task_reader_read(reader, detail->file);

    if (len > 0)
        len = (ssize_t)cgroup_join(reader->source->buffer.data, (size_t)len);
    return keep_read(reader, detail, len);
}

/* libselinux asks the running kernel, so it is used only for tasks of that kernel. */
static int read_selinux_label(const struct task_reader *reader, const struct detail *detail)
{
    const struct selinux *selinux = &reader->source->selinux;
    char *label;
    int result = selinux_label(selinux, reader->task->tid, &label);

    if (result < 0 || !label)
        return result;
    result = keep(reader, detail, label, strlen(label));
    selinux_free(selinux, label);
    return result;
}

/* Without a security module the kernel returns EINVAL; some modules end the text with a NUL. */
static int read_label(const struct task_reader *reader, const struct detail *detail)
{
    ssize_t len;

    if (reader->source->generation.same_pids && selinux_is_used(&reader->source->selinux))
        return read_selinux_label(reader, detail);
    len = task_reader_read(reader, detail->file);
    if (len > 0)
        len = (ssize_t)strcspn(read_bytes(reader), "\n");
    return keep_read(reader, detail, len);
}

static int read_io(const struct task_reader *reader, const struct detail *detail)
{
    ssize_t len = task_reader_read(reader, detail->file);
    struct task_io io;

    if (len <= 0 || !io_parse(read_bytes(reader), (size_t)len, &io))
        return read_error(len);
    return keep(reader, detail, &io, sizeof(io));
}

static bool has_smaps(const struct task *task)
{
    return task->details && task->details->smaps;
}

/* The kernel walks all page tables for it, so it is read once for each process. */
static int read_smaps(const struct task_reader *reader, const struct detail *detail)
{
    const struct task *neighbour = task_reader_neighbour(reader, has_smaps);
    struct task_smaps smaps;
    ssize_t len;

    if (neighbour) {
        reader->task->details->smaps = neighbour->details->smaps;
        return 0;
    }
    len = task_reader_read(reader, detail->file);
    if (len <= 0 || !smaps_parse(read_bytes(reader), (size_t)len, &smaps))
        return read_error(len);
    return keep(reader, detail, &smaps, sizeof(smaps));
}

/* Only a process has the file, its threads do not. */
static int read_autogroup(const struct task_reader *reader, const struct detail *detail)
{
    const struct task_id id = {reader->task->tgid, reader->task->tgid};
    struct task_details *details = reader->task->details;
    struct task_reader process = *reader;
    struct task_folder folder;
    ssize_t len;

    task_folder_set(&folder, reader->source->dir, "G", id);
    process.folder = &folder;
    len = task_reader_read(&process, detail->file);
    if (len > 0)
        autogroup_parse(read_bytes(reader), (size_t)len, &details->autogroup,
                        &details->autogroup_nice);
    return read_error(len);
}

/* A file that is one number. */
static int read_number(const struct task_reader *reader, const struct detail *detail)
{
    ssize_t len = task_reader_read(reader, detail->file);
    int64_t number;

    if (len > 0 && key_value_number(read_bytes(reader), (size_t)len, &number))
        detail_set_number(detail, reader->task->details, number);
    return read_error(len);
}

static int read_loginuid(const struct task_reader *reader, const struct detail *detail)
{
    int result = read_number(reader, detail);

    /* (uid_t)-1: no login. */
    if (reader->task->details->login_uid >= UINT32_MAX)
        reader->task->details->login_uid = detail->none;
    return result;
}

static int read_exe(const struct task_reader *reader, const struct detail *detail)
{
    char text[PATH_MAX];
    ssize_t len = task_reader_link(reader, detail->file, text);

    return len < 0 ? read_error(len) : keep(reader, detail, text, (size_t)len);
}

/* Counts the entries of a directory, without those that begin with a dot. */
static int count_entries(int at, const char *path, int64_t *count)
{
    int fd = openat(at, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const struct dirent *entry;
    DIR *dir;

    if (fd < 0)
        return -errno;
    dir = fdopendir(fd);
    if (!dir) {
        close(fd);
        return -ENOMEM;
    }
    *count = 0;
    while ((entry = readdir(dir)))
        *count += entry->d_name[0] != '.';
    closedir(dir);
    return 0;
}

/* Since Linux 6.2 the directory's size is the number of its entries; before, it was 0. */
static int read_fds(const struct task_reader *reader, const struct detail *detail UNUSED)
{
    struct task_details *details = reader->task->details;
    char path[TASK_PATH_MAX];
    struct stat directory;

    task_folder_path(reader->folder, "fd", path);
    if (reader->source->base.live && fstatat(reader->folder->dir, path, &directory, 0) == 0 &&
        directory.st_size > 0) {
        details->fds = directory.st_size;
        return 0;
    }
    return read_error(count_entries(reader->folder->dir, path, &details->fds));
}

static int read_node(const struct task_reader *reader, const struct detail *detail)
{
    struct numa *numa = &reader->source->numa;
    int result = 0;

    if (reader->source->base.live)
        result = numa_read(numa);
    detail_set_number(detail, reader->task->details, numa_find(numa, reader->task->processor));
    return result;
}

static int read_namespace(const struct task_reader *reader, const struct detail *detail)
{
    char text[PATH_MAX];
    ssize_t len = task_reader_link(reader, detail->file, text);

    if (len > 0)
        detail_set_number(detail, reader->task->details,
                          (int64_t)namespace_parse(text, (size_t)len));
    return read_error(len);
}

/* libsystemd reads /proc itself, so it knows only the tasks of that procfs. */
static int read_login(const struct task_reader *reader, const struct detail *detail)
{
    struct proc_source *source = reader->source;
    /* The kinds' bits are adjacent. */
    const enum login_kind kind = (enum login_kind)__builtin_ctzll(detail->group / NEED_LOGIN(0));
    char *answer;
    int result;

    if (!source->generation.same_pids)
        return 0;
    result = login_ask(&source->login, kind, reader->task->tid, &answer);
    if (result < 0 || !answer)
        return result;
    result = keep(reader, detail, answer, strlen(answer));
    free(answer);
    return result;
}

/* What procfs does not say. */
static int read_nothing(const struct task_reader *reader UNUSED, const struct detail *detail UNUSED)
{
    return 0;
}

/* All groups that are not just a number in a file. */
static const struct {
    need_t groups;
    int (*read)(const struct task_reader *reader, const struct detail *detail);
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
    {NEED_RUN_DELAY, waits_read_run_delay},
    {NEED_SWITCHES, waits_read_switches},
    {NEED_WAITED, read_nothing},
    {NEED_WAIT_REPORT, wait_report_read},
    {NEED_NAMESPACES, read_namespace},
    {NEED_LOGINS, read_login},
};

static int read_detail(const struct task_reader *reader, const struct detail *detail)
{
    for (size_t i = 0; i < sizeof(readers) / sizeof(readers[0]); i++)
        if (detail->group & readers[i].groups)
            return readers[i].read(reader, detail);
    return read_number(reader, detail);
}

int details_read(const struct task_reader *reader, need_t need)
{
    const struct detail *detail;
    need_t missing = need;
    int result = 0;

    for (size_t i = 0; missing && result == 0 && (detail = detail_at(i)); i++) {
        if (!(missing & detail->group))
            continue;
        result = read_detail(reader, detail);
        missing &= ~detail->group; /* the other rows of the group as well */
    }
    if (result == 0)
        reader->task->have |= need;
    return result;
}
