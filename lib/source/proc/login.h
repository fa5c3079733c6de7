/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_LOGIN_H
#define DOTPROC_SOURCE_PROC_LOGIN_H

#include <stdbool.h>
#include <sys/types.h>

#include "lib/task/task.h"

/*
 * What libsystemd reports about a task of this host: sd-login(3). The library is loaded on the
 * first call.
 */

struct login_calls;

/* Zero-initialise. */
struct login {
    struct login_calls *calls; /* NULL: not loaded, or not installed */
    bool tried;
};

void login_fini(struct login *login);

/*
 * The value for one task, freed by the caller; NULL if there is none, or no library. 0; or -ENOMEM,
 * -EMFILE or -ENFILE, without a value.
 */
int login_ask(struct login *login, enum login_kind kind, pid_t tid, char **answer);

#endif
