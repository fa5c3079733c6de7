/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/wait/call.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/wait/wait.h"

const char *call_name(const struct task_syscall *call)
{
    const struct call_names *table = NULL;

    if (call->place != PLACE_CALL)
        return NULL;
    if (call->bits == 32)
        table = &call_names_32;
    if (call->bits == 64)
        table = &call_names_64;
    if (!table || call->number < 0 || (uint64_t)call->number >= table->count)
        return NULL;
    return table->names[call->number];
}

bool call_is_resumed(const struct task_syscall *call)
{
    const char *name = call_name(call);

    return name && strcmp(name, "restart_syscall") == 0;
}

int32_t call_descriptor(const char *name, const struct task_syscall *call)
{
    const struct wait_row *row = name ? wait_find_call(name) : NULL;

    if (!row || !row->begins_with_file)
        return -1;
    /* The kernel uses an int; the upper half is undefined. */
    return (int32_t)call->arguments[0];
}

bool call_futex(const char *name, const struct task_syscall *call, struct call_futex *futex)
{
    const uint64_t *arguments = call->arguments;

    if (!name)
        return false;
    if (strcmp(name, "futex") == 0 || strcmp(name, "futex_time64") == 0 || call->resumes_futex)
        *futex = (struct call_futex){
            .operation = (uint32_t)arguments[1],
            .expected = (uint32_t)arguments[2],
            .bitset = (uint32_t)arguments[5],
            .has_timeout = arguments[3] != 0,
        };
    else if (strcmp(name, "futex_wait") == 0)
        *futex = (struct call_futex){
            .operation = FUTEX_WAIT_BITSET | ((uint32_t)arguments[3] & FUTEX_PRIVATE),
            .expected = (uint32_t)arguments[1],
            .bitset = (uint32_t)arguments[2],
            .has_timeout = arguments[4] != 0,
        };
    else
        return false;
    futex->address = arguments[0];
    futex->is_private = (futex->operation & FUTEX_PRIVATE) != 0;
    return true;
}

void call_set_at(struct task_syscall *call)
{
    const char *name = call_name(call);
    const int32_t descriptor = call_descriptor(name, call);
    struct call_futex futex;

    call->at[0] = '\0';
    if (call_futex(name, call, &futex))
        snprintf(call->at, sizeof(call->at), "0x%" PRIx64, futex.address);
    else if (descriptor >= 0)
        snprintf(call->at, sizeof(call->at), "%" PRId32, descriptor);
}

/* --- text --- */

#define ARGUMENTS (sizeof(((struct task_syscall *)NULL)->arguments) / sizeof(uint64_t))

/*
 * Arguments of calls that sleep, named as in their manual pages: each a name and a letter for the
 * format. Registers after the last one are not arguments of the call.
 *
 *   d  an int                 w  an unsigned word of 32 bits
 *   u  an unsigned number     x  an address or flags     o  the operation of futex(2)
 */
static const struct signature {
    const char *name;
    const char *arguments;
} signatures[] = {
    {"accept", "fd:d addr:x addrlen:x"},
    {"accept4", "fd:d addr:x addrlen:x flags:x"},
    {"clock_nanosleep", "clockid:d flags:x request:x remain:x"},
    {"clock_nanosleep_time64", "clockid:d flags:x request:x remain:x"},
    {"connect", "fd:d addr:x addrlen:w"},
    {"epoll_pwait", "epfd:d events:x maxevents:d timeout:d sigmask:x"},
    {"epoll_pwait2", "epfd:d events:x maxevents:d timeout:x sigmask:x"},
    {"epoll_wait", "epfd:d events:x maxevents:d timeout:d"},
    {"fcntl", "fd:d op:d arg:x"},
    {"fcntl64", "fd:d op:d arg:x"},
    {"fdatasync", "fd:d"},
    {"flock", "fd:d op:d"},
    {"fsync", "fd:d"},
    {"futex", "uaddr:x op:o val:w timeout:x"},
    {"futex_time64", "uaddr:x op:o val:w timeout:x"},
    {"futex_wait", "uaddr:x val:w mask:x flags:x timeout:x clockid:d"},
    {"futex_waitv", "waiters:x nr_futexes:w flags:x timeout:x clockid:d"},
    {"io_getevents", "ctx:x min_nr:d nr:d events:x timeout:x"},
    {"io_uring_enter", "fd:d to_submit:w min_complete:w flags:x arg:x argsz:u"},
    {"ioctl", "fd:d op:x arg:x"},
    {"mq_timedreceive", "mqdes:d msg:x msg_len:u msg_prio:x timeout:x"},
    {"mq_timedsend", "mqdes:d msg:x msg_len:u msg_prio:w timeout:x"},
    {"msgrcv", "msqid:d msgp:x msgsz:u msgtyp:d msgflg:x"},
    {"msgsnd", "msqid:d msgp:x msgsz:u msgflg:x"},
    {"nanosleep", "request:x remain:x"},
    {"openat", "dirfd:d path:x flags:x mode:x"},
    {"pause", ""},
    {"poll", "fds:x nfds:u timeout:d"},
    {"ppoll", "fds:x nfds:u timeout:x sigmask:x"},
    {"ppoll_time64", "fds:x nfds:u timeout:x sigmask:x"},
    {"pread64", "fd:d buf:x count:u offset:u"},
    {"preadv", "fd:d iov:x iovcnt:w"},
    {"pselect6", "nfds:d readfds:x writefds:x exceptfds:x timeout:x sigmask:x"},
    {"pwrite64", "fd:d buf:x count:u offset:u"},
    {"pwritev", "fd:d iov:x iovcnt:w"},
    {"read", "fd:d buf:x count:u"},
    {"readv", "fd:d iov:x iovcnt:w"},
    {"recvfrom", "fd:d buf:x len:u flags:x addr:x addrlen:x"},
    {"recvmmsg", "fd:d msgvec:x vlen:w flags:x timeout:x"},
    {"recvmsg", "fd:d msg:x flags:x"},
    {"rt_sigsuspend", "mask:x sigsetsize:u"},
    {"rt_sigtimedwait", "set:x info:x timeout:x sigsetsize:u"},
    {"select", "nfds:d readfds:x writefds:x exceptfds:x timeout:x"},
    {"semop", "semid:d sops:x nsops:w"},
    {"semtimedop", "semid:d sops:x nsops:w timeout:x"},
    {"sendmsg", "fd:d msg:x flags:x"},
    {"sendto", "fd:d buf:x len:u flags:x addr:x addrlen:w"},
    {"wait4", "pid:d wstatus:x options:x rusage:x"},
    {"waitid", "idtype:d id:d info:x options:x rusage:x"},
    {"write", "fd:d buf:x count:u"},
    {"writev", "fd:d iov:x iovcnt:w"},
};

static int compare_names(const void *name, const void *row)
{
    return strcmp(name, ((const struct signature *)row)->name);
}

/* Indexed by operation, include/uapi/linux/futex.h. */
static const char *const operations[] = {
    "FUTEX_WAIT",           "FUTEX_WAKE",        "FUTEX_FD",          "FUTEX_REQUEUE",
    "FUTEX_CMP_REQUEUE",    "FUTEX_WAKE_OP",     "FUTEX_LOCK_PI",     "FUTEX_UNLOCK_PI",
    "FUTEX_TRYLOCK_PI",     "FUTEX_WAIT_BITSET", "FUTEX_WAKE_BITSET", "FUTEX_WAIT_REQUEUE_PI",
    "FUTEX_CMP_REQUEUE_PI", "FUTEX_LOCK_PI2",
};

static void put_operation(uint32_t operation, struct buf *out)
{
    const uint32_t number = operation & FUTEX_OPERATION;

    if (number >= ARRAY_COUNT(operations) ||
        operation & ~(FUTEX_OPERATION | FUTEX_PRIVATE | FUTEX_CLOCK_REALTIME)) {
        buf_printf(out, "0x%" PRIx32, operation);
        return;
    }
    buf_puts(out, operations[number]);
    if (operation & FUTEX_PRIVATE)
        buf_puts(out, "_PRIVATE");
    if (operation & FUTEX_CLOCK_REALTIME)
        buf_puts(out, "|FUTEX_CLOCK_REALTIME");
}

/* The kernel uses an int of a descriptor and the like; the upper half is undefined. */
static void put_argument(char form, uint64_t argument, struct buf *out)
{
    if (form == 'd')
        buf_printf(out, "%" PRId32, (int32_t)argument);
    else if (form == 'w')
        buf_printf(out, "%" PRIu32, (uint32_t)argument);
    else if (form == 'u')
        buf_printf(out, "%" PRIu64, argument);
    else if (form == 'o')
        put_operation((uint32_t)argument, out);
    else
        buf_printf(out, "0x%" PRIx64, argument);
}

static void put_named(const char *arguments, const struct task_syscall *call, struct buf *out)
{
    for (size_t i = 0; i < ARGUMENTS && *arguments; i++) {
        const size_t len = strcspn(arguments, ":");

        if (i > 0)
            buf_puts(out, ", ");
        buf_put(out, arguments, len);
        buf_putc(out, '=');
        put_argument(arguments[len + 1], call->arguments[i], out);
        arguments += len + 2;
        arguments += *arguments == ' ';
    }
}

static void put_all(const struct task_syscall *call, struct buf *out)
{
    for (size_t i = 0; i < ARGUMENTS; i++)
        buf_printf(out, "%s0x%" PRIx64, i > 0 ? ", " : "", call->arguments[i]);
}

void call_put(const struct task_syscall *call, struct buf *out)
{
    const char *name = call_name(call);
    const char *meant = call->resumes_futex ? "futex" : name;
    const struct signature *signature = meant ? bsearch(meant, signatures, ARRAY_COUNT(signatures),
                                                        sizeof(signatures[0]), compare_names)
                                              : NULL;

    if (call->place != PLACE_CALL || call->bits == 0)
        return;
    if (name)
        buf_printf(out, "%s(", name);
    else
        buf_printf(out, "%" PRId64 "(", call->number);
    if (signature)
        put_named(signature->arguments, call, out);
    else
        put_all(call, out);
    buf_putc(out, ')');
}
