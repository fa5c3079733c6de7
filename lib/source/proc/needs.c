/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads what a scan needs for every row: a file, parsed by the pure parser of its name, and
 * converted to the units of struct task.
 */
#include "lib/source/proc/needs.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/source/proc/large_groups.h"
#include "lib/source/proc/leader_stat.h"
#include "lib/source/proc/recall.h"
#include "lib/source/proc/stat.h"
#include "lib/source/proc/statm.h"
#include "lib/source/proc/status.h"

static int set_comm(const struct task_reader *reader, const char *name, size_t len)
{
    struct task *task = reader->task;

    if (task->have & NEED_COMM)
        return 0;
    task->comm = snapshot_name(reader->snapshot, task, name, len);
    task->have |= NEED_COMM;
    return task->comm ? 0 : -ENOMEM;
}

static void set_times(const struct proc_source *source, const struct stat_line *line,
                      struct task *task, struct process *process)
{
    struct stat_group_times times = {
        .utime = line->field[STAT_UTIME],
        .stime = line->field[STAT_STIME],
        .cutime = line->field[STAT_CUTIME],
        .cstime = line->field[STAT_CSTIME],
    };

    /* A process's own fields are group totals since 2.6; the patch keeps them apart. */
    if (task->kind == TASK_PROCESS)
        stat_group_times(line, source->generation.has_dot, &times);
    task->utime_ns = times.utime * source->ns_per_tick;
    task->stime_ns = times.stime * source->ns_per_tick;
    process->cutime_ns = times.cutime * source->ns_per_tick;
    process->cstime_ns = times.cstime * source->ns_per_tick;
}

static int set_addresses(const struct task_reader *reader, const struct stat_line *line)
{
    struct task_addresses *addresses = arena_alloc(&reader->snapshot->arena, sizeof(*addresses));

    if (!addresses)
        return -ENOMEM;
    *addresses = (struct task_addresses){
        .start_code = line->field[STAT_STARTCODE],
        .end_code = line->field[STAT_ENDCODE],
        .start_stack = line->field[STAT_STARTSTACK],
        .esp = line->field[STAT_KSTKESP],
        .eip = line->field[STAT_KSTKEIP],
    };
    reader->task->addresses = addresses;
    reader->task->have |= NEED_ADDRESSES;
    return 0;
}

static void set_process(const struct stat_line *line, struct process *process)
{
    const uint64_t *field = line->field;

    process->ppid = (pid_t)field[STAT_PPID];
    process->pgrp = (pid_t)field[STAT_PGRP];
    process->sid = (pid_t)field[STAT_SESSION];
    process->tty = (uint32_t)field[STAT_TTY_NR];
    process->tpgid = (pid_t)field[STAT_TPGID];
    process->cminflt = field[STAT_CMINFLT];
    process->cmajflt = field[STAT_CMAJFLT];
    process->stat_vsize_bytes = field[STAT_VSIZE];
    process->rss_limit = field[STAT_RSSLIM];
    if (field[STAT_NUM_THREADS] > 0)
        process->nlwp = (int32_t)field[STAT_NUM_THREADS];
}

static void set_stat(const struct task_reader *reader, const struct stat_line *line)
{
    const struct proc_source *source = reader->source;
    const uint64_t *field = line->field;
    struct task *task = reader->task;

    set_process(line, reader->process);
    task->state = line->state;
    task->flags = (uint32_t)field[STAT_FLAGS];
    task->minflt = field[STAT_MINFLT];
    task->majflt = field[STAT_MAJFLT];
    set_times(source, line, task, reader->process);
    task->priority = (int16_t)field[STAT_PRIORITY];
    task->nice = (int8_t)field[STAT_NICE];
    task->start_ns = field[STAT_STARTTIME] * source->ns_per_tick;
    task->exit_signal = (int16_t)field[STAT_EXIT_SIGNAL];
    task->processor = (int16_t)field[STAT_PROCESSOR];
    if (source->base.live)
        task->read_us = system_info_read_us(&reader->snapshot->system);
    task->rt_priority = (uint8_t)field[STAT_RT_PRIORITY];
    task->policy = (uint8_t)field[STAT_POLICY];
    task->have |= NEED_STAT | NEED_USAGE;
    if (field[STAT_NUM_THREADS] > 0)
        task->have |= NEED_NLWP;
}

/* Replaces what the leader's own file says. */
static void set_clock(const struct clock_sample *clock, struct task *task)
{
    task->utime_ns = clock->cpu_ns;
    task->stime_ns = 0;
    task->minflt = 0;
    task->majflt = 0;
    task->have &= ~(need_t)NEED_USAGE;
}

static ssize_t read_stat_file(const struct task_reader *reader, bool usage,
                              struct clock_sample *clock)
{
    ssize_t len;

    if (reader->source->recalls)
        return recall_read(reader, usage, clock);
    len = large_groups_read_stat(reader, clock);
    return len > 0 ? len : task_reader_read_filled(reader, "stat");
}

/* Fills in what the row lacks; one made by BPF lacks only the addresses. */
static int set_missing(const struct task_reader *reader, const struct stat_line *line,
                       const struct clock_sample *clock, need_t need)
{
    int result;

    if (!(reader->task->have & NEED_STAT)) {
        set_stat(reader, line);
        if (clock->used)
            set_clock(clock, reader->task);
    }
    result = need & NEED_ADDRESSES ? set_addresses(reader, line) : 0;
    return result < 0 ? result : set_comm(reader, line->comm, line->comm_len);
}

static int read_stat_anew(const struct task_reader *reader, need_t need, struct clock_sample *clock)
{
    ssize_t len = read_stat_file(reader, need & NEED_USAGE, clock);
    struct stat_line line;

    if (len < 0)
        return (int)len;
    if (!stat_parse(reader->source->buffer.data, (size_t)len, &line))
        return -ENOENT;
    return set_missing(reader, &line, clock, need);
}

static int read_stat(const struct task_reader *reader, need_t need)
{
    const bool recalls = reader->source->recalls && !(reader->task->have & NEED_STAT);
    struct clock_sample clock = {0};
    int result = recalls ? recall_show(reader, need) : 0;

    if (result != 0)
        return result < 0 ? result : 0;
    result = read_stat_anew(reader, need, &clock);
    if (recalls && result == 0)
        recall_keep(reader, &clock);
    return result;
}

/* "4 24 27 " becomes "4,24,27". */
static const char *copy_groups(struct arena *arena, const char *groups, size_t len)
{
    char *copy;

    while (len > 0 && groups[len - 1] == ' ')
        len--;
    copy = arena_copy(arena, groups, len);
    for (char *p = copy; p && *p; p++) {
        if (*p == ' ')
            *p = ',';
    }
    return copy;
}

static int read_status(const struct task_reader *reader)
{
    struct proc_source *source = reader->source;
    struct process *process = reader->process;
    struct task *task = reader->task;
    struct status_lines lines;
    struct task_status *status;
    ssize_t len = task_reader_read_filled(reader, "status");
    int result = 0;

    if (len < 0)
        return (int)len;
    if (!status_parse(source->buffer.data, (size_t)len, &lines))
        return -ENOENT;
    status = arena_alloc(&reader->snapshot->arena, sizeof(*status));
    if (!status)
        return -ENOMEM;
    *status = lines.status;
    status->groups = copy_groups(&reader->snapshot->arena, lines.groups, lines.groups_len);
    if (!status->groups)
        return -ENOMEM;
    task->status = status;
    process->vsize_kib = lines.vm_size_kib;
    process->rss_kib = lines.vm_rss_kib;
    process->locked_kib = lines.status.vm_locked_kib;
    task->have |= NEED_STATUS | NEED_MEM | NEED_LOCKED;
    if (lines.threads > 0) {
        process->nlwp = lines.threads;
        task->have |= NEED_NLWP;
    }
    if (lines.name && !(task->have & NEED_COMM)) {
        char *name = source->buffer.data; /* the rest of it is in `lines` by now */

        result = set_comm(reader, name, status_unescape(lines.name, lines.name_len, name));
    }
    return result;
}

/*
 * All threads of a group share one memory map, and the rows of a group are adjacent: what the row
 * before says holds for this one too; NULL when it lacks `need`. A row without memory says nothing:
 * its leader may have died before its threads.
 */
static const struct process *same_memory(const struct task_reader *reader, need_t need)
{
    const struct task *task = reader->task;
    const struct task *before = task > reader->snapshot->tasks ? task - 1 : NULL;

    if (!before || before->tgid != task->tgid || !(before->have & need) ||
        before->process->vsize_kib == 0)
        return NULL;
    return before->process;
}

static bool copy_memory(const struct task_reader *reader)
{
    struct process *process = reader->process;
    const struct process *before = same_memory(reader, NEED_STATM);

    if (!before)
        return false;
    process->vsize_kib = before->vsize_kib;
    process->rss_kib = before->rss_kib;
    process->shared_kib = before->shared_kib;
    process->code_kib = before->code_kib;
    process->data_kib = before->data_kib;
    reader->task->have |= NEED_STATM | NEED_MEM;
    return true;
}

static int read_statm(const struct task_reader *reader)
{
    struct process *process = reader->process;
    uint64_t page_kib = reader->source->page_kib;
    struct statm_line line;
    ssize_t len;

    if (copy_memory(reader))
        return 0;
    len = task_reader_read_filled(reader, "statm");
    if (len < 0)
        return (int)len;
    if (!statm_parse(reader->source->buffer.data, (size_t)len, &line))
        return -ENOENT;
    process->vsize_kib = line.size * page_kib;
    process->rss_kib = line.resident * page_kib;
    process->shared_kib = line.shared * page_kib;
    process->code_kib = line.text * page_kib;
    process->data_kib = line.data * page_kib;
    reader->task->have |= NEED_STATM | NEED_MEM;
    return 0;
}

/* A task without memory has none locked. */
static int read_locked(const struct task_reader *reader)
{
    struct process *process = reader->process;
    struct task *task = reader->task;
    const struct process *before = same_memory(reader, NEED_LOCKED);

    if (!before && !task_reader_without_memory(reader))
        return read_status(reader);
    if (before) {
        process->locked_kib = before->locked_kib;
        process->vsize_kib = before->vsize_kib;
        process->rss_kib = before->rss_kib;
        task->have |= NEED_MEM;
    }
    task->have |= NEED_LOCKED;
    return 0;
}

/*
 * The owner of a task's directory is its effective user, even for a task that may not be dumped:
 * the kernel replaces it by root only for the files inside (task_dump_owner()). In a recorded tree
 * the directory belongs to whoever copied it, so status is used, as it is where it was read anyway.
 */
static int read_owner(const struct task_reader *reader)
{
    struct task *task = reader->task;
    struct stat directory;

    if (reader->source->base.live && !task->status) {
        if (fstatat(reader->folder->dir, reader->folder->prefix, &directory, 0) < 0)
            return errno == ESRCH ? -ENOENT : -errno;
        task->euid = directory.st_uid;
        task->egid = directory.st_gid;
    } else {
        task->euid = task->status->uid[ID_EFFECTIVE];
        task->egid = task->status->gid[ID_EFFECTIVE];
    }
    task->have |= NEED_OWNER;
    return 0;
}

/* comm is the smallest file with a name; kernels before 2.6.33 have it only in stat. */
static int read_comm(const struct task_reader *reader)
{
    struct proc_source *source = reader->source;
    ssize_t len = source->lacks_comm ? -ENOENT : task_reader_read_filled(reader, "comm");
    const char *name = source->buffer.data;
    struct stat_line line;

    if (len > 0) {
        if (name[len - 1] == '\n')
            len--;
        return set_comm(reader, name, (size_t)len);
    }
    if (len != -ENOENT)
        return (int)len;
    len = task_reader_read_filled(reader, "stat");
    if (len < 0)
        return (int)len;
    if (!stat_parse(source->buffer.data, (size_t)len, &line))
        return -ENOENT;
    source->lacks_comm = true;
    return set_comm(reader, line.comm, line.comm_len);
}

/* Which files to read for a need, so that no figure is read twice. */
static need_t files_for(const struct proc_source *source, need_t need)
{
    if (need & NEED_OWNER && !source->base.live)
        need |= NEED_STATUS;
    if (need & NEED_USAGE)
        need |= NEED_STAT;
    if (need & NEED_NLWP && source->generation.has_task && !(need & NEED_STATUS))
        need |= NEED_STAT;
    if (need & (NEED_STAT | NEED_STATUS))
        need &= ~(need_t)NEED_COMM;
    if (need & NEED_STATUS)
        need &= ~(need_t)NEED_LOCKED;
    if (need & (NEED_STATUS | NEED_STATM))
        need &= ~(need_t)NEED_MEM;
    if (need & NEED_MEM)
        need |= NEED_STATM;
    return need;
}

/* Whether statm has to be read: not for sizes alone that another file has shown meanwhile. */
static bool lacks_statm(const struct task_reader *reader, need_t need)
{
    const need_t have = reader->task->have;

    return !(have & NEED_STATM) && (need & NEED_STATM || !(have & NEED_MEM));
}

static int read_scanned(const struct task_reader *reader, need_t need)
{
    need_t files = files_for(reader->source, need) & ~reader->task->have;
    int result = 0;

    if (files & (NEED_STAT | NEED_ADDRESSES))
        result = read_stat(reader, files);
    if (result == 0 && files & NEED_STATUS)
        result = read_status(reader);
    if (result == 0 && files & NEED_LOCKED)
        result = read_locked(reader);
    if (result == 0 && files & NEED_STATM && lacks_statm(reader, need))
        result = read_statm(reader);
    if (result == 0 && files & NEED_OWNER)
        result = read_owner(reader);
    if (result == 0 && files & NEED_COMM)
        result = read_comm(reader);
    return result;
}

/* The groups that are not to be read now, since somebody who did is still waiting. */
static need_t refused(const struct task_reader *reader, need_t missing)
{
    struct source_guard *guard = reader->source->base.guard;

    if (!guard || !(missing & NEED_MAY_BLOCK))
        return 0;
    return missing & ~guard->allow(guard, reader->task->tgid, missing);
}

/* They count as read, so that nobody asks for them again, and have no value. */
static int leave_unread(const struct task_reader *reader, need_t groups)
{
    struct task *task = reader->task;

    if (groups & NEED_DETAILS && !snapshot_add_details(reader->snapshot, task))
        return -ENOMEM;
    if (groups & NEED_CMDLINE)
        task->cmdline = "";
    if (groups & NEED_WCHAN)
        task->wchan = "";
    if (groups & NEED_STAT)
        groups |= NEED_STAT_UNREAD;
    task->have |= groups;
    return 0;
}

int needs_read(const struct task_reader *reader, need_t need)
{
    need_t missing = need & ~reader->task->have;
    const need_t unread = refused(reader, missing);
    int scanned = 0;
    int late = 0;

    missing &= ~unread;
    /* Which stat would have said. */
    if (unread & NEED_STAT && missing & NEED_NLWP)
        missing |= NEED_STATUS;

    if (missing & NEED_SCANNED)
        scanned = read_scanned(reader, missing & NEED_SCANNED);
    if (missing & ~(need_t)NEED_SCANNED)
        late = lazy_read(reader, missing & ~(need_t)NEED_SCANNED);
    if (unread && late >= 0)
        late = leave_unread(reader, unread);
    return late < 0 ? late : scanned;
}
