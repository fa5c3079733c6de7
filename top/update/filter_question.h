/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_FILTER_QUESTION_H
#define DOTPROC_TOP_UPDATE_FILTER_QUESTION_H

#include "top/model/model.h"

/*
 * The key \: a filter that applies while it is typed, see table/quick_filter.h.
 * The prompt begins with the current filter. Enter keeps the new one, which an empty text removes;
 * Escape restores the previous filter and scroll position.
 */
void quick_filter_ask(struct model *model);

#endif
