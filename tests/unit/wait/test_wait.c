/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Kinds of waits, by what kernels have said of tasks whose waits were known. */
#include "lib/wait/wait.h"

#include <string.h>

#include "lib/base/task_flags.h"
#include "tests/unit/run.h"

#define USER   "in user space" /* in place of a call */
#define RUNS   "running"
#define SECRET NULL /* the reader may not know */

static const struct {
    const char *call, *channel, *file;
    const char *kind; /* "?" in front: what is missing could change it */
} sleepers[] = {
    {RUNS, "", "", "run"},
    {"futex", "", "", "futex"},
    {"futex_waitv", "futex_wait_multiple", "", "futex"},
    {SECRET, "futex_wait_queue", "", "futex"},
    {SECRET, "futex_do_wait", "", "futex"},
    {SECRET, "futex_wait_queue_me", "", "futex"},
    {"restart_syscall", "futex_wait_queue", "", "futex"},
    {"restart_syscall", "hrtimer_nanosleep", "", "timer"},
    {"restart_syscall", "do_syscall_64", "", "timer"},
    {"restart_syscall", "", "", "?other"},
    {"io_uring_enter", "", "", "?uring"},
    {"io_uring_enter", "io_cqring_wait", "", "uring"},
    {"io_uring_enter", "folio_wait_bit_common", "", "disk"},
    {"epoll_wait", "", "", "poll"},
    {"pselect6", "poll_schedule_timeout.constprop.0", "", "poll"},
    {SECRET, "poll_schedule_timeout.constprop.0", "", "poll"},
    {SECRET, "ep_poll", "", "poll"},
    {"clock_nanosleep", "", "", "timer"},
    {SECRET, "hrtimer_nanosleep", "", "timer"},
    {"wait4", "do_wait", "", "child"},
    {SECRET, "do_wait", "", "child"},
    {"vfork", "kernel_clone", "", "child"},
    {"clone", "kernel_clone", "", "child"},
    {"read", "", "", "?file"},
    {"read", "pipe_read", "", "pipe"},
    {"read", "anon_pipe_read", "", "pipe"},
    {"read", "wait_woken", "", "?file"}, /* of a terminal or of a socket */
    {"read", "wait_woken", "socket:[7]", "socket"},
    {"read", "wait_woken", "/dev/pts/3", "tty"},
    {"read", "unix_stream_read_generic", "", "socket"},
    {"read", "folio_wait_bit_common", "", "disk"},
    {"read", "request_wait_answer", "", "file"},
    {"read", "", "anon_inode:[timerfd]", "timer"},
    {"read", "", "/proc/kmsg", "file"},
    {"write", "pipe_write", "", "pipe"},
    {"recvfrom", "wait_woken", "", "socket"},
    {"accept4", "inet_csk_accept", "", "socket"},
    {SECRET, "wait_woken", "", "?other"},
    {"openat", "wait_for_partner", "", "pipe"},
    {"flock", "", "", "filelock"},
    {"fcntl", "fcntl_setlk", "", "filelock"},
    {"fcntl", "do_lock_file_wait", "", "filelock"},
    {"fsync", "jbd2_log_wait_commit", "", "disk"},
    {"pause", "", "", "signal"},
    {SECRET, "__x64_sys_pause", "", "signal"},
    {"rt_sigtimedwait", "do_sigtimedwait", "", "signal"},
    {"semtimedop", "", "", "ipc"},
    {"mmap", "rwsem_down_write_slowpath", "", "klock"},
    {"mmap", "", "", "?other"},
    {USER, "folio_wait_bit_common", "", "fault"},
    {USER, "", "", "?fault"},
    {USER, "do_freezer_trap", "", "stopped"},
    {SECRET, "handle_userfault", "", "fault"},
    {SECRET, "io_wq_worker", "", "idle"},
    {SECRET, "", "", "?-"},
    {SECRET, "some_new_function", "", "?other"},
};

LOOP(sleepers_are_told_apart, COUNT_OF(sleepers))
{
    const char *call = sleepers[_i].call, *kind = sleepers[_i].kind;
    const bool runs = call && strcmp(call, RUNS) == 0;
    const bool in_user_space = call && strcmp(call, USER) == 0;
    const struct wait_facts facts = {
        .call = runs || in_user_space ? NULL : call,
        .runs = runs,
        .in_user_space = in_user_space,
        .channel = sleepers[_i].channel,
        .file = sleepers[_i].file,
    };
    const struct wait_answer answer = wait_of_sleeper(&facts);
    const char *name = wait_name(answer.kind);

    ck_assert_str_eq(name ? name : "-", kind + (*kind == '?'));
    ck_assert_int_eq(answer.is_sure, *kind != '?');
}

static const struct {
    char state;
    uint32_t flags;
    enum wait_kind sleeps_for, kind;
} tasks[] = {
    {'S', 0, WAIT_FUTEX, WAIT_FUTEX},
    {'S', 0, WAIT_UNKNOWN, WAIT_UNKNOWN},
    {'R', 0, WAIT_FUTEX, WAIT_RUN}, /* it has begun to wait since */
    {'D', 0, WAIT_DISK, WAIT_DISK},
    {'T', 0, WAIT_TIMER, WAIT_STOPPED},
    {'t', 0, WAIT_TIMER, WAIT_TRACED},
    {'Z', 0, WAIT_UNKNOWN, WAIT_UNKNOWN},
    {'X', 0, WAIT_OTHER, WAIT_UNKNOWN},
    {'I', PF_KTHREAD, WAIT_UNKNOWN, WAIT_IDLE},
    {'S', PF_KTHREAD, WAIT_OTHER, WAIT_IDLE},
    {'D', PF_KTHREAD, WAIT_DISK, WAIT_DISK},
    {'D', PF_KTHREAD, WAIT_UNKNOWN, WAIT_OTHER},
    {'R', PF_KTHREAD, WAIT_UNKNOWN, WAIT_RUN},
};

LOOP(states_come_first, COUNT_OF(tasks))
{
    ck_assert_int_eq(wait_of_task(tasks[_i].state, tasks[_i].flags, tasks[_i].sleeps_for),
                     tasks[_i].kind);
}

CASE(every_kind_has_a_name)
{
    ck_assert_ptr_null(wait_name(WAIT_UNKNOWN));
    for (int kind = WAIT_UNKNOWN + 1; kind < WAIT_KINDS; kind++)
        ck_assert_ptr_nonnull(wait_name((enum wait_kind)kind));
    ck_assert_ptr_null(wait_name(WAIT_KINDS));
}
