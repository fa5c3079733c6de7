/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_INSPECTOR_H
#define DOTPROC_TOP_WORK_INSPECTOR_H

/*
 * Fetches what an entry of inspect.h shows: by a program of its own, so that neither a slow
 * command nor a file that nobody writes ever keeps the screen waiting.
 *
 * The program has no input, no terminal and no open files of ours; its error output comes with
 * its output. It and all that it has started end with the inspection.
 */

#include <stddef.h>
#include <sys/types.h>

#include "top/model/inspect.h"

struct inspector {
    pid_t child; /* 0: none */
    int fd;      /* its output; -1: none */
};

void inspector_init(struct inspector *inspector);

/* Begins; an inspection going on is stopped. 0 or -errno. */
int inspector_start(struct inspector *inspector, const struct inspect_entry *entry, pid_t pid);

/*
 * The next bytes of the output. 0 when it has come to its end; -EAGAIN when there are none yet,
 * or another -errno. Does not wait; the descriptor polls readable when it is worth asking.
 */
ssize_t inspector_read(struct inspector *inspector, char *bytes, size_t size);

/* Asks the program to end, as ^C does; what it has written can still be read. */
void inspector_interrupt(const struct inspector *inspector);

/* Ends it at once. Never waits: a program that cannot end yet is left to inspector_reap(). */
void inspector_stop(struct inspector *inspector);

/* Takes notice of programs that have ended. */
void inspector_reap(const struct inspector *inspector);

#endif
