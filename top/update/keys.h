/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_KEYS_H
#define DOTPROC_TOP_UPDATE_KEYS_H

/* The key bindings of the task screen, as one const table; the help screen shows it. */

#include "top/base/keys.h"

/* NULL for a key without a binding. */
const struct binding *binding_find(int key);

/* All bindings in the order of the help screen; NULL past the end. */
const struct binding *binding_at(size_t index);

#endif
