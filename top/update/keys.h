/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_KEYS_H
#define DOTPROC_TOP_UPDATE_KEYS_H

/* The key bindings of the task screen, as one const table. The help screen shows them. */

#include "top/screens/screen.h"

extern const struct binding task_keys[];

#endif
