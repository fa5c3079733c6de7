/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Preloaded, makes programs wait at a FIFO until all its writers have closed it:
 *
 *   $SLOW_GATE    who opens a file whose path ends with $SLOW_FILE, as the reader of a stuck task
 *   $SLOW_NAMES   who looks up the user "late", UID 3000, as if the name service were slow
 *
 * Where the variable is not set or the FIFO does not exist, nobody waits.
 */
#include <fcntl.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LATE_UID 3000

static char late_name[] = "late";

/* The FIFO is named by this variable. False: there is none. */
static int wait_at(const char *variable)
{
    const char *path = getenv(variable);
    const int fifo = path ? open(path, O_RDONLY) : -1;
    char byte;

    if (fifo < 0)
        return 0;
    while (read(fifo, &byte, 1) > 0)
        continue;
    close(fifo);
    return 1;
}

static int is_slow(const char *path)
{
    const char *end = getenv("SLOW_FILE");
    const size_t len = strlen(path), end_len = end ? strlen(end) : 0;

    return end_len > 0 && len >= end_len && strcmp(path + len - end_len, end) == 0;
}

/* The programs under test create no files, so there is never a mode. */
int openat(int dir, const char *path, int flags, ...)
{
    if (is_slow(path))
        wait_at("SLOW_GATE");
    return (int)syscall(SYS_openat, dir, path, flags | O_LARGEFILE, 0);
}

/* The name of openat() on 32-bit systems if files may be larger than 2 GiB. */
int openat64(int dir, const char *path, int flags, ...)
{
    return openat(dir, path, flags);
}

static struct passwd *look_up_late(void)
{
    static struct passwd late = {.pw_name = late_name, .pw_uid = LATE_UID};

    return wait_at("SLOW_NAMES") ? &late : NULL;
}

struct passwd *getpwuid(uid_t uid)
{
    static struct passwd user;
    static char text[4096];
    struct passwd *found = NULL;

    if (uid == LATE_UID)
        return look_up_late();
    return getpwuid_r(uid, &user, text, sizeof(text), &found) == 0 ? found : NULL;
}

struct passwd *getpwnam(const char *name)
{
    static struct passwd user;
    static char text[4096];
    struct passwd *found = NULL;

    if (strcmp(name, late_name) == 0)
        return look_up_late();
    return getpwnam_r(name, &user, text, sizeof(text), &found) == 0 ? found : NULL;
}
