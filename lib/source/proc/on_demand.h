/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_ON_DEMAND_H
#define DOTPROC_SOURCE_PROC_ON_DEMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/task/task.h"

/* Two libraries, and the host's NUMA nodes, loaded when they are first used. */

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

/*
 * The NUMA node of each CPU (numa(7)): /sys/devices/system/node/nodeN/cpulist.
 *
 * Only valid for the running kernel, not for a recorded tree.
 */

/* Zero-initialise. */
struct numa {
    int32_t *of_cpu; /* the node of each CPU; -1: unknown */
    size_t count, capacity;
    bool read;
};

void numa_fini(struct numa *numa);

/*
 * Reads /sys on the first call. 0, also without nodes; or -ENOMEM, -EMFILE or -ENFILE, after which
 * the next call reads again.
 */
int numa_read(struct numa *numa);

/* The node of a CPU, or -1. */
int32_t numa_find(const struct numa *numa, int32_t cpu);

/*
 * Assigns the CPUs of a list such as "0-3,8-11" to `node`. Ignores everything from the first syntax
 * error on. 0 or -ENOMEM.
 */
int numa_add_list(struct numa *numa, const char *list, size_t len, int32_t node);

#endif
