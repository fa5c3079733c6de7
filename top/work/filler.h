/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_FILLER_H
#define DOTPROC_TOP_WORK_FILLER_H

/*
 * Reads what rows on the screen show and scans do not bring, on a thread of its own, so that the
 * interface never waits for a file.
 *
 * Some of these files may keep their reader waiting for as long as the task they are about is
 * stuck. Then the thread is left behind with that task, and another one goes on with the rest;
 * until the first comes back, nothing that may block is read of that task again.
 *
 * All functions below are for the interface's thread.
 */

#include "lib/source/source.h"

/* What is asked of one row. */
struct fill_row {
    pid_t tgid, tid;
    enum task_kind kind;
    need_t need;
};

/* A list of them; zero-initialise. */
struct fill_list {
    struct fill_row *rows;
    size_t count, capacity;
};

/* 0 or -ENOMEM */
int fill_list_add(struct fill_list *list, const struct task *task, need_t need);
void fill_list_fini(struct fill_list *list);

struct filler;

/*
 * Opens sources with these options, of which the strings must stay, for nothing but filling. 0; or
 * -errno with one line in `why`.
 */
int filler_open(const struct source_options *options, struct filler **out, struct buf *why);

/* Waits a while for what is being read. To be called only when the program ends. */
void filler_close(struct filler *filler);

/* A descriptor that polls readable when all that was asked for has been read. */
int filler_fd(const struct filler *filler);

/*
 * Asks for the rows of the list, which is copied. What was asked for before must have been read,
 * or it is given up: rows not taken are lost, and the task being read counts as stuck. 0 or
 * -errno; then nothing will come.
 */
int filler_request(struct filler *filler, const struct fill_list *list);

/* Whether some of what was asked for is still to be read, and the clock when that began. */
bool filler_is_busy(const struct filler *filler, int64_t *since_ns);

/* Whether all that was asked for has been read and taken. */
bool filler_is_taken(const struct filler *filler);

/*
 * The next row that has been read, NULL when there is none now. Its groups are those asked for,
 * empty where there was nothing to be read. Good until the next request.
 */
const struct task *filler_take(struct filler *filler);

#endif
