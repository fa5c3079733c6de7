/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/common/child.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/common/verdict.h"
#include "tests/common/wait.h"

static void end_with(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_FAILURE);
}

pid_t child_fork(void)
{
    const pid_t parent = getpid();
    const pid_t child = fork();

    if (child == 0)
        end_with(parent);
    return child;
}

/* The arguments of clone3(2) up to set_tid; only newer headers have the struct. */
struct clone_arguments {
    uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls;
    uint64_t set_tid, set_tid_size;
};

pid_t child_fork_as(pid_t number)
{
    const pid_t parent = getpid();
    struct clone_arguments arguments = {
        .exit_signal = SIGCHLD, .set_tid = (uint64_t)(uintptr_t)&number, .set_tid_size = 1};
    const pid_t child = (pid_t)syscall(SYS_clone3, &arguments, sizeof(arguments));

    if (child == 0)
        end_with(parent);
    return child;
}

void *child_share(size_t size)
{
    /* cppcheck-suppress invalidFunctionArg ; no file */
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        fail("no memory to share with children: %s", strerror(errno));
    return memory;
}

bool child_say_ready(int ready)
{
    return write(ready, "", 1) == 1;
}

/*
 * The parent has closed its copy of the child's end of the pipe, so the read returns when the child
 * exits.
 */
static bool wait_ready(int ready)
{
    struct pollfd input = {.fd = ready, .events = POLLIN};
    char byte;

    WAIT_UNTIL (poll(&input, 1, 0) > 0, "a child that is not ready")
        continue;
    return read(ready, &byte, 1) == 1;
}

pid_t child_start(void (*be)(int ready, void *argument), void *argument)
{
    pid_t child;
    int ends[2];
    bool ready;

    if (pipe(ends) < 0)
        return -1;
    child = child_fork();
    if (child == 0) {
        close(ends[0]);
        be(ends[1], argument);
        _exit(EXIT_FAILURE);
    }
    close(ends[1]);
    ready = child > 0 && wait_ready(ends[0]);
    close(ends[0]);
    if (child > 0 && !ready)
        child_end(child);
    return ready ? child : -1;
}

void child_reap(pid_t child, const char *name)
{
    int status;

    if (waitpid(child, &status, 0) != child)
        fail("waiting for %s, process %d: %s", name, (int)child, strerror(errno));
    if (status != 0)
        fail("%s, process %d, ended with wait status %#x, expected 0", name, (int)child,
             (unsigned)status);
}

void child_end(pid_t child)
{
    kill(child, SIGKILL);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        continue;
}
