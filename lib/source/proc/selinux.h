/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_SELINUX_H
#define DOTPROC_SOURCE_PROC_SELINUX_H

/*
 * The labels of tasks as libselinux writes them for people (getpidcon(3)), where SELinux is in
 * use. The library is loaded at the first question.
 */

#include <stdbool.h>
#include <sys/types.h>

/* Zero-initialise. */
struct selinux {
    void *library; /* NULL: not loaded, or of no use here */
    int (*getpidcon)(pid_t pid, char **label);
    void (*freecon)(char *label);
    bool tried;
};

void selinux_fini(struct selinux *selinux);

/* Whether SELinux decides on labels here; loads the library. */
bool selinux_is_used(struct selinux *selinux);

/*
 * Where it is used: the label of one task, to be given back with selinux_free(); NULL where there
 * is none.
 */
char *selinux_label(const struct selinux *selinux, pid_t tid);
void selinux_free(const struct selinux *selinux, char *label);

#endif
