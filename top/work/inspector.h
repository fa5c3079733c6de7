/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_INSPECTOR_H
#define DOTPROC_TOP_WORK_INSPECTOR_H

/*
 * Reads the output for an entry of inspect.h from a child process, so that neither a slow command
 * nor a FIFO without a writer blocks the screen.
 *
 * The child has no input, no terminal and no open files of ours; its standard error goes to the
 * same pipe. It and its descendants end with the inspection, but for those that have moved to
 * another process group, as timeout(1) does.
 */

#include <stddef.h>
#include <sys/types.h>

#include "top/model/inspect.h"

struct inspector {
    pid_t child; /* 0: none */
    int fd;      /* of its output; -1: none */
};

/* Initialises it: no inspection is running. Resets SIGCHLD, which may have been ignored. */
void inspector_init(struct inspector *inspector);

/* Starts an inspection, and stops a running one. 0 or -errno. */
int inspector_start(struct inspector *inspector, const struct inspect_entry *entry, pid_t pid);

/*
 * Reads the next bytes of the output. 0 at its end; -EAGAIN when there are none yet, or another
 * -errno. Does not block; poll(2) the descriptor.
 */
ssize_t inspector_read(struct inspector *inspector, char *bytes, size_t size);

/* Sends SIGINT, as ^C does; output written so far can still be read. */
void inspector_interrupt(const struct inspector *inspector);

/* Kills it. Does not wait: a program that cannot exit yet is left to inspector_reap(). */
void inspector_stop(struct inspector *inspector);

/* Reaps programs that have exited. */
void inspector_reap(const struct inspector *inspector);

#endif
