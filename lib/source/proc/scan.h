/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_SCAN_H
#define DOTPROC_SOURCE_PROC_SCAN_H

#include "lib/source/back_end.h"

/* The parts of a scan, the same for all procfs sources. */
extern const struct scan_ops proc_scan;

#endif
