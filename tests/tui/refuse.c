/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs a program with a seccomp filter that rejects some system calls, as a container's may:
 *
 *     refuse threads|ppoll|newer EAGAIN|ENOSYS|EPERM PROGRAM [ARGUMENT...]
 *
 * Status 77: no filter can be installed here.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define STATUS_SKIPPED 77
#define CALLS_MAX      2

#ifdef SYS_ppoll_time64
#define SECOND_PPOLL SYS_ppoll_time64
#else
#define SECOND_PPOLL SYS_ppoll
#endif

static const struct {
    const char *name;
    unsigned calls[CALLS_MAX];
} groups[] = {
    {"threads", {SYS_clone, SYS_clone3}},
    {"ppoll", {SYS_ppoll, SECOND_PPOLL}},
    {"newer", {SYS_faccessat2, SYS_openat2}},
};

static const struct {
    const char *name;
    unsigned number;
} errors[] = {{"EAGAIN", EAGAIN}, {"ENOSYS", ENOSYS}, {"EPERM", EPERM}};

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static int refuse(const unsigned *calls, unsigned error)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[0], 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[1], 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog filter = {COUNT_OF(code), code};

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
        return -1;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

int main(int argc, char *argv[])
{
    size_t group = 0, error = 0;

    while (argc > 3 && group < COUNT_OF(groups) && strcmp(groups[group].name, argv[1]) != 0)
        group++;
    while (argc > 3 && error < COUNT_OF(errors) && strcmp(errors[error].name, argv[2]) != 0)
        error++;
    if (argc <= 3 || group == COUNT_OF(groups) || error == COUNT_OF(errors)) {
        fprintf(stderr,
                "usage: refuse threads|ppoll|newer EAGAIN|ENOSYS|EPERM PROGRAM [ARGUMENT...]\n");
        return 2;
    }
    if (refuse(groups[group].calls, errors[error].number) < 0) {
        perror("refuse: seccomp");
        return STATUS_SKIPPED;
    }
    execvp(argv[3], argv + 3);
    perror(argv[3]);
    return 127;
}
