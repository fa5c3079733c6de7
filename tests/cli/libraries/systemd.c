/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Stands in for libsystemd (sd-login(3)), with answers that a host without systemd has not. It
 * knows of two processes, and of the second little.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

int sd_pid_get_machine_name(pid_t pid, char **text);
int sd_pid_get_session(pid_t pid, char **text);
int sd_pid_get_slice(pid_t pid, char **text);
int sd_pid_get_unit(pid_t pid, char **text);
int sd_pid_get_user_unit(pid_t pid, char **text);
int sd_pid_get_owner_uid(pid_t pid, uid_t *uid);
int sd_session_get_seat(const char *session, char **seat);

/* The process whose id is in the variable. */
static int is(const char *variable, pid_t pid)
{
    const char *id = getenv(variable);

    return id && atoi(id) == pid;
}

static int answer(pid_t pid, const char *what, char **text)
{
    if (!is("KNOWN_PID", pid))
        return -ENODATA;
    return asprintf(text, "%s of %d\033[7m", what, pid) < 0 ? -ENOMEM : 0;
}

int sd_pid_get_machine_name(pid_t pid, char **text)
{
    return answer(pid, "machine", text);
}

int sd_pid_get_session(pid_t pid, char **text)
{
    if (is("SEATLESS_PID", pid)) {
        *text = strdup("seatless");
        return *text ? 0 : -ENOMEM;
    }
    return answer(pid, "session", text);
}

int sd_pid_get_slice(pid_t pid, char **text)
{
    return answer(pid, "slice", text);
}

int sd_pid_get_unit(pid_t pid, char **text)
{
    return answer(pid, "unit", text);
}

int sd_pid_get_user_unit(pid_t pid, char **text)
{
    return answer(pid, "user unit", text);
}

int sd_pid_get_owner_uid(pid_t pid, uid_t *uid)
{
    if (!is("KNOWN_PID", pid))
        return -ENODATA;
    *uid = 4294967290;
    return 0;
}

int sd_session_get_seat(const char *session, char **seat)
{
    if (strcmp(session, "seatless") == 0)
        return -ENODATA;
    return asprintf(seat, "seat for %s", session) < 0 ? -ENOMEM : 0;
}
