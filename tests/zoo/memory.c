/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tasks with locked, shared or limited memory. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "tests/zoo/kinds.h"

void be_locked(void)
{
    int fd = memfd_create("locked", MFD_CLOEXEC);
    char *shared = MAP_FAILED;

    if (fd >= 0 && ftruncate(fd, BYTES_PER_MIB) == 0)
        shared = mmap(NULL, BYTES_PER_MIB, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (shared == MAP_FAILED || mlock(shared, BYTES_PER_MIB) < 0)
        fputs("zoo: no locked memory here\n", stderr);
    else
        memset(shared, 1, BYTES_PER_MIB);
    zoo_task_stay();
}

void be_limited(void)
{
    const struct rlimit limit = {.rlim_cur = 12345678, .rlim_max = 23456789};

    setrlimit(RLIMIT_RSS, &limit);
    zoo_task_stay();
}
