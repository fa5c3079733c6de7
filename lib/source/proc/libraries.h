/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_LIBRARIES_H
#define DOTPROC_SOURCE_PROC_LIBRARIES_H

#include <stdbool.h>
#include <sys/types.h>

#include "lib/task/task.h"

/* libsystemd and libselinux, loaded when a column needs them. */

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

/*
 * The labels of tasks as libselinux formats them (getpidcon(3)), if SELinux is enabled. The library
 * is loaded on the first call.
 */

/* Zero-initialise. */
struct selinux {
    void *library; /* NULL: not loaded, or SELinux is not enabled */
    int (*getpidcon)(pid_t pid, char **label);
    void (*freecon)(char *label);
    bool tried;
};

void selinux_fini(struct selinux *selinux);

/* Whether SELinux is enabled; loads the library. */
bool selinux_is_used(struct selinux *selinux);

/*
 * If it is enabled: the label of one task, released with selinux_free(); NULL if it has none. 0; or
 * -ENOMEM, -EMFILE or -ENFILE, without a label.
 */
int selinux_label(const struct selinux *selinux, pid_t tid, char **label);
void selinux_free(const struct selinux *selinux, char *label);

#endif
