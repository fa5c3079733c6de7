/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_UNIT_SCHEMA_H
#define DOTPROC_TESTS_UNIT_SCHEMA_H

/* Looks into JSON schemas for what must be in them. */

#include "lib/column/column.h"

/* The case fails unless a line of the schema has this key, with the kind of the column's values. */
void schema_check_column(const char *schema, const char *key, const struct column *column);

#endif
