/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_CGROUPS_H
#define DOTPROC_TOP_MODEL_CGROUPS_H

/*
 * The table of control groups: its rows, order, filter, scroll position and cursor. Its view and
 * its keys are in screens/cgroups.c.
 */

#include "lib/cgroup/column.h"
#include "lib/cgroup/mounts.h"
#include "lib/cgroup/path.h"
#include "lib/cgroup/reader.h"

/* The most columns beside the name. */
#define CGROUP_LIST_COLUMNS 32

#define CGROUP_FILTER_BYTES 129

/* The control group to which the tasks are limited. */
struct cgroup_choice {
    char hierarchy[CGROUP_HIERARCHY_SIZE]; /* both as for cgroup_has_task() */
    char path[CGROUP_PATH_SIZE];           /* "": no limit */
};

/* Zero-initialise. */
struct cgroup_list {
    struct cgroup **rows; /* owned; rows of the current sample that match the filter */
    size_t count, capacity;

    const struct cgroup_column *sort; /* NULL: %CPU */
    bool ascending;
    bool tree;                        /* V: groups below their parents */
    bool paths;                       /* c: paths in place of names */
    char filter[CGROUP_FILTER_BYTES]; /* a part of a name or path; "": no filter */

    size_t first;        /* scrolled down by this many rows */
    size_t first_column; /* scrolled right by this many columns beside the name */
    size_t cursor;       /* row */

    /* Of its group; "": the cursor was not moved yet. Inode numbers are not unique in version 1. */
    char cursor_path[CGROUP_PATH_SIZE];
};

/* The columns that fit on the screen beside the name. */
struct cgroup_list_layout {
    size_t name_cells;
    const struct cgroup_column *columns[CGROUP_LIST_COLUMNS];
    size_t count;
};

void cgroup_list_fini(struct cgroup_list *list);

/* The column by which rows are sorted. */
const struct cgroup_column *cgroup_list_sort(const struct cgroup_list *list);

/* The number of columns beside the name; column `index` of them. */
size_t cgroup_list_column_count(void);
const struct cgroup_column *cgroup_list_column(size_t index);

void cgroup_list_lay_out(const struct cgroup_list *list, size_t cols,
                         struct cgroup_list_layout *layout);

/* What has to be read for a screen of this size. */
void cgroup_list_request(const struct cgroup_list *list, size_t screen_rows, size_t cols,
                         struct cgroup_request *request);

/* Whether what is requested was read of the rows on the screen. */
bool cgroup_list_is_met(const struct cgroup_list *list, size_t screen_rows,
                        const struct cgroup_request *request);

/*
 * Makes the rows from those of a sample, sorted and filtered; NULL: none. The cursor follows its
 * group. `labels`: names of containers, or NULL. False when memory is short.
 */
bool cgroup_list_arrange(struct cgroup_list *list, struct cgroup_table *table,
                         struct container_labels *labels);

/* Moves the cursor to a row, at most the last one. */
void cgroup_list_set_cursor(struct cgroup_list *list, size_t row);

/* Appends what the first column shows, raw: the name or the path, in a tree with blanks before. */
void cgroup_list_put_name(const struct cgroup_list *list, const struct cgroup *row,
                          struct container_labels *labels, struct buf *out);

#endif
