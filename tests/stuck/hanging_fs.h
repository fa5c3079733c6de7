/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_STUCK_HANGING_FS_H
#define DOTPROC_TESTS_STUCK_HANGING_FS_H

/*
 * A file system (FUSE) whose files can be written, but no write ever ends, and if wanted no read
 * either: whoever waits for one is stuck until the file system is closed, or its process has ended.
 */

#include <stdbool.h>

struct hanging_fs {
    int fd; /* of /dev/fuse */
    unsigned writes;
    bool reads_hang; /* set by the caller once it is open */
};

/*
 * Mounts it on the directory, in a mount namespace of the calling process alone. 0 or -errno. Every
 * name is a file of a page in it.
 */
int hanging_fs_open(struct hanging_fs *fs, const char *directory);

/* Answers pending requests; `writes` counts those of them that it leaves. 0 or -errno. */
int hanging_fs_answer(struct hanging_fs *fs);

/* Ends all that is waiting, with an error. */
void hanging_fs_close(struct hanging_fs *fs);

#endif
