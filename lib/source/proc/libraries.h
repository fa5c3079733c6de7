/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_LIBRARIES_H
#define DOTPROC_SOURCE_PROC_LIBRARIES_H

/*
 * What libsystemd and libselinux report about a task of this host. A library is loaded on the first
 * call, when a column needs it.
 */

#include <stdbool.h>
#include <sys/types.h>

#include "lib/task/task.h"

/* --- libsystemd: sd-login(3) --- */

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

/* --- libselinux: labels as getpidcon(3) formats them --- */

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
