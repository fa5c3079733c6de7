/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_SUMMARY_COMMANDS_H
#define DOTPROC_TOP_UPDATE_SUMMARY_COMMANDS_H

#include "top/model/model.h"

/* The keys for processors and memory, which change the current window. */

void summary_next_cpus(struct model *model);   /* t */
void summary_next_memory(struct model *model); /* m */
void summary_each_cpu(struct model *model);    /* 1 */
void summary_nodes(struct model *model);       /* 2 */
void summary_one_node(struct model *model);    /* 3 */
void summary_adjoin(struct model *model);      /* 4 */
void summary_core_kind(struct model *model);   /* 5 */
void summary_combine(struct model *model);     /* ! */
void summary_cores(struct model *model);       /* ^ */

#endif
