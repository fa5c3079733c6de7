/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/login.h"

#include <stdio.h>
#include <stdlib.h>

#include "lib/optional/library.h"

/* As in systemd/sd-login.h. Each returns 0 or more, or -errno. */
typedef int text_call(pid_t pid, char **text);

struct login_calls {
    void *library;
    text_call *text[LOGIN_KINDS]; /* NULL for the two that take more than one call */
    int (*owner)(pid_t pid, uid_t *uid);
    int (*seat)(const char *session, char **seat);
};

static struct login_calls *load(void)
{
    struct login_calls *calls = calloc(1, sizeof(*calls));

    if (!calls)
        return NULL;

    const struct library_symbol symbols[] = {
        {"sd_pid_get_machine_name", &calls->text[LOGIN_MACHINE]},
        {"sd_pid_get_session", &calls->text[LOGIN_SESSION]},
        {"sd_pid_get_slice", &calls->text[LOGIN_SLICE]},
        {"sd_pid_get_unit", &calls->text[LOGIN_UNIT]},
        {"sd_pid_get_user_unit", &calls->text[LOGIN_USER_UNIT]},
        {"sd_pid_get_owner_uid", &calls->owner},
        {"sd_session_get_seat", &calls->seat},
    };

    calls->library =
        library_open("libsystemd.so.0", symbols, sizeof(symbols) / sizeof(symbols[0]), NULL);
    if (calls->library)
        return calls;
    free(calls);
    return NULL;
}

void login_fini(struct login *login)
{
    if (login->calls)
        library_close(login->calls->library);
    free(login->calls);
    *login = (struct login){0};
}

static char *ask_text(text_call *call, pid_t tid)
{
    char *text = NULL;

    return call(tid, &text) >= 0 ? text : NULL;
}

static char *ask_owner(const struct login_calls *calls, pid_t tid)
{
    char *text = NULL;
    uid_t uid;

    if (calls->owner(tid, &uid) < 0 || asprintf(&text, "%u", uid) < 0)
        return NULL;
    return text;
}

/* The seat belongs to the session. */
static char *ask_seat(const struct login_calls *calls, pid_t tid)
{
    char *session = ask_text(calls->text[LOGIN_SESSION], tid);
    char *seat = NULL;

    if (session && calls->seat(session, &seat) < 0)
        seat = NULL;
    free(session);
    return seat;
}

char *login_ask(struct login *login, enum login_kind kind, pid_t tid)
{
    if (!login->tried)
        login->calls = load();
    login->tried = true;
    if (!login->calls)
        return NULL;
    if (kind == LOGIN_OWNER)
        return ask_owner(login->calls, tid);
    if (kind == LOGIN_SEAT)
        return ask_seat(login->calls, tid);
    return ask_text(login->calls->text[kind], tid);
}
