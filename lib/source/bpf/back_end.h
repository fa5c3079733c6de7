/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_BACK_END_H
#define DOTPROC_SOURCE_BPF_BACK_END_H

/* The BPF source, described in lib/source/source.h. */

#include "lib/source/back_end.h"

extern const struct source_ops source_bpf;

#endif
