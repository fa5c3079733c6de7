/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the system calls wait for that are found asleep. */
#include <stdlib.h>
#include <string.h>

#include "lib/wait/wait.h"

/* Of calls that are not sure the channel may say more; of those for any file, the file. */
static const struct wait_row calls[] = {
    {"_newselect", WAIT_POLL, true},
    {"accept", WAIT_SOCKET, true},
    {"accept4", WAIT_SOCKET, true},
    {"clock_nanosleep", WAIT_TIMER, true},
    {"clock_nanosleep_time64", WAIT_TIMER, true},
    {"clone", WAIT_CHILD, false},
    {"clone3", WAIT_CHILD, false},
    {"connect", WAIT_SOCKET, true},
    {"epoll_pwait", WAIT_POLL, true},
    {"epoll_pwait2", WAIT_POLL, true},
    {"epoll_wait", WAIT_POLL, true},
    {"fcntl", WAIT_FILELOCK, false},
    {"fcntl64", WAIT_FILELOCK, false},
    {"fdatasync", WAIT_DISK, false},
    {"flock", WAIT_FILELOCK, true},
    {"fsync", WAIT_DISK, false},
    {"futex", WAIT_FUTEX, true},
    {"futex_time64", WAIT_FUTEX, true},
    {"futex_wait", WAIT_FUTEX, true},
    {"futex_waitv", WAIT_FUTEX, true},
    {"getdents", WAIT_FILE, false},
    {"getdents64", WAIT_FILE, false},
    {"io_getevents", WAIT_POLL, true},
    {"io_pgetevents", WAIT_POLL, true},
    {"io_pgetevents_time64", WAIT_POLL, true},
    {"io_uring_enter", WAIT_POLL, false},
    {"mq_timedreceive", WAIT_IPC, true},
    {"mq_timedreceive_time64", WAIT_IPC, true},
    {"mq_timedsend", WAIT_IPC, true},
    {"mq_timedsend_time64", WAIT_IPC, true},
    {"msgrcv", WAIT_IPC, true},
    {"msgsnd", WAIT_IPC, true},
    {"nanosleep", WAIT_TIMER, true},
    {"open", WAIT_FILE, false},
    {"openat", WAIT_FILE, false},
    {"openat2", WAIT_FILE, false},
    {"pause", WAIT_SIGNAL, true},
    {"poll", WAIT_POLL, true},
    {"ppoll", WAIT_POLL, true},
    {"ppoll_time64", WAIT_POLL, true},
    {"pread64", WAIT_FILE, false},
    {"preadv", WAIT_FILE, false},
    {"preadv2", WAIT_FILE, false},
    {"pselect6", WAIT_POLL, true},
    {"pselect6_time64", WAIT_POLL, true},
    {"pwrite64", WAIT_FILE, false},
    {"pwritev", WAIT_FILE, false},
    {"pwritev2", WAIT_FILE, false},
    {"read", WAIT_FILE, false},
    {"readv", WAIT_FILE, false},
    {"recv", WAIT_SOCKET, true},
    {"recvfrom", WAIT_SOCKET, true},
    {"recvmmsg", WAIT_SOCKET, true},
    {"recvmmsg_time64", WAIT_SOCKET, true},
    {"recvmsg", WAIT_SOCKET, true},
    {"rt_sigsuspend", WAIT_SIGNAL, true},
    {"rt_sigtimedwait", WAIT_SIGNAL, true},
    {"rt_sigtimedwait_time64", WAIT_SIGNAL, true},
    {"select", WAIT_POLL, true},
    {"semop", WAIT_IPC, true},
    {"semtimedop", WAIT_IPC, true},
    {"semtimedop_time64", WAIT_IPC, true},
    {"send", WAIT_SOCKET, true},
    {"sendfile", WAIT_FILE, false},
    {"sendfile64", WAIT_FILE, false},
    {"sendmmsg", WAIT_SOCKET, true},
    {"sendmsg", WAIT_SOCKET, true},
    {"sendto", WAIT_SOCKET, true},
    {"sigsuspend", WAIT_SIGNAL, true},
    {"socketcall", WAIT_SOCKET, true},
    {"splice", WAIT_FILE, false},
    {"sync", WAIT_DISK, false},
    {"sync_file_range", WAIT_DISK, false},
    {"syncfs", WAIT_DISK, false},
    {"tee", WAIT_PIPE, false},
    {"vfork", WAIT_CHILD, true},
    {"vmsplice", WAIT_PIPE, false},
    {"wait4", WAIT_CHILD, true},
    {"waitid", WAIT_CHILD, true},
    {"waitpid", WAIT_CHILD, true},
    {"write", WAIT_FILE, false},
    {"writev", WAIT_FILE, false},
};

static int compare_row(const void *name, const void *row)
{
    return strcmp(name, ((const struct wait_row *)row)->name);
}

const struct wait_row *wait_find_call(const char *name)
{
    return bsearch(name, calls, sizeof(calls) / sizeof(calls[0]), sizeof(calls[0]), compare_row);
}
