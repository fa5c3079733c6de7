/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_COLUMN_FAMILY_H
#define DOTPROC_COLUMN_FAMILY_H

/*
 * The families that the table of columns is made of; private to lib/column.
 *
 * A family's rows are in ascending order of their codes, by strcmp(3), and no code is in two
 * families: column_find() and column_at() rely on it.
 */

#include <stddef.h>

#include "lib/column/column.h"

struct column_family {
    const struct column *columns;
    size_t count;
};

#define COLUMN_FAMILY(rows)                      \
    {                                            \
        (rows), sizeof(rows) / sizeof((rows)[0]) \
    }

/* A command line, or where there is none the name; it sorts as `args` does. */
extern const struct figure column_line;

extern const struct column_family column_capability; /* what it may do */
extern const struct column_family column_command;    /* names and command lines */
extern const struct column_family column_container;  /* control groups, and containers by them */
extern const struct column_family column_id;         /* numbers of tasks, groups and owners */
extern const struct column_family column_io;         /* what it reads and writes */
extern const struct column_family column_legacy;     /* known by name, never shown */
extern const struct column_family column_login;      /* what systemd knows of it */
extern const struct column_family column_mem;        /* sizes, faults, addresses */
extern const struct column_family column_namespace;  /* what it does not share with others */
extern const struct column_family column_owner;      /* names of users and groups */
extern const struct column_family column_sample;     /* texts of many lengths, for tests */
extern const struct column_family column_sched;      /* priorities, policies, processors */
extern const struct column_family column_label;      /* the label of a security module */
extern const struct column_family column_signal;     /* signal masks */
extern const struct column_family column_smaps;      /* memory, by how it is shared */
extern const struct column_family column_start;      /* when it started */
extern const struct column_family column_state;      /* what it is doing, and at which terminal */
extern const struct column_family column_summary;    /* counts and pools */
extern const struct column_family column_time;       /* processor time and age */

#endif
