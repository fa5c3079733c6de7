/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/target.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/source/source.h"

/* Missing in headers of older systems; the same on all architectures except alpha. */
#define CALL_SEND_SIGNAL 424 /* pidfd_send_signal(2) */
#define CALL_OPEN        434 /* pidfd_open(2) */

static int open_process(pid_t tgid)
{
    const long process = syscall(CALL_OPEN, tgid, 0);

    return process < 0 ? -errno : (int)process;
}

static int signal_process(int process, int signal)
{
    return syscall(CALL_SEND_SIGNAL, process, signal, NULL, 0) < 0 ? -errno : 0;
}

static int signal_task(pid_t pid, int signal)
{
    return kill(pid, signal) < 0 ? -errno : 0;
}

static int set_nice(pid_t pid, int value)
{
    return setpriority(PRIO_PROCESS, (id_t)pid, value) < 0 ? -errno : 0;
}

/* proc(5): sets the nice value of the autogroup, which is mostly a session. */
static int set_autogroup(pid_t pid, int value)
{
    char path[64], text[16];
    int fd, len, result = 0;

    snprintf(path, sizeof(path), "/proc/%d/autogroup", (int)pid);
    len = snprintf(text, sizeof(text), "%d", value);
    fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    if (write(fd, text, (size_t)len) < 0)
        result = -errno;
    close(fd);
    return result;
}

const struct target_calls target_system = {
    .open_process = open_process,
    .signal_process = signal_process,
    .signal_task = signal_task,
    .set_nice = set_nice,
    .set_autogroup = set_autogroup,
    .read_start = process_start_read,
};

int target_check(const struct target_calls *calls, pid_t pid, const struct task_identity *shown)
{
    uint64_t start_ns;
    int result = shown->known ? calls->read_start(pid, &start_ns) : -ENOSYS;

    if (result == -ENOSYS) /* no start time to compare */
        return 0;
    if (result < 0)
        return result;
    return start_ns == shown->start_ns ? 0 : TARGET_REPLACED;
}

int target_signal(const struct target_calls *calls, pid_t pid, const struct task_identity *shown,
                  int signal)
{
    /* A signal to a thread goes to its process, as with kill(2). */
    const int process = calls->open_process(shown->tid ? shown->tgid : pid);
    int result;

    if (process == -ESRCH)
        return process;
    /* After the pidfd was opened: it never refers to another process, even if the PID is reused. */
    result = target_check(calls, pid, shown);
    if (result == 0)
        result = process < 0 ? -ENOSYS : calls->signal_process(process, signal);
    /* Without pidfd, or with an entered TID of a thread that is not on the screen. */
    if (result == -ENOSYS)
        result = calls->signal_task(pid, signal);
    if (process >= 0)
        close(process);
    return result;
}

int target_set_nice(const struct target_calls *calls, pid_t pid, const struct task_identity *shown,
                    int value)
{
    const int result = target_check(calls, pid, shown);

    return result == 0 ? calls->set_nice(pid, value) : result;
}

int target_set_autogroup(const struct target_calls *calls, pid_t pid,
                         const struct task_identity *shown, int value)
{
    const int result = target_check(calls, pid, shown);

    return result == 0 ? calls->set_autogroup(pid, value) : result;
}
