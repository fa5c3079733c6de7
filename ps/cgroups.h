/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_CGROUPS_H
#define DOTPROC_PS_CGROUPS_H

/* ps --cgroups: a listing of control groups in place of tasks. */

#include "ps/listing.h"

/* What was written. */
struct cgroups_written {
    size_t count;    /* rows */
    bool incomplete; /* groups were left out, see struct cgroup_table */
};

/*
 * Reads the control groups and writes them as text, or with `json` as JSON. Figures that are
 * differences are measured over 0.2 seconds. 0; -ENOENT if no hierarchy is mounted; or -errno.
 */
int cgroups_write(const struct ps_options *options, const struct screen *screen, struct json *json,
                  FILE *out, struct cgroups_written *written);

#endif
