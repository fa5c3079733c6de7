/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/process.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/source/proc/parse/parse.h"
#include "lib/source/proc/read.h"

/* From include/linux/posix-timers.h. */
#define CPUCLOCK_SCHED 2

bool process_clock_read(pid_t tgid, uint64_t *ns)
{
    /* The value of clock_getcpuclockid(3), without its additional system call. */
    const clockid_t clock = (clockid_t)(~(unsigned)tgid << 3 | CPUCLOCK_SCHED);
    struct timespec time;

    if (clock_gettime(clock, &time) < 0)
        return false;
    *ns = (uint64_t)timespec_ns(time);
    return true;
}

int process_start_read(pid_t tid, uint64_t *start_ns)
{
    struct read_buffer buffer = {0};
    struct stat_line line;
    char path[32];
    ssize_t len;

    snprintf(path, sizeof(path), "/proc/%d/stat", (int)tid);
    len = read_file(&buffer, AT_FDCWD, path);
    if (len == -ENOENT)
        len = access("/proc/self/stat", F_OK) < 0 ? -ENOSYS : -ESRCH;
    else if (len >= 0 && !stat_parse(buffer.data, (size_t)len, &line))
        len = -ESRCH;
    if (len >= 0)
        *start_ns = line.field[STAT_STARTTIME] * (uint64_t)ns_per_tick();
    read_buffer_fini(&buffer);
    return len < 0 ? (int)len : 0;
}
