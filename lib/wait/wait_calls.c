/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kinds of waits by system call. */
#include <stdlib.h>
#include <string.h>

#include "lib/wait/wait.h"

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
    return bsearch(name, calls, sizeof(calls) / sizeof(calls[0]), sizeof(calls[0]), compare_row);
}
