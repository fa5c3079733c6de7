/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The groups of struct task_details but for those in lazy.c: figures that few columns show, each
 * from a file, a link or a question of its own. What cannot be read has the value that task.h has
 * for it.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/source/proc/autogroup.h"
#include "lib/source/proc/groups.h"
#include "lib/source/proc/io.h"
#include "lib/source/proc/keyed.h"
#include "lib/source/proc/namespace.h"
#include "lib/source/proc/smaps.h"

/* The error of a read where it must not be passed over, else 0. */
static int fatal(ssize_t len)
{
    return len < 0 && !task_is_lost((int)len) ? (int)len : 0;
}

static int read_io(const struct target *target)
{
    ssize_t len = target_read(target, "io");
    struct task_io io, *kept;

    if (len <= 0 || !io_parse(target->source->buffer.data, (size_t)len, &io))
        return fatal(len);
    kept = arena_alloc(&target->snapshot->arena, sizeof(*kept));
    if (!kept)
        return -ENOMEM;
    *kept = io;
    target->task->details->io = kept;
    return 0;
}

static bool has_smaps(const struct task *task)
{
    return task->details && task->details->smaps;
}

/* The kernel walks all page tables for it: once for a process is enough. */
static int read_smaps(const struct target *target)
{
    const struct task *neighbour = target_neighbour(target, has_smaps);
    struct task_smaps smaps, *kept;
    ssize_t len;

    if (neighbour) {
        target->task->details->smaps = neighbour->details->smaps;
        return 0;
    }
    len = target_read(target, "smaps_rollup");
    if (len <= 0 || !smaps_parse(target->source->buffer.data, (size_t)len, &smaps))
        return fatal(len);
    kept = arena_alloc(&target->snapshot->arena, sizeof(*kept));
    if (!kept)
        return -ENOMEM;
    *kept = smaps;
    target->task->details->smaps = kept;
    return 0;
}

/* It is the process's, and only the process has the file. */
static int read_autogroup(const struct target *target)
{
    const struct task_id id = {target->task->tgid, target->task->tgid};
    struct task_details *details = target->task->details;
    struct target process = *target;
    struct place place;
    ssize_t len;

    place_set(&place, target->source->dir, "G", id);
    process.place = &place;
    len = target_read(&process, "autogroup");
    if (len > 0)
        autogroup_parse(target->source->buffer.data, (size_t)len, &details->autogroup,
                        &details->autogroup_nice);
    return fatal(len);
}

/* A file that is one number; *number stays where there is none. */
static int read_number(const struct target *target, const char *name, int64_t *number)
{
    ssize_t len = target_read(target, name);

    if (len > 0)
        keyed_number(target->source->buffer.data, (size_t)len, number);
    return fatal(len);
}

static int read_loginuid(const struct target *target)
{
    int64_t *uid = &target->task->details->login_uid;
    int result = read_number(target, "loginuid", uid);

    /* uid_t's -1: nobody has logged in. */
    if (*uid >= UINT32_MAX)
        *uid = -1;
    return result;
}

static int read_oom_score(const struct target *target)
{
    int64_t score = 0;
    int result = read_number(target, "oom_score", &score);

    target->task->details->oom_score = (int32_t)score;
    return result;
}

static int read_oom_adj(const struct target *target)
{
    int64_t adj = 0;
    int result = read_number(target, "oom_score_adj", &adj);

    target->task->details->oom_adj = (int32_t)adj;
    return result;
}

/* Where a link of the task leads, into `text`; its length, or -errno. */
static ssize_t read_link(const struct target *target, const char *name, char text[PATH_MAX])
{
    char path[PLACE_PATH_MAX];
    ssize_t len;

    place_path(target->place, name, path);
    len = readlinkat(target->place->dir, path, text, PATH_MAX);
    return len < 0 ? -errno : len;
}

static int read_exe(const struct target *target)
{
    char text[PATH_MAX];
    ssize_t len = read_link(target, "exe", text);
    const char *kept;

    if (len < 0)
        return fatal(len);
    kept = arena_copy(&target->snapshot->arena, text, (size_t)len);
    if (!kept)
        return -ENOMEM;
    target->task->details->exe = kept;
    return 0;
}

/* The entries of a directory, without those that begin with a dot. */
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
static int read_fds(const struct target *target)
{
    struct task_details *details = target->task->details;
    char path[PLACE_PATH_MAX];
    struct stat directory;

    place_path(target->place, "fd", path);
    if (target->source->base.live && fstatat(target->place->dir, path, &directory, 0) == 0 &&
        directory.st_size > 0) {
        details->fds = directory.st_size;
        return 0;
    }
    return fatal(count_entries(target->place->dir, path, &details->fds));
}

static int read_node(const struct target *target)
{
    struct nodes *nodes = &target->source->nodes;
    int result = 0;

    if (target->source->base.live)
        result = nodes_read(nodes);
    target->task->details->node = nodes_find(nodes, target->task->processor);
    return result;
}

static const struct {
    need_t group;
    int (*read)(const struct target *target);
} simple_groups[] = {
    {NEED_IO, read_io},
    {NEED_SMAPS, read_smaps},
    {NEED_AUTOGROUP, read_autogroup},
    {NEED_LOGINUID, read_loginuid},
    {NEED_OOM_SCORE, read_oom_score},
    {NEED_OOM_ADJ, read_oom_adj},
    {NEED_EXE, read_exe},
    {NEED_FDS, read_fds},
    {NEED_NODE, read_node},
};

static int read_namespace(const struct target *target, enum namespace_kind kind)
{
    static const char *const names[NAMESPACE_KINDS] = {
        [NAMESPACE_CGROUP] = "ns/cgroup", [NAMESPACE_IPC] = "ns/ipc", [NAMESPACE_MNT] = "ns/mnt",
        [NAMESPACE_NET] = "ns/net",       [NAMESPACE_PID] = "ns/pid", [NAMESPACE_TIME] = "ns/time",
        [NAMESPACE_USER] = "ns/user",     [NAMESPACE_UTS] = "ns/uts",
    };
    char text[PATH_MAX];
    ssize_t len = read_link(target, names[kind], text);

    if (len > 0)
        target->task->details->namespace_inodes[kind] = namespace_parse(text, (size_t)len);
    return fatal(len);
}

/* libsystemd reads /proc itself, so it knows nothing of the tasks of any other procfs. */
static int read_login(const struct target *target, enum login_kind kind)
{
    struct proc_source *source = target->source;
    char *answer;
    const char *kept;

    if (!source->generation.same_pids)
        return 0;
    answer = login_ask(&source->login, kind, target->task->tid);
    if (!answer)
        return 0;
    kept = arena_copy(&target->snapshot->arena, answer, strlen(answer));
    free(answer);
    if (!kept)
        return -ENOMEM;
    target->task->details->login[kind] = kept;
    return 0;
}

int details_read(const struct target *target, need_t need)
{
    struct task *task = target->task;
    int result = 0;

    for (size_t i = 0; i < sizeof(simple_groups) / sizeof(simple_groups[0]) && result == 0; i++)
        if (need & simple_groups[i].group)
            result = simple_groups[i].read(target);
    for (int kind = 0; kind < NAMESPACE_KINDS && result == 0; kind++)
        if (need & NEED_NAMESPACE(kind))
            result = read_namespace(target, (enum namespace_kind)kind);
    for (int kind = 0; kind < LOGIN_KINDS && result == 0; kind++)
        if (need & NEED_LOGIN(kind))
            result = read_login(target, (enum login_kind)kind);
    if (result == 0)
        task->have |= need;
    return result;
}
