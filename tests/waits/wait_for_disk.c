/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A wait for a disk, which takes a disk that can be held: a loop device over memory, slowed down by
 * a control group of the first version. What is held comes to an end by itself, for it cannot be
 * killed.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/loop.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "tests/common/verdict.h"
#include "tests/waits/wait_functions.h"

#define CONTROLLER "/sys/fs/cgroup/blkio"

/* Takes two minutes. */
#define READ_BYTES       65536
#define BYTES_PER_SECOND 512

static char group[64];  /* the control group's directory; "": there is none */
static char device[32]; /* MAJOR:MINOR */

/* 0 or -errno. */
static int write_line(const char *directory, const char *name, const char *line)
{
    char path[128];
    int fd, result = 0;

    snprintf(path, sizeof(path), "%s/%s", directory, name);
    fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    if (write(fd, line, strlen(line)) < 0)
        result = -errno;
    close(fd);
    return result;
}

static int set_speed(unsigned bytes_per_second)
{
    char line[64];

    snprintf(line, sizeof(line), "%s %u", device, bytes_per_second);
    return write_line(group, "blkio.throttle.read_bps_device", line);
}

/* The calling thread; 0 or -errno. */
static int join(const char *directory)
{
    char line[16];

    snprintf(line, sizeof(line), "%d", (int)syscall(SYS_gettid));
    return write_line(directory, "tasks", line);
}

/* A loop device over memory, which is gone once it is closed; or -errno. */
static int open_loop(void)
{
    const int control = open("/dev/loop-control", O_RDWR | O_CLOEXEC);
    const int memory = memfd_create("disk", MFD_CLOEXEC);
    struct loop_config config = {.fd = (uint32_t)memory, .info = {.lo_flags = LO_FLAGS_AUTOCLEAR}};
    char path[32];
    int loop = -1;

    if (control >= 0 && memory >= 0 && ftruncate(memory, (off_t)16 * READ_BYTES) == 0) {
        snprintf(path, sizeof(path), "/dev/loop%d", ioctl(control, LOOP_CTL_GET_FREE));
        loop = open(path, O_RDONLY | O_DIRECT | O_CLOEXEC);
    }
    if (loop >= 0 && ioctl(loop, LOOP_CONFIGURE, &config) < 0) {
        close(loop);
        loop = -1;
    }
    if (loop < 0)
        loop = -errno;
    close(memory);
    close(control);
    return loop;
}

/* Slows the device down for the calling thread. 0 or -errno. */
static int hold(int loop)
{
    struct stat file;
    int result;

    if (fstat(loop, &file) < 0)
        return -errno;
    snprintf(device, sizeof(device), "%u:%u", major(file.st_rdev), minor(file.st_rdev));
    snprintf(group, sizeof(group), CONTROLLER "/dotproc-%s", getenv("DOTPROC_LEASH_PID"));
    if (mkdir(group, 0700) < 0) {
        result = -errno;
        group[0] = '\0';
        return result;
    }
    result = set_speed(BYTES_PER_SECOND);
    return result == 0 ? join(group) : result;
}

void wait_disk(struct waiter *self)
{
    static char bytes[READ_BYTES] __attribute__((aligned(4096)));
    const int loop = open_loop();
    const int result = loop < 0 ? loop : hold(loop);

    if (result < 0) {
        waiter_leave_out(self, strerror(-result));
        return;
    }
    waiter_at_file(self, loop, "/dev/loop");
    waiter_say_ready(self);
    waiter_check(self, (int)read(loop, bytes, sizeof(bytes)));
    waiter_check(self, join(CONTROLLER));
}

void wait_disk_end(void)
{
    const int64_t start_ns = clock_ns(CLOCK_MONOTONIC);

    if (!group[0])
        return;
    set_speed(0);
    while (rmdir(group) < 0 && errno == EBUSY && is_patient(start_ns))
        sched_yield();
}
