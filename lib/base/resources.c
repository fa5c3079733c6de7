/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/resources.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/units.h"

void standard_files_hold(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* Several times what threads have been seen to use. */
#define STACK_BYTES (256 * BYTES_PER_KIB)

bool stack_limit_ensure(void)
{
    struct rlimit stack;

    if (getrlimit(RLIMIT_STACK, &stack) < 0 || stack.rlim_cur >= STACK_BYTES)
        return true;
    stack.rlim_cur = STACK_BYTES;
    if (stack.rlim_max < STACK_BYTES)
        stack.rlim_max = STACK_BYTES;
    return setrlimit(RLIMIT_STACK, &stack) == 0;
}

static sigset_t all_but_its_own(void)
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGXFSZ};
    sigset_t set;

    sigfillset(&set);
    for (size_t i = 0; i < ARRAY_COUNT(own); i++)
        sigdelset(&set, own[i]);
    return set;
}

int thread_start(pthread_t *thread, size_t stack_bytes, void *(*run)(void *), void *argument)
{
    const sigset_t blocked = all_but_its_own();
    pthread_attr_t attributes;
    sigset_t before;
    int error = pthread_attr_init(&attributes);

    if (error)
        return -error;
    pthread_attr_setstacksize(&attributes, stack_bytes);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    error = pthread_create(thread, &attributes, run, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return -error;
}

/*
 * More than the C library needs, and less than the size that free(3) returns to the kernel at once.
 */
#define SPARE_BYTES (64 * BYTES_PER_KIB)

int spare_memory_check_for(size_t bytes)
{
    /* volatile: otherwise the compiler may remove the unused allocation. */
    void *volatile memory = malloc(SPARE_BYTES + bytes);
    const int result = memory ? 0 : -ENOMEM;

    free(memory);
    return result;
}

int spare_memory_check(void)
{
    return spare_memory_check_for(0);
}

/* --- CPU time --- */

bool cpu_budget_begin(struct cpu_budget *budget)
{
    const int64_t now_ns = clock_ns(CLOCK_MONOTONIC);

    if (now_ns - budget->second_ns >= NS_PER_S)
        *budget = (struct cpu_budget){.second_ns = now_ns};
    budget->start_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    return budget->used_ns < CPU_BUDGET_NS;
}

void cpu_budget_end(struct cpu_budget *budget)
{
    budget->used_ns += clock_ns(CLOCK_THREAD_CPUTIME_ID) - budget->start_ns;
}

int64_t valid_until(int64_t start_ns, int64_t least_ns)
{
    const int64_t now_ns = clock_ns(CLOCK_MONOTONIC);
    const int64_t took_ns = now_ns - start_ns < NS_PER_S ? now_ns - start_ns : NS_PER_S;

    return now_ns + (10 * took_ns > least_ns ? 10 * took_ns : least_ns);
}

bool signal_is_ignored(int number)
{
    struct sigaction action;

    return sigaction(number, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) &&
           action.sa_handler == SIG_IGN;
}

bool is_first_of_namespace(void)
{
    return getpid() == 1;
}
