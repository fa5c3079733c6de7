/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stands in for libselinux on a host where SELinux is, or with NO_SELINUX set is not, in use. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

int is_selinux_enabled(void);
int getpidcon(pid_t pid, char **label);
void freecon(char *label);

int is_selinux_enabled(void)
{
    return !getenv("NO_SELINUX");
}

int getpidcon(pid_t pid, char **label)
{
    const char *known = getenv("KNOWN_PID");

    if (!known || atoi(known) != pid) {
        errno = ESRCH;
        return -1;
    }
    return asprintf(label, "label of %d", pid) < 0 ? -1 : 0;
}

void freecon(char *label)
{
    free(label);
}
