/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Kinds of waits by wait channel: kernel functions, of different versions, that sleep for one kind
 * of event. Generic ones, such as wait_woken(), are not listed.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/wait/wait.h"

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

/* A name without a terminating NUL. */
struct span {
    const char *text;
    size_t len;
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
    const struct channel *found = bsearch(&span, channels, sizeof(channels) / sizeof(channels[0]),
                                          sizeof(channels[0]), compare_channel);

    return found ? found->kind : WAIT_UNKNOWN;
}
