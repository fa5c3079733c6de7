/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_PRESSURE_PRESSURE_H
#define DOTPROC_PRESSURE_PRESSURE_H

/*
 * Pressure (PSI, Documentation/accounting/psi.rst): how much of the time tasks have waited for
 * processors, for memory and for disks.
 *
 * A kernel may have been built without it, or started with psi=0; kernels before 5.13 have no
 * `full` for processors. What it does not say is not known, which is no error.
 */

#include <stdbool.h>

#include "lib/base/buf.h"

enum pressure_kind {
    PRESSURE_CPU,
    PRESSURE_MEMORY,
    PRESSURE_IO,
    PRESSURE_KINDS,
};

/* Shares of the last 10 seconds in percent. Zero-initialised: not known. */
struct pressure {
    bool has_some, has_full;
    double some; /* in which at least one task waited */
    double full; /* in which no task could work because those that would have waited */
};

/* What it is of: "cpu", "memory", "io", as the kernel calls it. */
const char *pressure_name(enum pressure_kind kind);

/* Parses such a file. */
void pressure_parse(const char *text, struct pressure *pressure);

/*
 * Reads the files of a folder: those of the host have the names of the kinds, those of a cgroup the
 * suffix ".pressure".
 */
void pressures_read(const char *folder, const char *suffix,
                    struct pressure pressures[PRESSURE_KINDS]);

/* The same, of the running host. */
void pressures_read_host(struct pressure pressures[PRESSURE_KINDS]);

/* Whether anything is known. */
bool pressures_known(const struct pressure pressures[PRESSURE_KINDS]);

/* Appends "2.7/0.0": some and full, each "-" if it is not known. */
void pressure_put(struct buf *out, const struct pressure *pressure);

#endif
