/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/wait/wait.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/span.h"
#include "lib/base/task_flags.h"

static const char *const names[WAIT_KINDS] = {
    [WAIT_RUN] = "run",           [WAIT_FUTEX] = "futex",   [WAIT_LOCK] = "lock",
    [WAIT_COND] = "cond",         [WAIT_JOIN] = "join",     [WAIT_SEM] = "sem",
    [WAIT_URING] = "uring",       [WAIT_POLL] = "poll",     [WAIT_SOCKET] = "socket",
    [WAIT_PIPE] = "pipe",         [WAIT_TTY] = "tty",       [WAIT_FILE] = "file",
    [WAIT_FILELOCK] = "filelock", [WAIT_DISK] = "disk",     [WAIT_TIMER] = "timer",
    [WAIT_CHILD] = "child",       [WAIT_SIGNAL] = "signal", [WAIT_IPC] = "ipc",
    [WAIT_FAULT] = "fault",       [WAIT_KLOCK] = "klock",   [WAIT_STOPPED] = "stopped",
    [WAIT_TRACED] = "traced",     [WAIT_IDLE] = "idle",     [WAIT_OTHER] = "other",
};

const char *wait_name(enum wait_kind kind)
{
    return kind < WAIT_KINDS ? names[kind] : NULL;
}

/* --- by system call --- */

#define SURE    .is_sure = true
#define UNSURE  .is_sure = false
#define OF_FILE .begins_with_file = true

static const struct wait_row calls[] = {
    {"_newselect", WAIT_POLL, SURE},
    {"accept", WAIT_SOCKET, SURE, OF_FILE},
    {"accept4", WAIT_SOCKET, SURE, OF_FILE},
    {"clock_nanosleep", WAIT_TIMER, SURE},
    {"clock_nanosleep_time64", WAIT_TIMER, SURE},
    {"clone", WAIT_CHILD, UNSURE},
    {"clone3", WAIT_CHILD, UNSURE},
    {"connect", WAIT_SOCKET, SURE, OF_FILE},
    {"copy_file_range", WAIT_OTHER, OF_FILE},
    {"epoll_pwait", WAIT_POLL, SURE, OF_FILE},
    {"epoll_pwait2", WAIT_POLL, SURE, OF_FILE},
    {"epoll_wait", WAIT_POLL, SURE, OF_FILE},
    {"fallocate", WAIT_OTHER, OF_FILE},
    {"fcntl", WAIT_FILELOCK, OF_FILE},
    {"fcntl64", WAIT_FILELOCK, OF_FILE},
    {"fdatasync", WAIT_DISK, OF_FILE},
    {"flock", WAIT_FILELOCK, SURE, OF_FILE},
    {"fstat", WAIT_OTHER, OF_FILE},
    {"fsync", WAIT_DISK, OF_FILE},
    {"ftruncate", WAIT_OTHER, OF_FILE},
    {"ftruncate64", WAIT_OTHER, OF_FILE},
    {"futex", WAIT_FUTEX, SURE},
    {"futex_time64", WAIT_FUTEX, SURE},
    {"futex_wait", WAIT_FUTEX, SURE},
    {"futex_waitv", WAIT_FUTEX, SURE},
    {"getdents", WAIT_FILE, OF_FILE},
    {"getdents64", WAIT_FILE, OF_FILE},
    {"io_getevents", WAIT_POLL, SURE},
    {"io_pgetevents", WAIT_POLL, SURE},
    {"io_pgetevents_time64", WAIT_POLL, SURE},
    {"io_uring_enter", WAIT_URING, OF_FILE},
    {"ioctl", WAIT_OTHER, OF_FILE},
    {"mq_timedreceive", WAIT_IPC, SURE, OF_FILE},
    {"mq_timedreceive_time64", WAIT_IPC, SURE, OF_FILE},
    {"mq_timedsend", WAIT_IPC, SURE, OF_FILE},
    {"mq_timedsend_time64", WAIT_IPC, SURE, OF_FILE},
    {"msgrcv", WAIT_IPC, SURE},
    {"msgsnd", WAIT_IPC, SURE},
    {"nanosleep", WAIT_TIMER, SURE},
    {"open", WAIT_FILE, UNSURE},
    {"openat", WAIT_FILE, UNSURE},
    {"openat2", WAIT_FILE, UNSURE},
    {"pause", WAIT_SIGNAL, SURE},
    {"poll", WAIT_POLL, SURE},
    {"ppoll", WAIT_POLL, SURE},
    {"ppoll_time64", WAIT_POLL, SURE},
    {"pread64", WAIT_FILE, OF_FILE},
    {"preadv", WAIT_FILE, OF_FILE},
    {"preadv2", WAIT_FILE, OF_FILE},
    {"pselect6", WAIT_POLL, SURE},
    {"pselect6_time64", WAIT_POLL, SURE},
    {"pwrite64", WAIT_FILE, OF_FILE},
    {"pwritev", WAIT_FILE, OF_FILE},
    {"pwritev2", WAIT_FILE, OF_FILE},
    {"read", WAIT_FILE, OF_FILE},
    {"readv", WAIT_FILE, OF_FILE},
    {"recv", WAIT_SOCKET, SURE, OF_FILE},
    {"recvfrom", WAIT_SOCKET, SURE, OF_FILE},
    {"recvmmsg", WAIT_SOCKET, SURE, OF_FILE},
    {"recvmmsg_time64", WAIT_SOCKET, SURE, OF_FILE},
    {"recvmsg", WAIT_SOCKET, SURE, OF_FILE},
    {"rt_sigsuspend", WAIT_SIGNAL, SURE},
    {"rt_sigtimedwait", WAIT_SIGNAL, SURE},
    {"rt_sigtimedwait_time64", WAIT_SIGNAL, SURE},
    {"select", WAIT_POLL, SURE},
    {"semop", WAIT_IPC, SURE},
    {"semtimedop", WAIT_IPC, SURE},
    {"semtimedop_time64", WAIT_IPC, SURE},
    {"send", WAIT_SOCKET, SURE, OF_FILE},
    {"sendfile", WAIT_FILE, OF_FILE},
    {"sendfile64", WAIT_FILE, OF_FILE},
    {"sendmmsg", WAIT_SOCKET, SURE, OF_FILE},
    {"sendmsg", WAIT_SOCKET, SURE, OF_FILE},
    {"sendto", WAIT_SOCKET, SURE, OF_FILE},
    {"sigsuspend", WAIT_SIGNAL, SURE},
    {"socketcall", WAIT_SOCKET, SURE},
    {"splice", WAIT_FILE, OF_FILE},
    {"sync", WAIT_DISK, UNSURE},
    {"sync_file_range", WAIT_DISK, OF_FILE},
    {"syncfs", WAIT_DISK, OF_FILE},
    {"tee", WAIT_PIPE, OF_FILE},
    {"vfork", WAIT_CHILD, SURE},
    {"vmsplice", WAIT_PIPE, OF_FILE},
    {"wait4", WAIT_CHILD, SURE},
    {"waitid", WAIT_CHILD, SURE},
    {"waitpid", WAIT_CHILD, SURE},
    {"write", WAIT_FILE, OF_FILE},
    {"writev", WAIT_FILE, OF_FILE},
};

static int compare_row(const void *name, const void *row)
{
    return strcmp(name, ((const struct wait_row *)row)->name);
}

const struct wait_row *wait_find_call(const char *name)
{
    return bsearch(name, calls, ARRAY_COUNT(calls), sizeof(calls[0]), compare_row);
}

/* --- by wait channel --- */

/*
 * Kernel functions, of different versions, that sleep for one kind of event. Generic ones, such as
 * wait_woken(), are not listed.
 */
struct channel {
    const char *function;
    enum wait_kind kind;
};

/* By name. */
static const struct channel channels[] = {
    {"__arm64_sys_pause", WAIT_SIGNAL},
    {"__break_lease", WAIT_FILELOCK},
    {"__do_semtimedop", WAIT_IPC},
    {"__do_sys_pause", WAIT_SIGNAL},
    {"__down", WAIT_KLOCK},
    {"__down_interruptible", WAIT_KLOCK},
    {"__filemap_fdatawait_range", WAIT_DISK},
    {"__folio_lock", WAIT_DISK},
    {"__folio_lock_killable", WAIT_DISK},
    {"__futex_wait", WAIT_FUTEX},
    {"__ia32_sys_pause", WAIT_SIGNAL},
    {"__iomap_dio_rw", WAIT_DISK},
    {"__lock_page", WAIT_DISK},
    {"__lock_page_killable", WAIT_DISK},
    {"__mutex_lock", WAIT_KLOCK},
    {"__mutex_lock_killable_slowpath", WAIT_KLOCK},
    {"__mutex_lock_slowpath", WAIT_KLOCK},
    {"__refrigerator", WAIT_STOPPED},
    {"__s390x_sys_pause", WAIT_SIGNAL},
    {"__skb_recv_datagram", WAIT_SOCKET},
    {"__skb_wait_for_more_packets", WAIT_SOCKET},
    {"__wait_on_buffer", WAIT_DISK},
    {"__x64_sys_pause", WAIT_SIGNAL},
    {"_do_fork", WAIT_CHILD},
    {"anon_pipe_read", WAIT_PIPE},
    {"anon_pipe_write", WAIT_PIPE},
    {"autofs_wait", WAIT_FILE},
    {"balance_dirty_pages", WAIT_DISK},
    {"bit_wait_io", WAIT_DISK},
    {"blk_execute_rq", WAIT_DISK},
    {"blk_mq_get_tag", WAIT_DISK},
    {"call_rwsem_down_read_failed", WAIT_KLOCK},
    {"call_rwsem_down_write_failed", WAIT_KLOCK},
    {"common_nsleep", WAIT_TIMER},
    {"congestion_wait", WAIT_DISK},
    {"core_sys_select", WAIT_POLL},
    {"do_epoll_wait", WAIT_POLL},
    {"do_fork", WAIT_CHILD},
    {"do_freezer_trap", WAIT_STOPPED},
    {"do_futex", WAIT_FUTEX},
    {"do_get_write_access", WAIT_DISK},
    {"do_jobctl_trap", WAIT_TRACED},
    {"do_lock_file_wait", WAIT_FILELOCK},
    {"do_msgrcv", WAIT_IPC},
    {"do_msgsnd", WAIT_IPC},
    {"do_nanosleep", WAIT_TIMER},
    {"do_poll", WAIT_POLL},
    {"do_select", WAIT_POLL},
    {"do_semtimedop", WAIT_IPC},
    {"do_signal_stop", WAIT_STOPPED},
    {"do_sigtimedwait", WAIT_SIGNAL},
    {"do_sys_poll", WAIT_POLL},
    {"do_wait", WAIT_CHILD},
    {"ep_poll", WAIT_POLL},
    {"eventfd_read", WAIT_POLL},
    {"fcntl_setlk", WAIT_FILELOCK},
    {"fcntl_setlk64", WAIT_FILELOCK},
    {"fifo_open", WAIT_PIPE},
    {"flock_lock_inode_wait", WAIT_FILELOCK},
    {"folio_wait_bit", WAIT_DISK},
    {"folio_wait_bit_common", WAIT_DISK},
    {"folio_wait_writeback", WAIT_DISK},
    {"fuse_dev_do_read", WAIT_FILE},
    {"futex_do_wait", WAIT_FUTEX},
    {"futex_lock_pi", WAIT_FUTEX},
    {"futex_wait", WAIT_FUTEX},
    {"futex_wait_multiple", WAIT_FUTEX},
    {"futex_wait_queue", WAIT_FUTEX},
    {"futex_wait_queue_me", WAIT_FUTEX},
    {"futex_wait_requeue_pi", WAIT_FUTEX},
    {"handle_userfault", WAIT_FAULT},
    {"hrtimer_nanosleep", WAIT_TIMER},
    {"inet_csk_accept", WAIT_SOCKET},
    {"inet_stream_connect", WAIT_SOCKET},
    {"inet_wait_for_connect", WAIT_SOCKET},
    {"inode_dio_wait", WAIT_DISK},
    {"inotify_read", WAIT_POLL},
    {"io_cqring_wait", WAIT_URING},
    {"io_schedule", WAIT_DISK},
    {"io_sq_thread", WAIT_IDLE},
    {"io_wq_worker", WAIT_IDLE},
    {"io_wqe_worker", WAIT_IDLE},
    {"iomap_dio_rw", WAIT_DISK},
    {"jbd2_log_wait_commit", WAIT_DISK},
    {"kernel_clone", WAIT_CHILD},
    {"kthread_worker_fn", WAIT_IDLE},
    {"kthreadd", WAIT_IDLE},
    {"locks_lock_inode_wait", WAIT_FILELOCK},
    {"n_tty_read", WAIT_TTY},
    {"n_tty_write", WAIT_TTY},
    {"nfs_wait_bit_killable", WAIT_FILE},
    {"percpu_rwsem_wait", WAIT_KLOCK},
    {"pipe_read", WAIT_PIPE},
    {"pipe_wait", WAIT_PIPE},
    {"pipe_wait_readable", WAIT_PIPE},
    {"pipe_wait_writable", WAIT_PIPE},
    {"pipe_write", WAIT_PIPE},
    {"poll_schedule_timeout", WAIT_POLL},
    {"posix_lock_inode_wait", WAIT_FILELOCK},
    {"ptrace_do_notify", WAIT_TRACED},
    {"ptrace_stop", WAIT_TRACED},
    {"request_wait_answer", WAIT_FILE},
    {"rescuer_thread", WAIT_IDLE},
    {"rpc_wait_bit_killable", WAIT_FILE},
    {"rq_qos_wait", WAIT_DISK},
    {"rwsem_down_read_slowpath", WAIT_KLOCK},
    {"rwsem_down_write_slowpath", WAIT_KLOCK},
    {"signalfd_dequeue", WAIT_SIGNAL},
    {"sigsuspend", WAIT_SIGNAL},
    {"sk_stream_wait_connect", WAIT_SOCKET},
    {"sk_stream_wait_memory", WAIT_SOCKET},
    {"sk_wait_data", WAIT_SOCKET},
    {"smpboot_thread_fn", WAIT_IDLE},
    {"sock_alloc_send_pskb", WAIT_SOCKET},
    {"submit_bio_wait", WAIT_DISK},
    {"sys_pause", WAIT_SIGNAL},
    {"timerfd_read", WAIT_TIMER},
    {"tty_wait_until_sent", WAIT_TTY},
    {"unix_stream_data_wait", WAIT_SOCKET},
    {"unix_stream_read_generic", WAIT_SOCKET},
    {"unix_wait_for_peer", WAIT_SOCKET},
    {"vhost_task_fn", WAIT_IDLE},
    {"wait_for_partner", WAIT_PIPE},
    {"wait_on_page_bit", WAIT_DISK},
    {"wait_on_page_bit_common", WAIT_DISK},
    {"wait_on_page_writeback", WAIT_DISK},
    {"wait_transaction_locked", WAIT_DISK},
    {"wbt_wait", WAIT_DISK},
    {"worker_thread", WAIT_IDLE},
    {"wq_sleep", WAIT_IPC},
    {"xfs_buf_iowait", WAIT_DISK},
    {"xlog_wait", WAIT_DISK},
};

static int compare_channel(const void *key, const void *row)
{
    const struct span *span = key;
    const char *function = ((const struct channel *)row)->function;
    const int result = strncmp(span->text, function, span->len);

    return result == 0 && function[span->len] ? -1 : result;
}

enum wait_kind wait_find_channel(const char *channel)
{
    const struct span span = {channel, strcspn(channel, ".")};
    const struct channel *found =
        bsearch(&span, channels, ARRAY_COUNT(channels), sizeof(channels[0]), compare_channel);

    return found ? found->kind : WAIT_UNKNOWN;
}

/* --- by file --- */

/* By the target of a link in /proc/PID/fd. */
static enum wait_kind find_file(const char *file)
{
    static const struct {
        const char *start;
        enum wait_kind kind;
    } files[] = {
        {"socket:", WAIT_SOCKET},
        {"pipe:", WAIT_PIPE},
        {"/dev/pts/", WAIT_TTY},
        {"/dev/tty", WAIT_TTY},
        {"/dev/console", WAIT_TTY},
        {"/dev/hvc", WAIT_TTY},
        {"anon_inode:[timerfd]", WAIT_TIMER},
        {"anon_inode:[signalfd]", WAIT_SIGNAL},
        {"anon_inode:[eventfd]", WAIT_POLL},
        {"anon_inode:[fanotify]", WAIT_POLL},
        {"anon_inode:inotify", WAIT_POLL},
    };

    for (size_t i = 0; i < ARRAY_COUNT(files); i++)
        if (strncmp(file, files[i].start, strlen(files[i].start)) == 0)
            return files[i].kind;
    return *file ? WAIT_FILE : WAIT_UNKNOWN;
}

/* --- of a task --- */

/*
 * A task that sleeps outside of a system call handles a page fault, unless it was stopped on its
 * way back to user space, where nothing else sleeps.
 */
static struct wait_answer wait_in_user_space(const char *channel)
{
    const enum wait_kind kind = wait_find_channel(channel);

    if (kind == WAIT_STOPPED || kind == WAIT_TRACED)
        return (struct wait_answer){kind, true};
    return (struct wait_answer){WAIT_FAULT, *channel != '\0'};
}

struct wait_answer wait_of_sleeper(const struct wait_facts *facts)
{
    const struct wait_row *row = facts->call ? wait_find_call(facts->call) : NULL;
    enum wait_kind kind;

    if (facts->runs)
        return (struct wait_answer){WAIT_RUN, true};
    if (facts->in_user_space)
        return wait_in_user_space(facts->channel);
    if (facts->futex.kind != WAIT_UNKNOWN)
        return facts->futex;
    if (row && row->is_sure)
        return (struct wait_answer){row->kind, true};
    kind = wait_find_channel(facts->channel);
    if (kind != WAIT_UNKNOWN)
        return (struct wait_answer){kind, true};
    /* A restarted sleep has no function in the table of channels. */
    if (facts->call && strcmp(facts->call, "restart_syscall") == 0 && *facts->channel)
        return (struct wait_answer){WAIT_TIMER, true};
    if (row && row->kind == WAIT_FILE && *facts->file)
        return (struct wait_answer){find_file(facts->file), true};
    if (row)
        return (struct wait_answer){row->kind, false};
    return (struct wait_answer){facts->call || *facts->channel ? WAIT_OTHER : WAIT_UNKNOWN, false};
}

/* Kernel threads sleep uninterruptibly in the middle of work, and otherwise until there is work. */
static enum wait_kind wait_of_kernel_thread(char state, enum wait_kind sleeps_for)
{
    if (state != STATE_BLOCKED)
        return WAIT_IDLE;
    return sleeps_for == WAIT_UNKNOWN ? WAIT_OTHER : sleeps_for;
}

enum wait_kind wait_of_task(char state, uint32_t flags, enum wait_kind sleeps_for)
{
    switch (state) {
    case STATE_RUNNING:
        return WAIT_RUN;
    case STATE_STOPPED:
        return WAIT_STOPPED;
    case STATE_TRACED:
        return WAIT_TRACED;
    case STATE_IDLE:
        return WAIT_IDLE;
    case STATE_ZOMBIE:
    case 'X':
    case 'x':
        return WAIT_UNKNOWN;
    default:
        return flags & PF_KTHREAD ? wait_of_kernel_thread(state, sleeps_for) : sleeps_for;
    }
}
