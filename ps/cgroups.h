/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_CGROUPS_H
#define DOTPROC_PS_CGROUPS_H

/* --cgroups: a listing of control groups in place of tasks. */

#include <stdio.h>

#include "lib/text/json.h"
#include "ps/options.h"
#include "ps/terminal.h"

/*
 * Reads the control groups and writes them as text, or with `json` as JSON. Figures that are
 * differences are measured over 0.2 seconds. 0, with the number of rows in *count; -ENOENT if no
 * hierarchy is mounted; or -errno.
 */
int cgroups_write(const struct ps_options *options, const struct screen *screen, struct json *json,
                  FILE *out, size_t *count);

#endif
