/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_QUERY_SELECT_H
#define DOTPROC_QUERY_SELECT_H

/*
 * The selection of tasks, as data.
 *
 * A selection is a set of simple rules and lists. A task matches if any of them does; `running`
 * then restricts, `negate` inverts the result, and `hide_kernel` applies last. Without rules and
 * lists nothing matches, so programs add their default. selection_match() is pure, except that
 * names of containers may be read from files.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/container/labels.h"
#include "lib/task/task.h"

/* The figure with which the values of a list are compared. */
enum select_by {
    SELECT_TGID,
    SELECT_PPID,
    SELECT_SID,
    SELECT_PGRP,
    SELECT_TTY,
    SELECT_EUID,
    SELECT_RUID,
    SELECT_ANY_UID, /* real, effective, saved or file system: top -U */
    SELECT_EGID,
    SELECT_RGID,
    SELECT_COMM,      /* from here on values are texts */
    SELECT_CONTAINER, /* globs, as container_labels_has_name() takes them */
    SELECT_POD,       /* likewise container_labels_has_pod() */
};

/* An item of a list; names are borrowed from the command line. */
union select_value {
    uint64_t number;
    const char *name;
};

struct select_list {
    enum select_by by;
    union select_value *values; /* owned; numbers sorted once the selection is complete */
    size_t count, capacity;
};

/* Simple rules; a set. */
enum {
    SELECT_ALL = 1u << 0,
    SELECT_HAS_TTY_NOT_LEADER = 1u << 1, /* ps -a */
    SELECT_NOT_LEADER = 1u << 2,         /* ps -d */
    SELECT_HAS_TTY = 1u << 3,            /* ps a */
    SELECT_SAME_EUID = 1u << 4,          /* ps x */
    SELECT_SAME_EUID_AND_TTY = 1u << 5,  /* the default of ps */
    SELECT_SAME_EUID_HAS_TTY = 1u << 6,  /* the default of ps with BSD options */
    SELECT_SAME_TTY = 1u << 7,           /* ps T: of any user */

    /* The same without session leaders: ps and ps x of SunOS 4. */
    SELECT_SAME_EUID_HAS_TTY_NOT_LEADER = 1u << 8,
    SELECT_SAME_EUID_NOT_LEADER = 1u << 9,
};

/* Zero-initialise. */
struct selection {
    unsigned rules;
    struct select_list *lists; /* owned */
    size_t list_count, list_capacity;
    bool running;     /* ps r: only states R and D */
    bool negate;      /* ps -N */
    bool hide_kernel; /* no kernel threads in any case */
    uid_t self_euid;
    uint32_t self_tty;                   /* 0: the program has no terminal */
    struct container_labels *containers; /* borrowed; NULL: they have no names */
};

void selection_fini(struct selection *selection);

/* Adds to the list for `by`, creating it if necessary. 0 or -ENOMEM. */
int selection_add_number(struct selection *selection, enum select_by by, uint64_t number);
int selection_add_name(struct selection *selection, enum select_by by, const char *name);

/* Sorts the numbers for binary search; call it after everything is added. */
void selection_finish(struct selection *selection);

/* Whether its rules use selection::self_tty. */
bool selection_uses_self_tty(const struct selection *selection);

/* The groups of figures that selection_match() uses. */
need_t selection_need(const struct selection *selection);

/* Whether the result is the same for all threads of a process. */
bool selection_is_per_process(const struct selection *selection);

/*
 * Whether it needs figures that no scan reads. Then it cannot filter the scan: call
 * source_fill_all() with selection_need() first.
 */
bool selection_is_late(const struct selection *selection);

bool selection_match(const struct selection *selection, const struct task *task);

#endif
