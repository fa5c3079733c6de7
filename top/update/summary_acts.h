/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_SUMMARY_ACTS_H
#define DOTPROC_TOP_UPDATE_SUMMARY_ACTS_H

#include "top/model/model.h"

/* What the keys for processors and memory do, in the window at hand. */
enum summary_act {
    SUMMARY_CPU_MODE,    /* t */
    SUMMARY_MEMORY_MODE, /* m */
    SUMMARY_EACH_CPU,    /* 1 */
    SUMMARY_NODES,       /* 2 */
    SUMMARY_ONE_NODE,    /* 3 */
    SUMMARY_ADJOIN,      /* 4 */
    SUMMARY_CORE_KIND,   /* 5 */
    SUMMARY_COMBINE,     /* ! */
    SUMMARY_CORES,       /* ^ */
};

void summary_perform(struct model *model, enum summary_act act);

/* The highest node that can be asked for; 0 when there is nothing to ask. */
int summary_last_node(const struct model *model);

/* The answer to the question that SUMMARY_ONE_NODE asks. */
void summary_take_node(struct model *model, const char *text);

#endif
