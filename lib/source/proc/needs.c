/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/needs.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/task_flags.h"
#include "lib/source/proc/parse/parse.h"
#include "lib/task/fields.h"

ssize_t task_reader_read(const struct task_reader *reader, const char *name)
{
    return task_folder_read(reader->folder, name, &reader->source->buffer);
}

ssize_t task_reader_read_filled(const struct task_reader *reader, const char *name)
{
    ssize_t len = task_reader_read(reader, name);

    return len == 0 ? -ENOENT : len;
}

ssize_t task_reader_read_wchan(const struct task_reader *reader)
{
    ssize_t len = task_reader_read(reader, "wchan");

    return len > 0 && reader->source->buffer.data[0] == '0' ? 0 : len;
}

ssize_t task_reader_link(const struct task_reader *reader, const char *name, char text[PATH_MAX])
{
    char path[TASK_PATH_MAX];
    ssize_t len;

    task_folder_path(reader->folder, name, path);
    len = readlinkat(reader->folder->dir, path, text, PATH_MAX);
    return len < 0 ? -errno : len;
}

const struct task *task_reader_neighbour(const struct task_reader *reader,
                                         bool (*has)(const struct task *task))
{
    const struct task *task = reader->task;
    const struct task *before = snapshot_row_before(reader->snapshot, task);
    const struct task *after = snapshot_row_after(reader->snapshot, task);

    if (before && before->tgid == task->tgid && has(before))
        return before;
    if (after && after->tgid == task->tgid && has(after))
        return after;
    return NULL;
}

bool task_reader_without_memory(const struct task_reader *reader)
{
    return reader->task->have & NEED_STAT && reader->process->stat_vsize_bytes == 0;
}

int task_reader_keep(const struct task_reader *reader, const struct task_field *field,
                     const void *bytes, size_t len)
{
    return task_field_keep(field, reader->task->details, &reader->snapshot->arena, bytes, len);
}

int task_reader_set_comm(const struct task_reader *reader, const char *name, size_t len)
{
    struct task *task = reader->task;

    if (task->have & NEED_COMM)
        return 0;
    task->comm = snapshot_name(reader->snapshot, task, name, len);
    task->have |= NEED_COMM;
    return task->comm ? 0 : -ENOMEM;
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
    if (lines.status.vm_locked_kib != LINE_MISSING)
        process->locked_kib = lines.status.vm_locked_kib;
    task->have |= NEED_STATUS | NEED_MEM | NEED_LOCKED;
    if (lines.threads > 0) {
        process->nlwp = lines.threads;
        task->have |= NEED_NLWP;
    }
    if (lines.name && !(task->have & NEED_COMM)) {
        char *name = source->buffer.data; /* the other values are in `lines` already */

        result =
            task_reader_set_comm(reader, name, status_unescape(lines.name, lines.name_len, name));
    }
    return result;
}

/*
 * All threads of a group share one memory map, and the rows of a group are adjacent, so the memory
 * figures of the row before are valid for this one. NULL if that row lacks `need` or has no memory:
 * its leader may have exited before its threads.
 */
static const struct process *same_memory(const struct task_reader *reader, need_t need)
{
    const struct task *task = reader->task;
    const struct task *before = snapshot_row_before(reader->snapshot, task);

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
    /*
     * A kernel thread has no memory: get_task_mm() in kernel/fork.c. On old kernels this bit of the
     * flags has another meaning, so the size is checked too.
     */
    if (task_reader_without_memory(reader) && reader->task->flags & PF_KTHREAD) {
        reader->task->have |= NEED_STATM | NEED_MEM;
        return 0;
    }
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
 * The owner of a task's directory is its effective user, even if the task is not dumpable: the
 * kernel replaces it by root only for the files inside (task_dump_owner()). In a recorded tree the
 * directory belongs to whoever copied it, so status is used there, and wherever it was read anyway.
 */
static int read_owner(const struct task_reader *reader)
{
    const struct thread_cursor *cursor = &reader->source->cursor;
    struct task *task = reader->task;
    struct stat directory;

    if (task->kind == TASK_THREAD && task->tid == cursor->single && !task->status) {
        task->euid = cursor->euid;
        task->egid = cursor->egid;
    } else if (reader->source->base.live && !task->status) {
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

/* comm is the smallest file with the name; kernels before 2.6.33 have the name only in stat. */
static int read_comm(const struct task_reader *reader)
{
    struct proc_source *source = reader->source;
    ssize_t len = source->lacks_comm ? -ENOENT : task_reader_read_filled(reader, "comm");
    const char *name = source->buffer.data;
    struct stat_line line;

    if (len > 0) {
        if (name[len - 1] == '\n')
            len--;
        return task_reader_set_comm(reader, name, (size_t)len);
    }
    if (len != -ENOENT)
        return (int)len;
    len = task_reader_read_filled(reader, "stat");
    if (len < 0)
        return (int)len;
    if (!stat_parse(source->buffer.data, (size_t)len, &line))
        return -ENOENT;
    source->lacks_comm = true;
    return task_reader_set_comm(reader, line.comm, line.comm_len);
}

/* The groups whose files are read for `need`, so that no figure is read twice. */
static need_t files_for(const struct proc_source *source, need_t need)
{
    if (need & NEED_OWNER && !source->base.live)
        need |= NEED_STATUS;
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

/* Whether statm has to be read: not just for sizes that another file has provided meanwhile. */
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
        result = task_stat_read(reader, files);
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

/* Unread groups count as read, so that they are not requested again, and have no value. */
static int leave_unread(const struct task_reader *reader, need_t groups)
{
    struct task *task = reader->task;

    if (groups & NEED_DETAILS && !snapshot_add_details(reader->snapshot, task))
        return -ENOMEM;
    if (groups & NEED_CMDLINE)
        task->cmdline = "";
    if (groups & NEED_WCHAN)
        task->wchan = "";
    task->stat_unread = task->stat_unread || groups & NEED_STAT;
    task->is_left_out = task->is_left_out || groups;
    task->have |= groups;
    return 0;
}

/* Reads groups in a turn of their own, of this process or SOURCE_HOST. As needs_read(). */
static int read_in_turn(const struct task_reader *reader, pid_t tgid, need_t need)
{
    /* stat may be read for other groups, too. */
    const need_t asked = need | (files_for(reader->source, need) & NEED_STAT & ~reader->task->have);
    need_t missing = source_allows(&reader->source->base, tgid, asked);
    const need_t unread = asked & ~missing; /* an earlier reader is still blocked on them */
    int scan_result = 0;
    int details_result = 0;

    /* NLWP would have come from stat. */
    if (unread & NEED_STAT && missing & NEED_NLWP)
        missing |= NEED_STATUS;

    if (missing & NEED_SCANNED)
        scan_result = read_scanned(reader, missing & NEED_SCANNED);
    if (missing & ~(need_t)NEED_SCANNED)
        details_result = details_read(reader, missing & ~(need_t)NEED_SCANNED);
    if (unread && details_result >= 0)
        details_result = leave_unread(reader, unread);
    return details_result < 0 ? details_result : scan_result;
}

int needs_read(const struct task_reader *reader, need_t need)
{
    const need_t missing = need & ~reader->task->have;
    const need_t holder = missing & NEED_LOCK_HOLDER;
    const need_t of_host = missing & NEED_MAY_BLOCK_ON_HOST;
    const int result = read_in_turn(reader, reader->task->tgid, missing & ~(holder | of_host));
    int other_result = 0;

    /* By itself: its reader ends in the turn of the lock's holder. */
    if (holder && (result == 0 || task_is_lost(result)))
        other_result = read_in_turn(reader, reader->task->tgid, holder);
    if (of_host && other_result == 0 && (result == 0 || task_is_lost(result)))
        other_result = read_in_turn(reader, SOURCE_HOST, of_host);
    return other_result < 0 ? other_result : result;
}
