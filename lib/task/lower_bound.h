/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_LOWER_BOUND_H
#define DOTPROC_TASK_LOWER_BOUND_H

/* Where lib/source looks for it. */
#include "lib/base/lower_bound.h"

#endif
