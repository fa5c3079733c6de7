/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_UNIT_TREE_H
#define DOTPROC_TESTS_UNIT_TREE_H

/* A small procfs tree in a temporary directory, made by a test and removed with it. */

struct tree {
    char path[64];
};

void tree_init(struct tree *tree);
void tree_fini(struct tree *tree);

/* Writes a file, making the directories on its way. */
void tree_put(const struct tree *tree, const char *path, const char *text);

/* Makes a directory, and those on its way. */
void tree_mkdir(const struct tree *tree, const char *path);

/*
 * One task's directory with a stat of `fields` fields and a status. Fields behind the start time
 * are 0 but for its memory's size, 400 KiB, and the last four of 45 and 56, which are 4001, 4002,
 * 4003 and 4004. A `tgid` of 0 leaves the Tgid: line out.
 */
struct tree_task {
    const char *dir; /* "10", ".11", "10/task/11" */
    int tid;
    int tgid;
    const char *comm;
    int ppid;
    unsigned fields;
    unsigned utime, stime; /* ticks */
    unsigned threads;      /* field 20 */
};

void tree_put_task(const struct tree *tree, const struct tree_task *task);

#endif
