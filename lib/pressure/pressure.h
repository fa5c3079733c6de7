/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_PRESSURE_PRESSURE_H
#define DOTPROC_PRESSURE_PRESSURE_H

/*
 * PSI (Documentation/accounting/psi.rst): the share of time in which tasks were stalled on CPU,
 * memory and I/O.
 *
 * A kernel may be built without PSI or booted with psi=0; kernels before 5.13 have no `full` for
 * CPU. Missing figures are unknown, which is not an error.
 */

#include <stdbool.h>

#include "lib/base/buf.h"

enum pressure_kind {
    PRESSURE_CPU,
    PRESSURE_MEMORY,
    PRESSURE_IO,
    PRESSURE_KINDS,
};

/* Averages over the last 10 seconds, in percent. All zero: unknown. */
struct pressure {
    bool has_some, has_full;
    double some; /* some tasks were stalled */
    double full; /* all non-idle tasks were stalled */
};

/* The kernel's name of the resource: "cpu", "memory", "io". */
const char *pressure_name(enum pressure_kind kind);

/* Parses the text of a pressure file. */
void pressure_parse(const char *text, struct pressure *pressure);

/* The folder of the running host. */
#define PRESSURE_FOLDER "/proc/pressure"

/* Reads the files of a folder, which are named like the kinds. */
void pressures_read(const char *folder, struct pressure pressures[PRESSURE_KINDS]);

/* Whether any figure is known. */
bool pressures_known(const struct pressure pressures[PRESSURE_KINDS]);

/* Appends `some` and `full` as "2.7/0.0", each as "-" if unknown. */
void pressure_put(struct buf *out, const struct pressure *pressure);

#endif
