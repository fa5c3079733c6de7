/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whoever gives a new process an id from before where /proc is listed from, hides it from one scan
 * and no longer, even if as many known processes exit. Scans are told the kernel's own count.
 */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/sched.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/base/kernel.h"
#include "lib/base/units.h"
#include "tests/common/child.h"
#include "tests/common/wait.h"
#include "tests/unit/run.h"
#include "tests/unit/source/proc/forks_fixture.h"

#define BURNT_MAX 65536

static pid_t read_number(const char *path)
{
    char text[32];

    return kernel_file_read(path, text, sizeof(text)) ? (pid_t)strtol(text, NULL, 10) : 0;
}

static pid_t last_id(void)
{
    return read_number("/proc/sys/kernel/ns_last_pid");
}

static void scan_now(void)
{
    static const char label[] = "\nprocesses ";
    static char text[BYTES_PER_KIB * BYTES_PER_KIB];
    const char *forks;

    ck_assert(kernel_file_read("/proc/stat", text, sizeof(text)));
    forks = strstr(text, label);
    ck_assert_ptr_nonnull(forks);
    scan_at(strtoull(forks + strlen(label), NULL, 10));
}

/* After two whole listings, the next one begins behind the id that was the last before the first.
 */
static pid_t list_twice(void)
{
    const pid_t last = last_id();

    scan_now();
    child_end(start_child());
    scan_now();
    return last;
}

static void expect_seen_in_two_scans(pid_t child)
{
    scan_now();
    if (!row_of(child))
        scan_now();
    ck_assert_ptr_nonnull(row_of(child));
}

/* Fails, but takes an id: the flags of a thread, for a cgroup whose file is none. */
static bool burn_id(void)
{
    struct clone_args arguments = {
        .flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM |
                 CLONE_INTO_CGROUP,
        .cgroup = INT_MAX,
    };

    return syscall(SYS_clone3, &arguments, sizeof(arguments)) < 0 && errno == EBADF;
}

/* Burns ids until the last one is between these. */
static void burn_ids(pid_t from, pid_t to)
{
    for (pid_t last = last_id(); last < from || last > to; last = last_id())
        for (int i = 0; i < 16; i++)
            ck_assert(burn_id());
}

START_TEST(burnt_ids_hide_no_process)
{
    const pid_t known = start_child();
    pid_t first, child;

    if (read_number("/proc/sys/kernel/pid_max") > BURNT_MAX || !burn_id()) {
        leave_out("ids that are burnt", "there are too many, or clone3 into a cgroup is refused");
        return;
    }
    burn_ids(4000, BURNT_MAX); /* so that there are some before */
    first = list_twice();
    burn_ids(300, first - 1000);
    child = start_child();
    ck_assert_int_lt(child, first);
    child_end(known);
    burn_ids(first + 16, BURNT_MAX);
    expect_seen_in_two_scans(child);
    child_end(child);
}

/* A descriptor of userfaultfd that brings the page; -1 with errno. */
static int make_missing_page(void **page, size_t size)
{
    const int faults = (int)syscall(SYS_userfaultfd, O_CLOEXEC);
    struct uffdio_api api = {.api = UFFD_API};
    struct uffdio_register area = {.mode = UFFDIO_REGISTER_MODE_MISSING};

    if (faults < 0 || ioctl(faults, UFFDIO_API, &api) < 0)
        return -1;
    /* cppcheck-suppress invalidFunctionArg ; no file */
    *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(*page, MAP_FAILED);
    area.range.start = (uintptr_t)*page;
    area.range.len = size;
    return ioctl(faults, UFFDIO_REGISTER, &area) < 0 ? -1 : faults;
}

/* A clone whose pidfd goes to a page that is missing: the kernel waits for it. */
struct stalled_clone {
    void *page;
    pid_t child;
};

static void *clone_into(void *arg)
{
    struct stalled_clone *clone = arg;
    struct clone_args arguments = {
        .flags = CLONE_PIDFD,
        .pidfd = (uintptr_t)clone->page,
        .exit_signal = SIGCHLD,
    };

    clone->child = (pid_t)syscall(SYS_clone3, &arguments, sizeof(arguments));
    if (clone->child == 0)
        wait_to_end();
    return NULL;
}

START_TEST(a_stalled_clone_hides_no_process)
{
    const size_t size = (size_t)sysconf(_SC_PAGESIZE);
    const pid_t known = start_child(), last = last_id();
    struct uffdio_zeropage zero = {.range.len = size};
    struct pollfd fault = {.events = POLLIN};
    struct stalled_clone clone;
    pthread_t cloner;

    fault.fd = make_missing_page(&clone.page, size);
    if (fault.fd < 0) {
        leave_out("a clone that is stalled", strerror(errno));
        return;
    }
    ck_assert_int_eq(pthread_create(&cloner, NULL, clone_into, &clone), 0);
    ck_assert_int_eq(poll(&fault, 1, -1), 1);
    /* Of the thread and its child: unless ids have gone round. */
    WAIT_UNTIL (last_id() >= last + 2, "%d after %d", (int)last_id(), (int)last)
        child_end(start_child());
    list_twice();
    zero.range.start = (uintptr_t)clone.page;
    ck_assert_int_eq(ioctl(fault.fd, UFFDIO_ZEROPAGE, &zero), 0);
    ck_assert_int_eq(pthread_join(cloner, NULL), 0);
    ck_assert_int_gt(clone.child, 0);
    child_end(known);
    expect_seen_in_two_scans(clone.child);
    child_end(clone.child);
}

TESTS("hidden_forks", FIXTURE(forks_setup, forks_teardown),
      access("/proc/sys/kernel/ns_last_pid", R_OK) == 0
          ? (CASE(burnt_ids_hide_no_process), CASE(a_stalled_clone_hides_no_process))
          : leave_out("hidden forks", "the kernel does not say which id was given out last"))
