/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/leader_stat.h"

#include <fcntl.h>
#include <unistd.h>

#include "lib/source/proc/parse/status.h"

enum clock_trust leader_stat_first_trust(bool same_pids)
{
#if defined(__powerpc__) || defined(__s390__) || defined(__ia64__)
    (void)same_pids; /* CONFIG_VIRT_CPU_ACCOUNTING_NATIVE: no cputime_adjust() */
    return CLOCK_BAD;
#else
    return same_pids ? CLOCK_UNTRIED : CLOCK_BAD;
#endif
}

bool leader_stat_fits(const char *status, size_t len, pid_t self)
{
    return status_sole_tid(status, len) == self && status_has_core_dumping(status, len);
}

bool leader_stat_trusts_clock(struct proc_source *source)
{
    ssize_t len;

    if (source->clock == CLOCK_UNTRIED) {
        len = read_file(&source->buffer, source->dir, "self/status");
        source->clock = len > 0 && leader_stat_fits(source->buffer.data, (size_t)len, getpid())
                            ? CLOCK_GOOD
                            : CLOCK_BAD;
    }
    return source->clock == CLOCK_GOOD;
}

int leader_stat_open(const struct task_reader *reader)
{
    const struct task *task = reader->task;
    struct task_folder folder;
    char path[TASK_PATH_MAX];

    task_folder_set(&folder, reader->source->dir, "G/task/T",
                    (struct task_id){task->tgid, task->tgid});
    task_folder_path(&folder, "stat", path);
    return openat(folder.dir, path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
}
