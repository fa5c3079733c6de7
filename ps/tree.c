/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 1000

/* The text on one level, by style: before the row's own command and before its descendants'. */
struct style {
    const char *own;
    const char *open;   /* siblings follow below */
    const char *closed; /* none do */
};

static const struct style styles[] = {
    [TREE_NONE] = {"", "", ""},
    [TREE_BRANCHES] = {" \\_ ", " |  ", "    "},
    [TREE_INDENTED] = {"  ", "  ", "  "},
};

int tree_lines_init(struct tree_lines *tree, enum ps_tree style)
{
    *tree = (struct tree_lines){.style = style, .step = strlen(styles[style].own)};
    tree->prefix = calloc(DEPTH_MAX * tree->step + 1, 1);
    return tree->prefix ? 0 : -ENOMEM;
}

void tree_lines_fini(struct tree_lines *tree)
{
    free(tree->prefix);
    *tree = (struct tree_lines){0};
}

/* Draws one level, counted from 1. */
static void draw(struct tree_lines *tree, size_t level, const char *piece)
{
    memcpy(tree->prefix + (level - 1) * tree->step, piece, tree->step);
}

const char *tree_lines_next(struct tree_lines *tree, const struct forest_row *row)
{
    const struct style *style = &styles[tree->style];

    if (tree->style == TREE_NONE)
        return "";
    if (tree->depth > 0)
        draw(tree, tree->depth, tree->last ? style->closed : style->open);
    tree->depth = row->depth < DEPTH_MAX ? row->depth : DEPTH_MAX;
    tree->last = row->last;
    if (tree->depth > 0)
        draw(tree, tree->depth, style->own);
    tree->prefix[tree->depth * tree->step] = '\0';
    return tree->prefix;
}
