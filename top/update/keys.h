/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_KEYS_H
#define DOTPROC_TOP_UPDATE_KEYS_H

#include "top/screens/screens.h"

/* The keys of the task screen; its help shows them. */
extern const struct binding task_keys[];

#endif
