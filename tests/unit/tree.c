/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/tree.h"

#include <check.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void tree_init(struct tree *tree)
{
    snprintf(tree->path, sizeof(tree->path), "/tmp/dotproc-tree-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(tree->path));
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *ftw)
{
    return remove(path);
}

void tree_fini(struct tree *tree)
{
    ck_assert_int_eq(nftw(tree->path, remove_one, 16, FTW_DEPTH | FTW_PHYS), 0);
}

/* Makes every directory in front of a '/' of `path`, which is below the tree. */
static void make_parents(const struct tree *tree, char *path)
{
    for (char *slash = path + strlen(tree->path) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(path, 0755);
        *slash = '/';
    }
}

void tree_put(const struct tree *tree, const char *path, const char *text)
{
    char full[256];
    FILE *file;
    int closed;

    snprintf(full, sizeof(full), "%s/%s", tree->path, path);
    make_parents(tree, full);
    file = fopen(full, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    closed = fclose(file);
    ck_assert_int_eq(closed, 0);
}

void tree_mkdir(const struct tree *tree, const char *path)
{
    char full[256];

    snprintf(full, sizeof(full), "%s/%s/", tree->path, path);
    make_parents(tree, full);
}

void tree_put_task(const struct tree *tree, const struct tree_task *task)
{
    bool patched = task->fields == 45 || task->fields == 56;
    char path[64];
    char text[1024];
    int len;

    len = snprintf(text, sizeof(text),
                   "%d (%s) S %d 1 1 0 -1 0 0 0 0 0 %u %u 7 8 20 0 %u 0 500 409600", task->tid,
                   task->comm, task->ppid, task->utime, task->stime, task->threads);
    for (unsigned field = 24; field <= task->fields; field++) {
        unsigned value = patched && field + 4 > task->fields ? 4004 - (task->fields - field) : 0;

        len += snprintf(text + len, sizeof(text) - (size_t)len, " %u", value);
    }
    snprintf(text + len, sizeof(text) - (size_t)len, "\n");
    snprintf(path, sizeof(path), "%s/stat", task->dir);
    tree_put(tree, path, text);

    len = snprintf(text, sizeof(text), "Name:\t%s\nState:\tS (sleeping)\n", task->comm);
    if (task->tgid)
        len += snprintf(text + len, sizeof(text) - (size_t)len, "Tgid:\t%d\n", task->tgid);
    snprintf(text + len, sizeof(text) - (size_t)len,
             "Pid:\t%d\nPPid:\t%d\nUid:\t1\t2\t3\t4\nGid:\t5\t6\t7\t8\n"
             "voluntary_ctxt_switches:\t9\nnonvoluntary_ctxt_switches:\t10\n",
             task->tid, task->ppid);
    snprintf(path, sizeof(path), "%s/status", task->dir);
    tree_put(tree, path, text);
}
