/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_READING_H
#define DOTPROC_PS_READING_H

/*
 * A source and the tasks read from it: everything that a reading thread uses. If the thread gets
 * stuck in the kernel, another one takes over with a struct of its own.
 */

#include "lib/source/source.h"
#include "ps/options.h"
#include "ps/patience.h"

/*
 * The needs of a listing by kind of row (ROW_PROCESS and ROW_THREAD in column.h): the union of
 * those of columns, sort order and tree. They are known before the first file is opened, and
 * nothing else is read.
 */
struct needs {
    need_t processes;
    need_t threads;
};

struct needs needs_of(const struct ps_options *options);

/* The scan to make. Borrows from `options`. */
struct scan_request needs_request(const struct ps_options *options, const struct needs *needs);

struct reading {
    struct source *source; /* NULL until it is open */
    struct snapshot snapshot;
    struct watched_thread watched;
    pid_t own_pid; /* if it is watched, see patience_own_pid(); 0: it is not */
    pid_t taken;   /* the last process selected by select_rows() */

    /*
     * Set by the caller: takes rows while others are read, unless it is NULL. The snapshot is
     * cleared afterwards. 0; or -errno, which ends the reading.
     */
    int (*put)(void *context, struct snapshot *snapshot);
    void *put_context;
};

/* The source options for these options; borrows their strings. */
struct source_options reading_source_options(const struct ps_options *options);

/*
 * Checks --cgroup-root and opens --container-root, for options->selection. 0, or -errno with the
 * reason in `why` if it is one of these directories.
 */
int reading_open_roots(struct ps_options *options, struct buf *why);

/* NULL when memory is short. Never freed: a watchdog thread may use it until the exit. */
struct reading *reading_new(void);

/* Closes the source and frees the tasks, but not the struct; NULL does nothing. */
void reading_release(struct reading *reading);

/* Opens the source; -EINVAL if it does not support the options, else as source_open(). */
int reading_open(struct reading *reading, const struct ps_options *options, struct buf *why);

/*
 * Reads what the output needs, names of containers included, monitored by `patience`. Then the
 * snapshot has all rows but those that reading->put() has taken. 0 or -errno.
 */
int reading_take(struct reading *reading, const struct ps_options *options,
                 struct patience *patience);

/* exited_tasks.c: --ended, the tasks that exit during a pause. */

/*
 * Called while there is only one thread: from now on ^C (SIGINT) ends the pause of
 * exited_tasks_read(), not the program.
 */
void exited_tasks_hold_interrupt(void);

/*
 * Scans, pauses for options->ended_ns, from then on lets ^C end the program again, scans again, and
 * fills the snapshot with rows of tasks that exited in between (lib/ended/ended.h).
 * The source must be live. `watched` is this thread; its watchdog does not count the pause as being
 * stuck. 0 or -errno; -ENOTSUP if names or users are selected, which only BPF knows; -ENODATA if
 * BPF failed before the end, and they are, or threads are listed.
 */
int exited_tasks_read(struct source *source, struct watched_thread *watched,
                      const struct ps_options *options, struct snapshot *snapshot);

/* 0; or -EINVAL with the reason: the source has no tasks of the running kernel. */
int exited_tasks_check(const struct source *source, struct buf *why);

/* Appends a line: whether --ended would have BPF count exits, or why not. */
void exited_tasks_put_info(struct buf *out, const struct source_options *source);

/* The message for an error of exited_tasks_read(). */
const char *exited_tasks_error(int result);

#endif
