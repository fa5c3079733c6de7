/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_CGROUP_GROUP_FOLDER_H
#define DOTPROC_CGROUP_GROUP_FOLDER_H

/* The files in the folder of one group, as listed in cgroup_files. */

#include <stdbool.h>
#include <stddef.h>

#include "lib/cgroup/table.h"

/* Longer files are ignored; the longest is io.stat with some hundreds of devices. */
#define GROUP_TEXT_SIZE ((size_t)128 * 1024)

/*
 * The path of a group's folder, relative to the mount or to the parent folder. Unless many files
 * are read, opening the folder costs more than one more path component.
 */
struct group_folder {
    int above;
    bool is_kernel;                  /* not a recorded tree: all files are regular */
    size_t len;                      /* of the folder's path */
    char path[CGROUP_PATH_MAX + 64]; /* with room for the name of a file */
    char *text;                      /* GROUP_TEXT_SIZE bytes of the caller, to read into */
};

/*
 * Reads the needed figures (CGROUP_*) that the row lacks, from files of these hierarchies. 0, or
 * -errno of a shortage.
 */
int group_folder_read(struct group_folder *folder, unsigned hierarchies, unsigned need,
                      struct cgroup *row);

#endif
