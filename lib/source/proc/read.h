/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_READ_H
#define DOTPROC_SOURCE_PROC_READ_H

/*
 * Reads a small file completely, with only open, read and close; or a file of any length line by
 * line. The files of a task are in its folder.
 *
 * Files of procfs have no size; their contents are generated when they are read. A read that
 * returns less than requested has reached the end, so a file that fits the buffer takes one
 * read(2).
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "lib/base/units.h"
#include "lib/source/proc/listing.h"

/*
 * Longer files are not read to their end. More than any file of a task that the kernel composes:
 * the status of a task in NGROUPS_MAX groups has 720 KB.
 */
#define READ_LIMIT (8 * BYTES_PER_MIB)

/*
 * The same for command lines and environments. Many processes can share the memory of a long one,
 * but each row has a copy. Holds any single argument that execve(2) accepts (MAX_ARG_STRLEN).
 */
#define STRINGS_LIMIT (128 * BYTES_PER_KIB)

/* Enough for a line of maps: a path of PATH_MAX bytes, each of which may be escaped as "\012". */
#define READ_LINE_MAX (20 * BYTES_PER_KIB)

struct mapping;

/* A buffer reused for many files. Zero-initialise. */
struct read_buffer {
    char *data;
    size_t size;
    bool only_regular;   /* other files count as missing: for trees that anybody may have made */
    size_t files, bytes; /* since the last read_buffer_debug() */
};

void read_buffer_fini(struct read_buffer *buffer);

/* For --debug=files: prints how many files were read since the last call, and resets the counts. */
void read_buffer_debug(struct read_buffer *buffer, const char *when);

/*
 * Reads `path` relative to the directory `dir` into buffer->data and adds a NUL. The number of
 * bytes, or -errno; always -ENOENT for a task that has exited. -EFBIG for a file that is longer
 * than READ_LIMIT.
 */
ssize_t read_file(struct read_buffer *buffer, int dir, const char *path);

/*
 * The same for a file of strings with a NUL at the end of each, such as cmdline. Of more than
 * STRINGS_LIMIT bytes only the beginning is read, up to a whole character of UTF-8.
 */
ssize_t read_strings(struct read_buffer *buffer, int dir, const char *path);

/* Called with a line; line[len] is its newline. 0 to continue, 1 to stop, or -errno. */
typedef int see_line(void *context, const char *line, size_t len);

/*
 * Opens a file and reads it in pieces until `see` was called for all lines or stops. Reading also
 * ends at a line of more than READ_LINE_MAX bytes; such a line, and a last one without a newline,
 * is not passed to `see`. 0, -errno as read_file(), or that of `see`.
 *
 * Only for a live procfs: files of any type are opened, see read_buffer::only_regular.
 */
int read_each_line(int dir, const char *path, see_line *see, void *context);

/*
 * Whether an error only means that this task is left out: it has exited or is hidden. Running out
 * of memory or descriptors is different: tasks must not be lost silently.
 */
bool task_is_lost(int error);

/* For the result of a read: the error if it must be reported, else 0. */
int read_error(ssize_t len);

/* --- files of a task --- */

/*
 * The folder with the files of one task: "<prefix>/stat" and so on, relative to the directory
 * `dir`.
 */
struct task_folder {
    int dir;
    char prefix[40];
};

/*
 * Sets a folder from a pattern in which 'G' is replaced by the tgid and 'T' by the TID: "G",
 * "G/task/T", ".T".
 */
void task_folder_set(struct task_folder *folder, int dir, const char *pattern, struct task_id id);

/* Writes "PREFIX/NAME" to `path`. */
#define TASK_PATH_MAX 64
void task_folder_path(const struct task_folder *folder, const char *name, char path[TASK_PATH_MAX]);

/* Reads a file of the task: cmdline and environ as read_strings() does, others as read_file(). */
ssize_t task_folder_read(const struct task_folder *folder, const char *name,
                         struct read_buffer *buffer);

/* Reads a file of the task line by line, as read_each_line() does. */
int task_folder_each_line(const struct task_folder *folder, const char *name, see_line *see,
                          void *context);

/*
 * Calls `see` for each mapping of a task of a live procfs, in ascending order, until it returns 1
 * to stop, or -errno. Reads in pieces, since a process with thousands of threads has a mapping for
 * each stack. 0 or -errno.
 */
int task_folder_each_mapping(const struct task_folder *folder,
                             int (*see)(void *context, const struct mapping *mapping),
                             void *context);

/*
 * The thread group of the task `tid`, from the Tgid: line of its status; on kernels without that
 * line every task is its own group. 0 with *tgid, -ENOENT if it has exited, or -errno.
 */
int task_folder_read_tgid(const struct task_folder *folder, pid_t tid, struct read_buffer *buffer,
                          pid_t *tgid);

/*
 * The number of threads of a process, from its directory "task", whose link count includes each as
 * a subdirectory (fs/proc/base.c). 0: unknown.
 */
uint32_t task_folder_count_threads(const struct stat *directory);

#endif
