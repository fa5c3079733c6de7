/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_KEY_NAMES_H
#define DOTPROC_TESTS_COMMON_KEY_NAMES_H

/* Names of keys, and of the actions that keys return as effects. */

#include <stdbool.h>

#include "top/model/events.h"

/* A key by its name in a test: a character, or <Up>, <PgDn>, <Enter>, <Esc>, <Space>, <C-a> ... */
bool key_by_name(const char *name, int *key);

/* "SIGNAL", "RENICE" ...; there is none for ACTION_NONE. */
const char *action_name(enum action action);

#endif
