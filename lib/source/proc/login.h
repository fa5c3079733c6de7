/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_LOGIN_H
#define DOTPROC_SOURCE_PROC_LOGIN_H

/*
 * What libsystemd says of a task of this host: sd-login(3). The library is loaded at the first
 * call.
 */

#include "lib/task/task.h"

struct login_calls;

/* Zero-initialise. */
struct login {
    struct login_calls *calls; /* not loaded, or missing */
    bool tried;
};

void login_fini(struct login *login);

/*
 * The answer for one task, freed by the caller; NULL if there is none, or no library. 0; or -ENOMEM
 * or the error of running out of descriptors, without an answer.
 */
int login_ask(struct login *login, enum login_kind kind, pid_t tid, char **answer);

#endif
