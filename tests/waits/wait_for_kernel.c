/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Waits that not every kernel has, or allows: where it does not, they are left out. */
#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/common/missing_page.h"
#include "tests/waits/wait_functions.h"

/* Puts a request into the ring: to poll a descriptor. False with errno. */
static bool put_request(int ring, const struct io_uring_params *params, int descriptor)
{
    const size_t size = params->sq_off.array + params->sq_entries * sizeof(uint32_t);
    struct io_uring_sqe *requests =
        mmap(NULL, params->sq_entries * sizeof(*requests), PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_POPULATE, ring, IORING_OFF_SQES);
    char *queue = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring,
                       IORING_OFF_SQ_RING);

    if (requests == MAP_FAILED || queue == MAP_FAILED)
        return false;
    requests[0] = (struct io_uring_sqe){
        .opcode = IORING_OP_POLL_ADD, .fd = descriptor, .poll_events = POLLIN};
    *(uint32_t *)(void *)(queue + params->sq_off.array) = 0;
    *(uint32_t *)(void *)(queue + params->sq_off.tail) = 1;
    /* cppcheck-suppress memleak ; they stay mapped */
    return true;
}

/* For a pipe into which nobody writes: as with any request, the kernel counts it as I/O. */
void wait_uring(struct waiter *self)
{
    struct io_uring_params params = {0};
    const int ring = (int)syscall(SYS_io_uring_setup, 4, &params);
    int ends[2];

    waiter_check(self, pipe(ends));
    if (ring < 0 || !put_request(ring, &params, ends[0])) {
        waiter_leave_out(self, strerror(errno));
        return;
    }
    waiter_at_file(self, ring, "anon_inode:[io_uring]");
    waiter_say_ready(self);
    syscall(SYS_io_uring_enter, ring, 1, 1, IORING_ENTER_GETEVENTS, NULL, 0);
}

/* For events of memory that nobody touches, from a file of a kind that is no other. */
void wait_file(struct waiter *self)
{
    const int faults = (int)syscall(SYS_userfaultfd, O_CLOEXEC);
    struct uffdio_api api = {.api = UFFD_API};
    struct uffd_msg message;

    if (faults < 0 || ioctl(faults, UFFDIO_API, &api) < 0) {
        waiter_leave_out(self, strerror(errno));
        return;
    }
    waiter_at_file(self, faults, "anon_inode:[userfaultfd]");
    waiter_say_ready(self);
    waiter_check(self, (int)read(faults, &message, sizeof(message)));
}

/* In no system call: nobody brings the page. */
void wait_fault(struct waiter *self)
{
    int faults;
    volatile const char *page = missing_page(&faults);

    if (!page) {
        waiter_leave_out(self, strerror(errno));
        return;
    }
    waiter_say_ready(self);
    (void)*page;
}
