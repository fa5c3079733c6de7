/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Preloaded, simulates a stuck task: opening a file whose path ends with $SLOW_FILE blocks on the
 * FIFO $SLOW_GATE, if that exists, until all its writers have closed it.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int is_slow(const char *path)
{
    const char *end = getenv("SLOW_FILE");
    const size_t len = strlen(path), end_len = end ? strlen(end) : 0;

    return end_len > 0 && len >= end_len && strcmp(path + len - end_len, end) == 0;
}

static void wait_at_gate(void)
{
    const char *path = getenv("SLOW_GATE");
    int gate = open(path ? path : "", O_RDONLY);
    char byte;

    if (gate < 0)
        return;
    while (read(gate, &byte, 1) > 0)
        continue;
    close(gate);
}

/* The programs under test create no files, so there is never a mode. */
int openat(int dir, const char *path, int flags, ...)
{
    if (is_slow(path))
        wait_at_gate();
    return (int)syscall(SYS_openat, dir, path, flags | O_LARGEFILE, 0);
}

/* The name of openat() on 32-bit systems if files may be larger than 2 GiB. */
int openat64(int dir, const char *path, int flags, ...)
{
    return openat(dir, path, flags);
}
