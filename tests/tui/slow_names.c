/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Preloaded, simulates a slow name service: a look-up of the user "late", UID 3000, blocks on the
 * FIFO $SLOW_NAMES until all its writers have closed it. Other users are looked up as usual.
 */
#include <fcntl.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LATE_UID 3000

static char name[] = "late";

static struct passwd *answer_late(void)
{
    static struct passwd late = {.pw_name = name, .pw_uid = LATE_UID};
    const char *path = getenv("SLOW_NAMES");
    int fifo = open(path ? path : "", O_RDONLY);
    char byte;

    if (fifo < 0)
        return NULL;
    while (read(fifo, &byte, 1) > 0)
        continue;
    close(fifo);
    return &late;
}

struct passwd *getpwuid(uid_t uid)
{
    static struct passwd user;
    static char text[4096];
    struct passwd *found = NULL;

    if (uid == LATE_UID)
        return answer_late();
    return getpwuid_r(uid, &user, text, sizeof(text), &found) == 0 ? found : NULL;
}

struct passwd *getpwnam(const char *wanted)
{
    static struct passwd user;
    static char text[4096];
    struct passwd *found = NULL;

    if (strcmp(wanted, name) == 0)
        return answer_late();
    return getpwnam_r(wanted, &user, text, sizeof(text), &found) == 0 ? found : NULL;
}
