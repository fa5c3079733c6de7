/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/libraries.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/library.h"
#include "lib/base/resources.h"
#include "lib/base/units.h"
#include "lib/source/proc/read.h"

/* More than libsystemd and its dependencies take. */
#define LIBRARY_BYTES (4 * BYTES_PER_MIB)

/* --- libsystemd --- */

/* As in systemd/sd-login.h. Each returns 0 or more, or -errno. */
typedef int text_call(pid_t pid, char **text);

struct login_calls {
    void *library;
    text_call *text[LOGIN_KINDS]; /* NULL for owner and seat, which have functions below */
    int (*owner)(pid_t pid, uid_t *uid);
    int (*seat)(const char *session, char **seat);
};

/* Whether memory or descriptors are exhausted: the dynamic loader does not report why it failed. */
static int find_shortage(void)
{
    const int fd = open("/", O_PATH | O_CLOEXEC);

    if (fd < 0)
        return read_error(-errno);
    close(fd);
    return spare_memory_check_for(LIBRARY_BYTES);
}

static int load_login(struct login *login)
{
    struct login_calls *calls = calloc(1, sizeof(*calls));
    int result = 0;

    if (!calls)
        return -ENOMEM;

    const struct library_symbol symbols[] = {
        {"sd_pid_get_machine_name", &calls->text[LOGIN_MACHINE]},
        {"sd_pid_get_session", &calls->text[LOGIN_SESSION]},
        {"sd_pid_get_slice", &calls->text[LOGIN_SLICE]},
        {"sd_pid_get_unit", &calls->text[LOGIN_UNIT]},
        {"sd_pid_get_user_unit", &calls->text[LOGIN_USER_UNIT]},
        {"sd_pid_get_owner_uid", &calls->owner},
        {"sd_session_get_seat", &calls->seat},
    };

    calls->library = library_open("libsystemd.so.0", symbols, ARRAY_COUNT(symbols), NULL);
    if (calls->library) {
        login->calls = calls;
    } else {
        free(calls);
        result = find_shortage();
    }
    login->tried = result == 0;
    return result;
}

void login_fini(struct login *login)
{
    if (login->calls)
        library_close(login->calls->library);
    free(login->calls);
    *login = (struct login){0};
}

static int ask_owner(const struct login_calls *calls, pid_t tid, char **text)
{
    uid_t uid;
    int result = calls->owner(tid, &uid);

    if (result < 0)
        return read_error(result);
    return asprintf(text, "%u", uid) < 0 ? -ENOMEM : 0;
}

/* The seat is that of the session. */
static int ask_seat(const struct login_calls *calls, pid_t tid, char **seat)
{
    char *session = NULL;
    int result = read_error(calls->text[LOGIN_SESSION](tid, &session));

    if (session)
        result = read_error(calls->seat(session, seat));
    free(session);
    return result;
}

int login_ask(struct login *login, enum login_kind kind, pid_t tid, char **answer)
{
    int result = login->tried ? 0 : load_login(login);

    *answer = NULL;
    if (!login->calls)
        return result;
    if (kind == LOGIN_OWNER)
        return ask_owner(login->calls, tid, answer);
    if (kind == LOGIN_SEAT)
        return ask_seat(login->calls, tid, answer);
    return read_error(login->calls->text[kind](tid, answer));
}

/* --- libselinux --- */

void selinux_fini(struct selinux *selinux)
{
    library_close(selinux->library);
    *selinux = (struct selinux){0};
}

static void load_selinux(struct selinux *selinux)
{
    int (*is_enabled)(void) = NULL;
    const struct library_symbol symbols[] = {
        {"is_selinux_enabled", &is_enabled},
        {"getpidcon", &selinux->getpidcon},
        {"freecon", &selinux->freecon},
    };

    selinux->library = library_open("libselinux.so.1", symbols, ARRAY_COUNT(symbols), NULL);
    if (selinux->library && is_enabled() <= 0)
        selinux_fini(selinux);
    selinux->tried = true;
}

bool selinux_is_used(struct selinux *selinux)
{
    if (!selinux->tried)
        load_selinux(selinux);
    return selinux->library != NULL;
}

int selinux_label(const struct selinux *selinux, pid_t tid, char **label)
{
    *label = NULL;
    return selinux->getpidcon(tid, label) < 0 ? read_error(-errno) : 0;
}

void selinux_free(const struct selinux *selinux, char *label)
{
    selinux->freecon(label);
}
