/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_LOOKBACK_COMMANDS_H
#define DOTPROC_TOP_UPDATE_LOOKBACK_COMMANDS_H

#include "top/model/model.h"

/* The keys [ and ]: back (1) or forward (-1) by one sample; { and }: by a minute. */
void lookback_step(struct model *model, int direction);
void lookback_step_minute(struct model *model, int direction);

/*
 * @: marks the shown sample, and gives the current window fields for the differences from it.
 * Pressed again, it removes the mark, and these fields from all windows.
 */
void lookback_mark(struct model *model);

/* Escape: shows the newest sample again. */
void lookback_end(struct model *model);

#endif
