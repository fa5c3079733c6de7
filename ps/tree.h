/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_TREE_H
#define DOTPROC_PS_TREE_H

/* The branches before a command in a forest. */

#include "lib/query/forest.h"
#include "ps/options.h"

struct tree_lines {
    enum ps_tree style;
    size_t step;  /* cells of one level */
    char *prefix; /* owned */
    size_t depth; /* of the row before */
    bool last;    /* of the row before */
};

/* 0 or -ENOMEM. */
int tree_lines_init(struct tree_lines *tree, enum ps_tree style);
void tree_lines_fini(struct tree_lines *tree);

/*
 * The branches of the next row; call it for each row from the first; valid until the next call.
 * Levels beyond 1000 are not drawn: a chain of tasks would make endless lines.
 */
const char *tree_lines_next(struct tree_lines *tree, const struct forest_row *row);

#endif
